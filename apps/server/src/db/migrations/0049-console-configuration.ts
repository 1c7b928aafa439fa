import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const EXPORTS = sql`
  create table console.exports (
    id bigint generated always as identity primary key,
    operator_id bigint not null references console.operators(id),
    list text not null,
    filters jsonb not null,
    columns jsonb not null,
    with_contacts boolean not null,
    of_partners boolean not null,
    state text not null default 'RUNNING' check (state in ('RUNNING', 'DONE', 'FAILED')),
    rows bigint not null default 0,
    bytes bigint not null default 0,
    sha256 text check (sha256 ~ '^[0-9a-f]{64}$'),
    at bigint not null,
    touched_at bigint not null,
    check ((state = 'DONE') = (sha256 is not null)));
  comment on column console.exports.touched_at is 'the process that makes the file renews it; an old one says that it is gone';
  comment on column console.exports.of_partners is 'the file says who partners are: an erasure deletes it';
  create index exports_operator on console.exports (operator_id, id);
  create index exports_at on console.exports (at);
  grant select, insert, update, delete on console.exports to partner_office_app;
  grant usage, select on sequence console.exports_id_seq to partner_office_app;

  create table console.export_parts (
    export_id bigint not null references console.exports(id) on delete cascade,
    part integer not null,
    content bytea not null,
    primary key (export_id, part));
  grant select, insert, delete on console.export_parts to partner_office_app`

const CONTENT = sql`
  create table left_out_rates (
    from_currency text not null,
    to_currency text not null,
    rate_type text not null check (rate_type in ('SELL', 'BUY')),
    rate exact_amount not null check (rate > 0),
    at bigint not null,
    primary key (from_currency, to_currency, rate_type));
  comment on table left_out_rates is 'quotes of the feed that jump: an operator decides about them';
  grant select, insert, update, delete on left_out_rates to partner_office_app;

  grant update on news_posts to partner_office_app`

/** What the console needs for exports and the configuration; the indexes of the audit log are in `large-indexes.sql`. */
export const consoleConfiguration: Migration = {
  async up(db) {
    for (const statements of [EXPORTS, CONTENT]) await statements.execute(db)
  },
}

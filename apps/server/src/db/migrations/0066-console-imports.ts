import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const IMPORTS = sql`
  create table console.imports (
    id bigint generated always as identity primary key,
    kind text not null check (kind in ('partners', 'orders')),
    name text not null,
    bytes bigint not null check (bytes > 0),
    sha256 text not null,
    at bigint not null,
    by_id bigint not null references console.operators(id),
    is_whole boolean not null default false,
    state text not null default 'NEW' check (state in ('NEW', 'CHECKED', 'CONFIRMED', 'DONE')),
    form jsonb not null,
    mapping text,
    result jsonb,
    job_id bigint references console.jobs(id),
    reason text,
    confirmed_by bigint references console.operators(id),
    imported bigint,
    version integer not null default 1 check (version > 0),
    check ((state in ('CONFIRMED', 'DONE')) = (confirmed_by is not null)),
    check ((state = 'DONE') = (imported is not null)));
  comment on table console.imports is 'files that operators have uploaded, and how each is read';
  comment on column console.imports.is_whole is 'all parts of the file are stored';
  comment on column console.imports.mapping is 'the saved mapping that the form came from';
  grant select, insert, update, delete on console.imports to partner_office_app;
  grant usage, select on sequence console.imports_id_seq to partner_office_app;

  create table console.import_parts (
    import_id bigint not null references console.imports(id) on delete cascade,
    content text not null check (content in ('file', 'problems')),
    part integer not null check (part >= 0),
    sealed_part bytea not null,
    primary key (import_id, content, part));
  comment on table console.import_parts is 'compressed and encrypted with their place: a file of partners may hold passwords';
  grant select, insert, delete on console.import_parts to partner_office_app;

  create table console.import_mappings (
    id bigint generated always as identity primary key,
    kind text not null check (kind in ('partners', 'orders')),
    name text not null,
    header text not null,
    form jsonb not null,
    at bigint not null,
    by_id bigint not null references console.operators(id),
    unique (kind, name));
  comment on column console.import_mappings.header is 'the names of the columns of the file as JSON';
  create index import_mappings_header on console.import_mappings (kind, md5(header));
  grant select, insert, update, delete on console.import_mappings to partner_office_app;
  grant usage, select on sequence console.import_mappings_id_seq to partner_office_app`

const EXTERNAL_IDS = sql`
  create table external_ids (
    id bigint generated always as identity primary key,
    kind text not null check (kind in ('partner', 'order')),
    source text not null,
    external text not null,
    number bigint not null check (number > 0),
    unique (kind, source, external),
    unique (kind, number));
  comment on table external_ids is 'the number of each partner and order of another platform, for ever';
  grant select, insert on external_ids to partner_office_app;
  grant usage, select on sequence external_ids_id_seq to partner_office_app`

/** Files of partners and orders that operators import with a mapping, and the numbers of external ids. */
export const consoleImports: Migration = {
  async up(db) {
    for (const tables of [IMPORTS, EXTERNAL_IDS]) await tables.execute(db)
  },
}

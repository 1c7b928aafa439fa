import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Views of operators as a partner. Source: decisions D-174; requirements PTR-014 to PTR-018. */
export const viewsOfOperators: Migration = {
  async up(db) {
    await sql`
      create table console.views (
        id bigint generated always as identity primary key,
        partner_id bigint not null references partners(id),
        operator_id bigint not null references console.operators(id),
        session_id bigint not null,
        signed_in_until bigint not null,
        hand_off_hash bytea not null unique check (length(hand_off_hash) = 32),
        made_at bigint not null,
        token_hash bytea unique check (length(token_hash) = 32),
        opened_at bigint,
        ended_at bigint,
        is_told boolean not null default false,
        check ((token_hash is null) = (opened_at is null)));
      comment on column console.views.session_id is 'the session of the console that made it: a view ends with it';
      comment on column console.views.signed_in_until is 'when that session ends at the latest';
      comment on column console.views.hand_off_hash is 'of the token that the office swaps once, within 60 s';
      comment on column console.views.token_hash is 'of the access token; null: not opened';
      comment on column console.views.ended_at is 'by its own button, or by a second use of the hand-off';
      comment on column console.views.is_told is 'whether the partner sees the view';
      create index views_partner on console.views (partner_id, opened_at desc) where is_told;
      grant select, insert on console.views to partner_office_app;
      grant update (token_hash, opened_at, ended_at, is_told) on console.views to partner_office_app;
      grant usage, select on sequence console.views_id_seq to partner_office_app;

      create table console.view_pages (
        view_id bigint not null references console.views(id),
        page text not null check (page <> ''),
        at bigint not null,
        primary key (view_id, page));
      comment on table console.view_pages is 'what was opened in a view, once for each page; shown with its entry of the audit log';
      grant select, insert on console.view_pages to partner_office_app`.execute(db)
  },
}

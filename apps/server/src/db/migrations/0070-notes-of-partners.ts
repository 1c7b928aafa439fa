import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Notes of operators about partners. Nobody can change what was written: only striking out is granted. Source: requirements PTR-011. */
export const notesOfPartners: Migration = {
  async up(db) {
    await sql`
      create table console.partner_notes (
        id bigint generated always as identity primary key,
        partner_id bigint not null references partners(id),
        at bigint not null,
        operator_id bigint not null references console.operators(id),
        text text not null check (text <> ''),
        for_partner boolean not null,
        struck_at bigint,
        struck_by bigint references console.operators(id),
        struck_reason text,
        check ((struck_at is null) = (struck_by is null) and (struck_at is null) = (struck_reason is null)));
      comment on column console.partner_notes.for_partner is 'whether the personal-data export has it';
      create index partner_notes_partner on console.partner_notes (partner_id, id);
      grant select, insert, delete on console.partner_notes to partner_office_app;
      grant update (struck_at, struck_by, struck_reason) on console.partner_notes to partner_office_app;
      grant usage, select on sequence console.partner_notes_id_seq to partner_office_app`.execute(
      db,
    )
  },
}

import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Notes of operators about a ticket are notes about its partner. None of them is for the partner. Source: requirements PTR-011. */
export const notesOfTickets: Migration = {
  async up(db) {
    await sql`
      alter table console.partner_notes
        add column ticket_id bigint references tickets(id) on delete cascade,
        add constraint partner_notes_ticket check (ticket_id is null or not for_partner);
      comment on column console.partner_notes.ticket_id is 'the ticket that it was written at';
      create index partner_notes_ticket on console.partner_notes (ticket_id, id) where ticket_id is not null`.execute(
      db,
    )
  },
}

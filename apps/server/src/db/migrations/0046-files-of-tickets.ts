import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Files of tickets, which all processes on a PostgreSQL need. `is_stored` stays when the parts are deleted: a process that still
 * has the file does not store it again.
 */
export const filesOfTickets: Migration = {
  async up(db) {
    await sql`
      alter table ticket_files add column is_stored boolean not null default false;
      create table ticket_file_parts (
        ticket_id bigint not null,
        place smallint not null,
        part integer not null,
        sealed_part bytea not null,
        primary key (ticket_id, place, part),
        foreign key (ticket_id, place) references ticket_files (ticket_id, place) on delete cascade);
      grant select, insert, delete on ticket_file_parts to partner_office_app`.execute(db)
  },
}

import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** How often the invite page of a partner was visited on a UTC day. Nothing about a visitor. */
export const linkVisits: Migration = {
  async up(db) {
    await sql`
      create table link_visits (
        partner_id bigint not null references partners(id),
        day bigint not null check (day % 86400000 = 0),
        visits integer not null check (visits > 0),
        primary key (partner_id, day));
      comment on column link_visits.day is 'the first instant of the UTC day';
      grant select, insert, update on link_visits to partner_office_app`.execute(db)
  },
}

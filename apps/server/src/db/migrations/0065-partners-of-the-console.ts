import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** The partners who are hidden; indexes by which the console finds partners are in `large-indexes.sql`. Source: PTR-001, PTR-008; D-182. */
export const partnersOfTheConsole: Migration = {
  async up(db) {
    await sql`
      create table hidden_partners (
        partner_id bigint primary key references partners(id),
        reason text not null,
        since bigint not null);
      comment on table hidden_partners is
        'their invite page and public profile answer like an unknown code; team, figures and money stay';
      grant select, insert, delete on hidden_partners to partner_office_app`.execute(db)
  },
}

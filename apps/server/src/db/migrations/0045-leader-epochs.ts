import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Numbers of the leaders' terms. A sequence shows its value to all transactions at once, whatever their snapshot. */
export const leaderEpochs: Migration = {
  async up(db) {
    await sql`
      create sequence leader_epochs;
      grant usage, select on sequence leader_epochs to partner_office_app`.execute(db)
  },
}

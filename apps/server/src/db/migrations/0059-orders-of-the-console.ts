import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Indexes for the filters of the list of orders; by payment, partner and id there are some. An order that comes alone is not in the
 * index of files. Source: requirements ORC-001.
 */
export const ordersOfTheConsole: Migration = {
  async up(db) {
    await sql`
      create index orders_recorded on orders (recorded_at, id);
      create index orders_amount on orders (amount_cents, recorded_at, id);
      create index orders_file on orders (intake, recorded_at, id) where intake <> fact`.execute(db)
  },
}

import { sql } from 'kysely'

import type { Tx } from '../db/database.ts'

/** Tables of few rows, however many partners and orders there are. */
const SMALL = [
  'accepted_import',
  'change_log',
  'fact_log',
  'payout_routes',
  'plans',
  'rates',
  'settings',
]

/** How often a transaction has read whole tables that grow with the number of partners or orders. */
export async function tableScans(tx: Tx): Promise<unknown> {
  const { rows } = await sql`
    select relname as name, seq_scan as scans from pg_stat_xact_user_tables
    where relname <> all(${SMALL}::text[]) order by name`.execute(tx)
  return rows
}

import { sql } from 'kysely'

import type { Db } from '../../db/database.ts'

/** What a closed month was last computed from: its own closing, or a later one that looked at late orders. */
export type SealedMonth = { readonly planVersion: number; readonly upToFact: number }

/** How a month that is written "2025-10" was closed; null while it is not sealed. Source: decisions C11.12. */
export async function readSealedMonth(db: Db, period: string): Promise<SealedMonth | null> {
  const { rows } = await sql<SealedMonth>`
    select own.plan_version, (
      select max(c.up_to_fact) from closings c join period_seals s on s.closing_id = c.id
      where c.id = own.id or ${period} = any(c.late_periods)) as up_to_fact
    from closings own join period_seals s on s.closing_id = own.id where own.period = ${period}`.execute(
    db,
  )
  return rows[0] ?? null
}

import { sql } from 'kysely'

import type { Db } from '../../db/database.ts'

/**
 * What a closing is computed from, fixed when it begins: with the same facts its result is always the same.
 *
 * Units: `period` as records name it, "2025-10"; `begunAt` epoch milliseconds.
 */
export type Closing = {
  /** Numbers rise in the order of the closings. */
  readonly id: number
  readonly period: string
  readonly upToFact: number
  /** The newest plan at that time. */
  readonly planVersion: number
  /** The quotes in force at that time. */
  readonly rateIds: readonly number[]
  /** Earlier closed months that are computed again for late orders, oldest first. */
  readonly latePeriods: readonly string[]
  readonly begunAt: number
}

/** A closing as it is stored, sealed or still being posted. */
export type StoredClosing = Closing & { readonly isSealed: boolean }

/** All closings, in their order. */
export async function readClosings(db: Db): Promise<StoredClosing[]> {
  const { rows } = await sql<StoredClosing>`
    select c.*, s.closing_id is not null as is_sealed
    from closings c left join period_seals s on s.closing_id = c.id order by c.id`.execute(db)
  return rows
}

/** The closing of a month; null if none has begun. */
export async function findClosing(db: Db, period: string): Promise<StoredClosing | null> {
  return (await readClosings(db)).find((closing) => closing.period === period) ?? null
}

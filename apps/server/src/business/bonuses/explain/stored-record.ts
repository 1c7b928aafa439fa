import type { AccountCurrency, BonusType } from '@partner-office/domain'
import { sql } from 'kysely'

import { column } from '../../../db/column.ts'
import type { Db } from '../../../db/database.ts'

/** A stored bonus record with its explanation. Units: `units` smallest, `baseCents` EUR cents. */
export type StoredRecord = {
  readonly id: number
  readonly type: BonusType
  readonly orderId: number | null
  readonly level: number
  readonly currency: AccountCurrency
  readonly units: string
  readonly paidAt: number
  readonly period: string | null
  readonly planVersion: number
  readonly rankId: number | null
  readonly percent: string | null
  readonly baseCents: number
  readonly rateId: number | null
  readonly rate: string | null
  readonly rateSetAt: number | null
  readonly beforeCut: string | null
  readonly isTakingBack: boolean
  readonly isTakenBack: boolean
  readonly closingId: number | null
  readonly upToFact: number | null
  readonly pool: number | null
  readonly turboWindow: number | null
  readonly creditedBefore: string | null
  /** Of a record of a period: its derivation, and the order's amount where there is an order. */
  readonly document: object | null
  readonly orderCents: number | null
}

/**
 * Reads a record of a partner and the records of the same cause: an accrual is credited in several currencies.
 *
 * Empty if there is no such record or it is another partner's.
 */
export async function readRecords(
  db: Db,
  partnerId: number,
  recordId: number,
): Promise<StoredRecord[]> {
  const { rows } = await sql<StoredRecord>`
    ${ofRecords}
    join bonus_records asked on asked.id = ${recordId}
      and (asked.partner_id, asked.type, asked.level, asked.paid_at) = (b.partner_id, b.type, b.level, b.paid_at)
      and (asked.order_id, asked.period, asked.rank_id, asked.pool, asked.turbo_window, asked.closing_id)
        is not distinct from (b.order_id, b.period, b.rank_id, b.pool, b.turbo_window, b.closing_id)
      and (asked.reverses_id is null) = (b.reverses_id is null)
    where b.partner_id = ${partnerId} order by b.currency`.execute(db)
  return rows
}

/** The records of some types that an order has credited to a partner, late corrections included. */
export async function readOrderRecords(
  db: Db,
  partnerId: number,
  orderId: number,
  types: readonly BonusType[],
): Promise<StoredRecord[]> {
  const { rows } = await sql<StoredRecord>`
    ${ofRecords}
    where b.partner_id = ${partnerId} and b.order_id = ${orderId} and b.type = any(${types}::text[])
      and b.reverses_id is null
    order by b.id`.execute(db)
  return rows
}

/** The records with these ids, by id. */
export async function readRecordsById(
  db: Db,
  ids: readonly number[],
): Promise<Map<number, StoredRecord>> {
  const { rows } = await sql<StoredRecord>`
    ${ofRecords} where b.id = any(${column(ids)}::bigint[])`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

export const ofRecords = sql`
  select b.id, b.type, b.order_id, b.level, b.currency, b.amount::text as units, b.paid_at, b.period, b.plan_version,
    b.rank_id, b.percent::text, b.base_cents, b.rate_id, b.rate::text, r.set_at as rate_set_at, b.before_cut::text,
    b.reverses_id is not null as is_taking_back,
    exists (select from bonus_records t where t.reverses_id = b.id) as is_taken_back,
    b.closing_id, c.up_to_fact, b.pool, b.turbo_window, b.credited_before::text, d.document,
    o.amount_cents as order_cents
  from bonus_records b
  left join rates r on r.id = b.rate_id
  left join orders o on o.id = b.order_id
  left join closings c on c.id = b.closing_id
  left join bonus_derivations d on (d.closing_id, d.period, d.number) = (b.closing_id, b.period, b.derivation)`

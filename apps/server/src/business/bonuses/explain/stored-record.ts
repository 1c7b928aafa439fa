import type { AccountCurrency, BonusType } from '@partner-office/domain'
import { type RawBuilder, type Selectable, sql } from 'kysely'

import { column } from '../../../db/column.ts'
import type { Db } from '../../../db/database.ts'
import type { Schema } from '../../../db/schema.ts'
import type { CallerContext } from '../bonus-context.ts'

/** A stored bonus record with its explanation. Units: `amount` smallest, `baseCents` and `orderCents` EUR cents. */
export type StoredRecord = Selectable<Schema['bonusRecords']> & {
  readonly type: BonusType
  readonly currency: AccountCurrency
  readonly rateSetAt: number | null
  readonly isTakingBack: boolean
  readonly isTakenBack: boolean
  /** The last fact that the record's closing knew. */
  readonly upToFact: number | null
  /** The derivation of a record of a period. */
  readonly document: object | null
  readonly orderCents: number | null
}

/** Reads bonus records `b`; `rest` is what follows the `from` clause. */
export async function readStored(db: Db, rest: RawBuilder<unknown>): Promise<StoredRecord[]> {
  const { rows } = await sql<StoredRecord>`
    select b.*, r.set_at as rate_set_at, b.reverses_id is not null as is_taking_back,
      exists (select from bonus_records t where t.reverses_id = b.id) as is_taken_back,
      c.up_to_fact, d.document, o.amount_cents as order_cents
    from bonus_records b
    left join rates r on r.id = b.rate_id
    left join orders o on o.id = b.order_id
    left join closings c on c.id = b.closing_id
    left join bonus_derivations d on (d.closing_id, d.period, d.number) = (b.closing_id, b.period, b.derivation)
    ${rest}`.execute(db)
  return rows
}

/**
 * Reads a record of a partner and the records of the same cause: an accrual is credited in several currencies.
 *
 * Empty if there is no such record or it is another partner's.
 */
export const readRecords = (db: Db, partnerId: number, recordId: number): Promise<StoredRecord[]> =>
  readStored(
    db,
    sql`join bonus_records asked on asked.id = ${recordId}
      and (asked.partner_id, asked.type, asked.level, asked.paid_at) = (b.partner_id, b.type, b.level, b.paid_at)
      and (asked.order_id, asked.period, asked.rank_id, asked.pool, asked.turbo_window, asked.closing_id)
        is not distinct from (b.order_id, b.period, b.rank_id, b.pool, b.turbo_window, b.closing_id)
      and (asked.reverses_id is null) = (b.reverses_id is null)
    where b.partner_id = ${partnerId} order by b.currency`,
  )

/** The records of some types that an order has credited to the caller, late corrections included. */
export const readOrderRecords = (
  { db, partnerId }: CallerContext,
  orderId: number,
  types: readonly BonusType[],
): Promise<StoredRecord[]> =>
  readStored(
    db,
    sql`where b.partner_id = ${partnerId} and b.order_id = ${orderId} and b.type = any(${types}::text[])
      and b.reverses_id is null
    order by b.id`,
  )

/**
 * All records that an order has caused: its credits, late corrections and reversals, and the bonuses of the ranks that it reached.
 *
 * Source: requirements ORC-002 to ORC-004.
 */
export const readRecordsCausedBy = (db: Db, orderId: number): Promise<StoredRecord[]> =>
  readStored(db, sql`where b.id in (${idsCausedBy(orderId)}) order by b.id`)

/** The ids of those records, for a subquery. */
export const idsCausedBy = (orderId: number): RawBuilder<unknown> => sql`
  select id from bonus_records where order_id = ${orderId}
  union all select bonus_record_id from rank_reaches where order_id = ${orderId} and bonus_record_id is not null`

/** The records with these ids, by id. */
export async function readRecordsById(
  db: Db,
  ids: readonly number[],
): Promise<Map<number, StoredRecord>> {
  const records = await readStored(db, sql`where b.id = any(${column(ids)}::bigint[])`)
  return new Map(records.map((record) => [record.id, record]))
}

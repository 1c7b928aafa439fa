import type { CurrencySum } from '@partner-office/contracts'
import {
  type AccountCurrency,
  add,
  type Fraction,
  monthEnd,
  monthText,
  planAt,
  type PlanVersion,
  Refusal,
  ZERO,
} from '@partner-office/domain'
import { sql } from 'kysely'

import type { Core } from '../../../core/core.ts'
import { column } from '../../../db/column.ts'
import type { Db, Tx } from '../../../db/database.ts'
import { readSealedMonth } from '../../bonuses/bonus-context.ts'
import { eurOfRecord } from '../../bonuses/explain/explained-amount.ts'
import { type OrderWithPath, readOrderWithPath } from '../../bonuses/explain/explained-order.ts'
import {
  readStored,
  readRecordsById,
  type StoredRecord,
} from '../../bonuses/explain/stored-record.ts'
import { lockFactLog } from '../../facts/lock-fact-log.ts'
import { readActivity } from './order-activity.ts'
import { readSlotRecords, slotsOf } from './order-programmes.ts'
import { type Reach, readReaches } from './reached-ranks.ts'
import { countsOf } from './read-month.ts'
import { sumsOf } from './sums.ts'

/** A balance that cancelling brings, or leaves, below zero. Units: smallest of the currency. */
type NegativeBalance = {
  readonly partnerId: number
  readonly account: string
  readonly currency: AccountCurrency
  readonly before: bigint
  readonly after: bigint
}

/**
 * What cancelling an order would do.
 *
 * Units: EUR cents; `eur`, exact, is the value of what is taken back, at the rates stored with the records. `until` and `without` are
 * the ends of the buyer's activity before and after; `shares`, `reaches` and `programmes` stay.
 */
export type TakenBack = {
  readonly order: OrderWithPath
  readonly records: readonly StoredRecord[]
  readonly sums: readonly CurrencySum[]
  readonly eur: Fraction
  readonly negative: readonly NegativeBalance[]
  readonly until: number | null
  readonly without: number | null
  readonly shares: readonly CurrencySum[]
  readonly reaches: readonly Reach[]
  readonly rankRecords: readonly StoredRecord[]
  readonly programmes: readonly CurrencySum[]
  readonly versions: readonly PlanVersion[]
}

/**
 * Reads what cancelling an order would do, and holds it until the transaction ends: no fact comes in between, and no balance of the
 * partners concerned changes.
 *
 * Refuses: `not_found`; `changed_meanwhile`, if the order is cancelled; `data_not_ready`.
 * Source: requirements ORC-005; decisions C11.14.
 */
export async function holdTakenBack(core: Core, tx: Tx, orderId: number): Promise<TakenBack> {
  // Locks of accounts come after that of the facts, as for everybody who writes orders.
  await lockFactLog(tx)
  await core.network.catchUp(tx)
  const { engine } = core.network
  const order = await readOrderWithPath(tx, engine, orderId)
  if (order.cancelledBy !== null) {
    throw new Refusal('changed_meanwhile', { field: 'state', reason: 'the order is cancelled' })
  }
  const records = await readTakenBack(tx, orderId)
  const versions = await core.plans.versions(tx)
  const { until, without, sums: shares } = await readActivity(tx, versions, order)
  const reaches = await readReaches(tx, orderId)
  const ids = reaches.flatMap(({ recordId }) => recordId ?? [])
  return {
    order,
    records,
    sums: sumsOf(records),
    eur: eurOf(records),
    negative: await holdBalances(tx, records),
    until,
    without,
    shares,
    reaches,
    rankRecords: [...(await readRecordsById(tx, ids)).values()],
    programmes: await programmesThatStay(core, tx, { order, versions }),
    versions,
  }
}

/** The records that cancelling an order takes back. Source: decisions C11.14. */
const readTakenBack = (db: Db, orderId: number): Promise<StoredRecord[]> =>
  readStored(
    db,
    sql`where b.order_id = ${orderId} and b.reverses_id is null
      and not exists (select from bonus_records t where t.reverses_id = b.id) order by b.id`,
  )

const eurOf = (records: readonly StoredRecord[]): Fraction =>
  records.reduce((sum, record) => add(sum, eurOfRecord(record)), ZERO)

/** The value of what cancelling an order takes back; 0 for an order that is cancelled or unknown. Units: EUR, exact. */
export const worthOfCancel = async (db: Db, orderId: number): Promise<Fraction> =>
  eurOf(await readTakenBack(db, orderId))

/** Locks the accounts of records, and answers those that fall below zero without them. */
async function holdBalances(tx: Tx, records: readonly StoredRecord[]): Promise<NegativeBalance[]> {
  const { rows } = await sql<
    Omit<NegativeBalance, 'before' | 'after'> & { balance: string; taken: string }
  >`
    with taken as materialized (
      select t.partner_account_id as id, sum(b.amount) as taken
      from bonus_records b join transfers t on t.id = b.transfer_id
      where b.id = any(${column(records.map(({ id }) => id))}::bigint[]) group by t.partner_account_id
    ), held as materialized (
      select a.* from accounts a where a.id in (select id from taken) order by a.id for update
    )
    select h.partner_id, h.name as account, h.currency, h.balance::text as balance, k.taken::text as taken
    from held h join taken k on k.id = h.id where h.balance < k.taken order by h.partner_id, h.currency`.execute(
    tx,
  )
  return rows.map(({ balance, taken, ...row }) => {
    const before = BigInt(balance)
    return { ...row, before, after: before - BigInt(taken) }
  })
}

/** What programmes of a closed month have credited in which the order counts. */
async function programmesThatStay(
  { network: { engine } }: Core,
  tx: Tx,
  { order, versions }: Pick<TakenBack, 'order' | 'versions'>,
): Promise<CurrencySum[]> {
  const { paidAt, path } = order
  const month = monthText(paidAt)
  const sealed = await readSealedMonth(tx, month)
  if (sealed === null || countsOf(order, sealed) !== 'COUNTS') return []
  const known = versions.filter(({ version }) => version <= sealed.planVersion)
  const { plan } = planAt(known, monthEnd(paidAt) - 1)
  const above = path.map((row) => engine.ids[row]!)
  const slots = slotsOf(plan, { paidAt, above }, engine)
  const recordsOf = await readSlotRecords(tx, slots, month)
  return sumsOf(slots.flatMap(recordsOf))
}

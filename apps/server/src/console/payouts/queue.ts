import type {
  CallInput,
  CallReply,
  getQueue,
  PayoutState,
  QueuedPayout,
} from '@partner-office/contracts'
import {
  type AccountCurrency,
  add,
  compare,
  type Fraction,
  multiply,
  PAYOUT_ROUTES,
  ratio,
  ZERO,
} from '@partner-office/domain'
import { type RawBuilder, sql } from 'kysely'

import { coinText } from '../../business/bonuses/bonus-texts.ts'
import type { Payout } from '../../business/payouts/end/end-payout.ts'
import type { Core } from '../../core/core.ts'
import { column } from '../../db/column.ts'
import type { Db } from '../../db/database.ts'
import { partOf } from '../../db/page.ts'
import { EurValues } from '../today/eur-values.ts'
import { MarkedPayouts } from './marked-payouts.ts'
import { readMarks } from './marks.ts'
import { isInState, stateOf } from './states.ts'

const PAGE = 50
const HOUR_MS = 3_600_000

/** The currencies that are paid out. */
const CURRENCIES = [...new Set(PAYOUT_ROUTES.map(({ currency }) => currency))]

type Query = CallInput<typeof getQueue>['query']

/** The queue of payouts. */
export class Queue {
  readonly #core: Core
  readonly #marked: MarkedPayouts

  constructor(core: Core) {
    this.#core = core
    this.#marked = new MarkedPayouts(core)
  }

  /**
   * A page of payouts: their ids first, which needs no other table, then all else of these alone.
   *
   * Source: requirements PQU-001, PQU-016.
   */
  async read({ cursor, ...query }: Query): Promise<CallReply<typeof getQueue>> {
    const { database, clock } = this.#core
    const { read } = database
    const values = await EurValues.read(read)
    const rank = query.sort === 'eur' ? rankByEur(values) : sql`p.created_at`
    const conditions = [
      ...conditionsOf(query, { now: clock(), values }),
      ...(query.risk === undefined ? [] : [isOneOf(await this.#marked.with(query.risk))]),
      ...(cursor === undefined ? [] : [after(cursor, rank, query.order)]),
    ]
    const direction = query.order === 'ascending' ? sql`asc` : sql`desc`
    const { rows } = await sql<{ id: number; rank: string }>`
      select p.id, (${rank})::text as rank from payouts p where ${sql.join(conditions, sql` and `)}
      order by ${rank} ${direction}, p.id ${direction} limit ${PAGE + 1}`.execute(read)
    const page = partOf(rows, PAGE, (last) => `${last.rank} ${last.id}`)
    const ids = page.content.map(({ id }) => id)
    const content = await readQueued(read, ids, { now: clock(), values })
    return { ...page, content, rates: values.used() }
  }
}

/** From this many on, looking each id up in the index costs more than reading all pending payouts. */
const MANY_IDS = 2_000

/** SQL that tells whether a payout is one of those with these ids. The sum keeps the index out of it. */
const isOneOf = (ids: readonly number[]): RawBuilder<boolean> =>
  ids.length < MANY_IDS
    ? sql<boolean>`p.id = any(${column(ids)}::bigint[])`
    : sql<boolean>`p.id + 0 = any(${column(ids)}::bigint[])`

/** The condition of what stands behind the last row of the page before. */
function after(cursor: string, rank: RawBuilder<unknown>, order: Query['order']) {
  const [last, id] = cursor.split(' ')
  const is = order === 'ascending' ? sql`>` : sql`<`
  return sql`(${rank}, p.id) ${is} (${last}::numeric, ${id}::bigint)`
}

type Context = { readonly now: number; readonly values: EurValues }

function conditionsOf(query: Query, { now, values }: Context): RawBuilder<unknown>[] {
  const { partner, from, waits = 0, country, operator, batch, eurFrom, eurTo } = query
  const each: readonly [unknown, RawBuilder<unknown>][] = [
    [partner, sql`p.partner_id = ${partner}`],
    [from, sql`p.payout_from = ${from}`],
    [query.waits, sql`p.created_at <= ${now - waits * HOUR_MS}`],
    [country, sql`p.partner_id in (select c.id from partners c where c.country_id = ${country})`],
    [
      operator,
      sql`p.taken_by in (select o.id from console.operators o where lower(o.email) = lower(${operator ?? ''}))`,
    ],
    [batch, sql`p.id in (select h.payout_id from payout_hand_overs h where h.batch_id = ${batch})`],
    [eurFrom, sql`(${boundedBy(values, eurFrom ?? 0, 'from')})`],
    [eurTo, sql`(${boundedBy(values, eurTo ?? 0, 'to')})`],
  ]
  const asked = each.flatMap(([value, condition]) => (value === undefined ? [] : [condition]))
  return [isInState(query.state), ...asked]
}

/** SQL that compares amounts with a bound in EUR: the bound in units of each currency. What no rate values is not found. */
function boundedBy(values: EurValues, cents: number, end: 'from' | 'to'): RawBuilder<unknown> {
  const bounds = CURRENCIES.flatMap((currency) => {
    const rate = values.perUnit(currency)
    if (rate === null || rate.num === 0n) return []
    const bound = ratio(BigInt(cents) * rate.den, 100n * rate.num)
    const units = end === 'from' ? (bound.num + bound.den - 1n) / bound.den : bound.num / bound.den
    const is = end === 'from' ? sql`>=` : sql`<=`
    return [sql`(p.currency = ${currency} and p.amount ${is} ${String(units)}::numeric)`]
  })
  return bounds.length === 0 ? sql`false` : sql.join(bounds, sql` or `)
}

/** Digits of a weight: values that differ by less than a billionth of a cent are sorted by id. */
const WEIGHT_DECIMALS = 30n

/** SQL of the value in EUR to sort by: whole numbers, so that a cursor is exact. */
function rankByEur(values: EurValues): RawBuilder<unknown> {
  const weights = CURRENCIES.map((currency) => {
    const weight = weightOf(values.perUnit(currency))
    return sql`when ${sql.lit(currency)} then ${sql.lit(String(weight))}::numeric`
  })
  return sql`(p.amount * case p.currency ${sql.join(weights, sql` `)} else 0 end)`
}

const weightOf = (rate: Fraction | null): bigint =>
  rate === null ? 0n : (rate.num * 10n ** WEIGHT_DECIMALS) / rate.den

/** A payout with what a list shows besides. */
export type QueuedRow = Payout & {
  readonly name: string
  readonly country: string
  readonly takenByEmail: string | null
  readonly batch: number | null
}

/** Payouts with their partners, operators and batches, in the order of their ids in the list. */
export async function rowsOf(db: Db, ids: readonly number[]): Promise<QueuedRow[]> {
  const { rows } = await sql<QueuedRow>`
    select p.*, c.first_name || ' ' || c.last_name as name, c.country_id as country, o.email as taken_by_email, h.batch_id as batch
    from unnest(${[...ids]}::bigint[]) with ordinality as asked(id, place)
      join payouts p on p.id = asked.id
      join partners c on c.id = p.partner_id
      left join console.operators o on o.id = p.taken_by
      left join payout_hand_overs h on h.payout_id = p.id
    order by asked.place`.execute(db)
  return rows
}

/** Payouts by their ids, in this order, with their marks of now. */
export async function readQueued(
  db: Db,
  ids: readonly number[],
  { now, values }: Context,
): Promise<QueuedPayout[]> {
  const rows = await rowsOf(db, ids)
  const marks = await readMarks(db, ids, now)
  return rows.map((row) => queued(row, values, marks.get(row.id) ?? []))
}

/** A payout as lists show it. */
export function queued(
  row: QueuedRow,
  values: EurValues,
  marks: QueuedPayout['marks'],
): QueuedPayout {
  const { id, takenBy, takenByEmail } = row
  const currency = row.currency as AccountCurrency
  const coins = (units: string) => coinText(BigInt(units), currency)
  const state: PayoutState = stateOf(row)
  return {
    id,
    partner: { id: row.partnerId, name: row.name, country: row.country },
    from: row.payoutFrom,
    to: row.payoutTo,
    currency,
    amount: coins(row.amount),
    fee: coins(row.fee),
    receive: coins(row.receive),
    eur: values.valued(currency, row.amount).eur,
    address: row.address,
    state,
    createdAt: row.createdAt,
    takenAt: row.takenAt,
    takenBy: takenBy === null ? null : { id: takenBy, email: takenByEmail! },
    endedAt: row.endedAt,
    batch: row.batch,
    marks,
    version: row.version,
  }
}

/** The sum of amounts in EUR; null where a rate is missing. Rounding: none. */
export function worthInEur(
  values: EurValues,
  amounts: readonly { readonly currency: string; readonly units: bigint }[],
): Fraction | null {
  let sum = ZERO
  for (const { currency, units } of amounts) {
    const rate = values.perUnit(currency as AccountCurrency)
    if (rate === null) return null
    sum = add(sum, multiply(rate, ratio(units, 1n)))
  }
  return sum
}

/** Whether a value is at least a whole number of EUR. */
export const reaches = (value: Fraction, eur: string): boolean =>
  compare(value, ratio(BigInt(eur), 1n)) >= 0

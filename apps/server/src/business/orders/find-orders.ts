import type {
  ConsoleOrder,
  ListedOrder,
  NamedPartner,
  OrderFilter,
} from '@partner-office/contracts'
import {
  type AccountCurrency,
  DAY_MS,
  eurCents,
  formatUnits,
  monthEnd,
  parseMonth,
  Refusal,
} from '@partner-office/domain'
import { type RawBuilder, sql } from 'kysely'

import type { Db } from '../../db/database.ts'

type Row = Omit<ListedOrder, 'buyer' | 'amount'> &
  Omit<NamedPartner, 'id'> & { readonly buyerId: number; readonly cents: number }

/** Whether others came with an order: all orders of a file but its first have a fact after that of the file. */
const IS_OF_FILE = sql`(o.intake <> o.fact
  or exists (select from orders f where f.intake = o.fact and f.intake <> f.fact))`

const COLUMNS = sql`
  o.id, o.paid_at, o.recorded_at, o.amount_cents as cents,
  p.id as buyer_id, p.first_name, p.last_name, p.country_id as country,
  case when c.order_id is null then 'STANDING' else 'CANCELLED' end as state,
  k.period as late_for, case when ${IS_OF_FILE} then o.intake end as file`

/** An order is late for a month that was closed on earlier facts than its own. */
const TABLES = sql`
  orders o join partners p on p.id = o.partner_id left join cancellations c on c.order_id = o.id
    left join closings k on k.up_to_fact < o.fact
      and k.period = to_char(to_timestamp(o.paid_at / 1000) at time zone 'UTC', 'YYYY-MM')`

/** Where a page of orders ends. */
export type OrderPlace = { readonly recordedAt: number; readonly id: number }

/** Orders behind a place, those recorded last first; ties by the greater id. Source: requirements ORC-001. */
export async function findOrders(
  db: Db,
  filter: OrderFilter,
  { before, limit }: { readonly before: OrderPlace | null; readonly limit: number },
): Promise<ListedOrder[]> {
  const conditions = conditionsOf(filter)
  if (before !== null) {
    conditions.push(sql`(o.recorded_at, o.id) < (${before.recordedAt}, ${before.id})`)
  }
  const where = conditions.length === 0 ? sql`` : sql`where ${sql.join(conditions, sql` and `)}`
  const { rows } = await sql<Row>`
    select ${COLUMNS} from ${TABLES} ${where}
    order by o.recorded_at desc, o.id desc limit ${limit}`.execute(db)
  return rows.map(asListed)
}

function conditionsOf(filter: OrderFilter): RawBuilder<unknown>[] {
  const { order, partner, paid = 0, recorded = 0, amount, state, lateFor, file } = filter
  const month = parseMonth(lateFor ?? '') ?? 0
  const isOf = (of: RawBuilder<unknown>, from: number, to: number) =>
    sql`${of} >= ${from} and ${of} < ${to}`
  const each: readonly [unknown, RawBuilder<unknown>][] = [
    [order, sql`o.id = ${order}`],
    [partner, sql`o.partner_id = ${partner}`],
    [filter.paid, isOf(sql`o.paid_at`, paid, paid + DAY_MS)],
    [filter.recorded, isOf(sql`o.recorded_at`, recorded, recorded + DAY_MS)],
    [amount, sql`o.amount_cents = ${amount}`],
    [state, state === 'CANCELLED' ? sql`c.order_id is not null` : sql`c.order_id is null`],
    // The range finds them by the index of payments.
    [lateFor, sql`k.period = ${lateFor} and ${isOf(sql`o.paid_at`, month, monthEnd(month))}`],
    // The same words as in the index `orders_file`.
    [
      file,
      sql`((o.intake = ${file} and o.intake <> o.fact) or (o.fact = ${file} and ${IS_OF_FILE}))`,
    ],
  ]
  return each.flatMap(([value, condition]) => (value === undefined ? [] : [condition]))
}

const asListed = ({ buyerId, firstName, lastName, country, cents, ...row }: Row): ListedOrder => ({
  ...row,
  buyer: { id: buyerId, firstName, lastName, country },
  amount: formatUnits(eurCents(cents), 2),
})

type OneRow = Row & {
  readonly fact: number
  readonly planVersion: number
  readonly rateId: number
  readonly rateTo: AccountCurrency
  readonly rate: string
  readonly rateSetAt: number
  readonly correctedWith: string | null
  readonly cancelledAt: number | null
  readonly cancelReason: string
  readonly cancelFact: number
}

/** One order. Refuses: `not_found`. */
export async function readOrder(db: Db, orderId: number): Promise<ConsoleOrder> {
  const { rows } = await sql<OneRow>`
    select ${COLUMNS}, o.fact, d.plan_version, d.rate_id, r.to_currency as rate_to, r.rate, r.set_at as rate_set_at,
      c.cancelled_at, c.reason as cancel_reason, c.fact as cancel_fact,
      (select l.period from closings l where k.period = any(l.late_periods) and l.up_to_fact >= o.fact
        order by l.up_to_fact limit 1) as corrected_with
    from ${TABLES} join order_decisions d on d.order_id = o.id join rates r on r.id = d.rate_id
    where o.id = ${orderId}`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Refusal('not_found')
  const { fact, planVersion, correctedWith, rateId, rateTo, rate, rateSetAt, ...rest } = row
  const { cancelledAt, cancelReason, cancelFact, ...listed } = rest
  return {
    ...asListed(listed),
    fact,
    planVersion,
    correctedWith,
    rate: { id: rateId, to: rateTo, rate, validFrom: rateSetAt },
    cancelled:
      cancelledAt === null ? null : { at: cancelledAt, reason: cancelReason, fact: cancelFact },
  }
}

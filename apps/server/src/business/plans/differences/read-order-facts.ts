import { sql } from 'kysely'

import type { Db } from '../../../db/database.ts'
import type { Fact, Ladder } from '../../../network/facts.ts'
import { numbersOf, type Page } from '../../../network/read-bulk.ts'

/** An order as it came in, with the quote and plan version that decided about it. */
export type StoredOrder = {
  readonly orderId: number
  readonly fact: number
  readonly partnerId: number
  readonly paidAt: number
  readonly cents: number
  /** The first fact of the file or call that brought it. */
  readonly intake: number
  readonly recordedAt: number
  readonly rateId: number
}

/** Some facts about orders and blocks, each kind in the order of its facts. */
export type OrderFacts = {
  readonly orders: readonly StoredOrder[]
  readonly others: readonly Extract<Fact, { kind: 'cancellation' | 'block' }>[]
  readonly reaches: readonly Extract<Fact, { kind: 'rank' }>[]
}

type Window = { readonly after: number; readonly upTo: number }

/**
 * The facts of a window that decide about orders, but for registrations. `reaches` are those of orders paid outside `[start, until)`.
 */
export const readOrderFacts = async (
  db: Db,
  window: Window,
  bounds: { readonly start: number; readonly until: number },
): Promise<OrderFacts> => ({
  orders: await readOrders(db, window),
  others: [...(await readCancellations(db, window)), ...(await readBlocks(db, window))].toSorted(
    (a, b) => a.fact - b.fact,
  ),
  reaches: await readReaches(db, window, bounds),
})

const COLUMNS = [
  'orderId',
  'fact',
  'partnerId',
  'paidAt',
  'cents',
  'intake',
  'recordedAt',
  'rateId',
] as const

async function readOrders(db: Db, { after, upTo }: Window): Promise<StoredOrder[]> {
  const { rows } = await sql<Page<(typeof COLUMNS)[number]>>`
    select count(*) as rows, array_agg(id)::text as order_id, array_agg(fact)::text as fact,
      array_agg(partner_id)::text as partner_id, array_agg(paid_at)::text as paid_at,
      array_agg(amount_cents)::text as cents, array_agg(intake)::text as intake,
      array_agg(recorded_at)::text as recorded_at, array_agg(rate_id)::text as rate_id
    from (select o.*, coalesce(d.rate_id, 0) as rate_id
      from orders o left join order_decisions d on d.order_id = o.id
      where o.fact > ${after} and o.fact <= ${upTo} order by o.fact) o`.execute(db)
  const page = rows[0]!
  if (page.rows === 0) return []
  const columns = COLUMNS.map((name) => numbersOf(page[name]!, page.rows))
  return Array.from({ length: page.rows }, (_, at) => {
    const [orderId, fact, partnerId, paidAt, cents, intake, recordedAt, rateId] = columns.map(
      (each) => each[at]!,
    ) as [number, number, number, number, number, number, number, number]
    return { orderId, fact, partnerId, paidAt, cents, intake, recordedAt, rateId }
  })
}

async function readCancellations(db: Db, { after, upTo }: Window) {
  const { rows } = await sql<{ fact: number; partnerId: number; paidAt: number; cents: number }>`
    select c.fact, o.partner_id, o.paid_at, o.amount_cents as cents
    from cancellations c join orders o on o.id = c.order_id
    where c.fact > ${after} and c.fact <= ${upTo}`.execute(db)
  return rows.map((row) => ({ kind: 'cancellation' as const, ...row }))
}

async function readBlocks(db: Db, { after, upTo }: Window) {
  const { rows } = await sql<{ fact: number; partnerId: number; blocked: boolean }>`
    select fact, partner_id, blocked from partner_blocks
    where fact > ${after} and fact <= ${upTo}`.execute(db)
  return rows.map((row) => ({ kind: 'block' as const, ...row }))
}

async function readReaches(
  db: Db,
  { after, upTo }: Window,
  { start, until }: { readonly start: number; readonly until: number },
) {
  const { rows } = await sql<{ fact: number; partnerId: number; ladder: Ladder; rankId: number }>`
    select o.fact, r.partner_id, r.ladder, r.rank_id
    from orders o join rank_reaches r on r.order_id = o.id
    where o.fact > ${after} and o.fact <= ${upTo} and (o.paid_at < ${start} or o.paid_at >= ${until})
    order by o.fact`.execute(db)
  return rows.map((row) => ({ kind: 'rank' as const, ...row }))
}

import { type RawBuilder, sql } from 'kysely'

import type { Db } from '../../db/database.ts'
import { numbersOf, type Page, readPages } from '../../network/read-bulk.ts'

/**
 * The orders as they stood after a fact number, for a `from` clause: all columns of `orders o`, and in `cancelled_by`
 * the fact that had cancelled the order by then, null while it stands.
 *
 *     facts               10: order 7, 12: cancellation of order 7
 *     ordersAt(9)         no order 7
 *     ordersAt(11)        order 7, cancelled_by null
 *     ordersAt(12)        order 7, cancelled_by 12
 */
export const ordersAt = (fact: number): RawBuilder<unknown> => sql`(
  select o.*, c.fact as cancelled_by
  from orders o left join cancellations c on c.order_id = o.id and c.fact <= ${fact}
  where o.fact <= ${fact}) o`

/** Which orders to read: those paid in `[start, end)`, of some partners or of all (null). */
export type OrdersWanted = {
  readonly upTo: number
  readonly start: number
  readonly end: number
  readonly partnerIds: readonly number[] | null
}

/** Orders in columns. Units: epoch milliseconds, EUR cents, fact numbers; `cancelledBy` is 0 while the order stands. */
export type ReadOrders = {
  readonly size: number
  readonly ids: Float64Array
  readonly partnerIds: Float64Array
  readonly paidAt: Float64Array
  readonly cents: Float64Array
  readonly fact: Float64Array
  readonly cancelledBy: Float64Array
}

const COLUMNS = ['ids', 'partnerIds', 'paidAt', 'cents', 'fact', 'cancelledBy'] as const
type OrdersPage = Page<(typeof COLUMNS)[number]>

/** The orders of the facts up to a number, in no order. */
export async function readOrders(db: Db, wanted: OrdersWanted): Promise<ReadOrders> {
  if (wanted.partnerIds !== null) return ordersOfPartners(db, wanted)
  const pages: OrdersPage[] = []
  for await (const page of pagesOf(db, wanted)) pages.push(page)
  const size = pages.reduce((sum, { rows }) => sum + rows, 0)
  const columns = COLUMNS.map((name) => [name, joined(pages, name, size)] as const)
  return { size, ...Object.fromEntries(columns) } as ReadOrders
}

/** Few orders, mostly: the database answers rows sooner than columns of text. */
async function ordersOfPartners(
  db: Db,
  { upTo, start, end, partnerIds }: OrdersWanted,
): Promise<ReadOrders> {
  const { rows } = await sql<Record<(typeof COLUMNS)[number], number>>`
    select id as ids, partner_id as partner_ids, paid_at, amount_cents as cents, fact,
      coalesce(cancelled_by, 0) as cancelled_by
    from ${ordersAt(upTo)}
    where paid_at >= ${start} and paid_at < ${end} and partner_id = any(${partnerIds}::bigint[])`.execute(
    db,
  )
  const columns = COLUMNS.map((name) => [name, Float64Array.from(rows, (row) => row[name])])
  return { size: rows.length, ...Object.fromEntries(columns) } as ReadOrders
}

/** All orders of the network are read a page of facts at a time; orders of a period are one page. */
async function* pagesOf(db: Db, { upTo, start, end }: OrdersWanted): AsyncGenerator<OrdersPage> {
  const page = (after: number, last: number) => sql<OrdersPage>`
    select count(*) as rows, array_agg(id)::text as ids, array_agg(partner_id)::text as partner_ids,
      array_agg(paid_at)::text as paid_at, array_agg(amount_cents)::text as cents, array_agg(fact)::text as fact,
      array_agg(coalesce(cancelled_by, 0))::text as cancelled_by
    from ${ordersAt(upTo)}
    where fact > ${after} and fact <= ${last} and paid_at >= ${start} and paid_at < ${end}`
  if (start === 0) return yield* readPages(db, upTo, page)
  const { rows } = await page(0, upTo).execute(db)
  if (rows[0]!.rows > 0) yield rows[0]!
}

function joined(
  pages: readonly OrdersPage[],
  name: (typeof COLUMNS)[number],
  size: number,
): Float64Array {
  const all = new Float64Array(size)
  let at = 0
  for (const page of pages) {
    all.set(numbersOf(page[name]!, page.rows), at)
    at += page.rows
  }
  return all
}

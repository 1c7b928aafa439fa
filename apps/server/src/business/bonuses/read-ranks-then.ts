import {
  depthFirst,
  MonthBasis,
  monthEnd,
  type MonthFacts,
  monthStart,
} from '@partner-office/domain'
import { sql } from 'kysely'

import { type FiguresEngine, NO_ROW } from '../../network/figures-engine.ts'
import type { BonusDesk } from './bonus-desk.ts'
import { whoseOrders } from './bought.ts'

/** The rank of a row, by id. */
export type RankOf = (row: number) => number

/**
 * The ranks that a period's programmes look at, of a partner and everybody below, or of everybody: now, while its month
 * lasts, and at the month's end afterwards.
 *
 * Costs nothing while it lasts; afterwards all orders of these people up to its end, a sum each where none was cancelled.
 * Source: decisions C11.2, C11.14.
 */
export async function readRanksThen(desk: BonusDesk, top: number | null): Promise<RankOf> {
  const { engine, rankNow, now, end, version } = desk
  const { ranks } = version.plan
  // A window ends within a month, and counts by the ranks of its end.
  const month = monthStart(end - 1)
  if (now < monthEnd(month)) return (row) => rankNow(row).id
  const before = await readOrdersBefore(desk, top)
  const { facts, placeOf } = factsOf(engine, top, before)
  const { ranks: then } = new MonthBasis({ month, facts, versions: desk.versions, rates: [] })
  const withoutTurnover = ranks.findLast(({ turnover }) => turnover === 0n) ?? ranks[0]!
  return (row) => {
    const place = placeOf.get(row)
    return place === undefined ? withoutTurnover.id : then[place]!
  }
}

type OrderBefore = {
  readonly partnerId: number
  readonly paidAt: number
  readonly cents: number
  readonly fact: number
  readonly cancelledBy: number
}

async function readOrdersBefore(desk: BonusDesk, top: number | null): Promise<OrderBefore[]> {
  const { db, engine, upToFact, end, versions } = desk
  const whose = top === null ? sql`true` : whoseOrders(engine, { tops: [top], lines: Infinity })
  const meant = sql`o.fact <= ${upToFact} and o.paid_at < ${monthEnd(end - 1)} and ${whose}`
  const cancelled = sql`left join cancellations c on c.order_id = o.id and c.fact <= ${upToFact}`
  const { rows } = (await mayBeSummed(desk, versions.length))
    ? await sql<OrderBefore>`
        select o.partner_id, min(o.paid_at) as paid_at, sum(o.amount_cents)::bigint as cents, min(o.fact) as fact,
          0 as cancelled_by
        from orders o where ${meant} group by o.partner_id`.execute(db)
    : await sql<OrderBefore>`
        select o.partner_id, o.paid_at, o.amount_cents as cents, o.fact, coalesce(c.fact, 0) as cancelled_by
        from orders o ${cancelled} where ${meant}`.execute(db)
  return rows
}

/** Single orders matter only where one that was cancelled, or an earlier ladder, may have given a rank. */
async function mayBeSummed({ db, upToFact, end }: BonusDesk, versions: number): Promise<boolean> {
  if (versions > 1) return false
  const { rows } = await sql`
    select from cancellations c join orders o on o.id = c.order_id
    where c.fact <= ${upToFact} and o.paid_at < ${monthEnd(end - 1)} limit 1`.execute(db)
  return rows.length === 0
}

/** The people that orders are about, and who stands between them and the top, as a network of their own. */
function factsOf(engine: FiguresEngine, top: number | null, orders: readonly OrderBefore[]) {
  const counted = orders
    .map((order) => ({ ...order, row: engine.rowOf(order.partnerId) }))
    .filter(({ row }) => row !== NO_ROW && isWithin(engine, top, row))
  const rows = [...withPaths(engine, top, counted)].toSorted((a, b) => a - b)
  const places = new Map(rows.map((row, place) => [row, place]))
  const parentOf = (row: number) =>
    row === top ? NO_ROW : (places.get(engine.parent[row]!) ?? NO_ROW)
  const { partners, rowOf } = depthFirst({
    size: rows.length,
    ids: Float64Array.from(rows, (row) => engine.ids[row]!),
    parent: Int32Array.from(rows, parentOf),
    registeredAt: Float64Array.from(rows, (row) => engine.registeredAt[row]!),
    blocked: new Uint8Array(rows.length),
  })
  const facts: MonthFacts = {
    partners,
    orders: {
      size: counted.length,
      ids: Float64Array.from(counted, (_, at) => at + 1),
      buyer: Int32Array.from(counted, ({ row }) => rowOf[places.get(row)!]!),
      paidAt: Float64Array.from(counted, ({ paidAt }) => paidAt),
      cents: Float64Array.from(counted, ({ cents }) => cents),
      fact: Float64Array.from(counted, ({ fact }) => fact),
      cancelledBy: Float64Array.from(counted, ({ cancelledBy }) => cancelledBy),
    },
  }
  return { facts, placeOf: new Map(rows.map((row, listed) => [row, rowOf[listed]!])) }
}

function isWithin(engine: FiguresEngine, top: number | null, row: number): boolean {
  if (top === null || row === top) return true
  for (const above of engine.ancestors(row)) if (above === top) return true
  return false
}

function withPaths(
  engine: FiguresEngine,
  top: number | null,
  orders: readonly { readonly row: number }[],
): Set<number> {
  const rows = new Set<number>()
  for (const { row } of orders) {
    for (let at = row; at !== NO_ROW && !rows.has(at); at = engine.parent[at]!) {
      rows.add(at)
      if (at === top) break
    }
  }
  return rows
}

import { sql } from 'kysely'

import { type FiguresEngine, NO_ROW } from '../../network/figures-engine.ts'
import type { Period } from './asked-period.ts'
import type { BonusDesk } from './bonus-desk.ts'

/** What somebody bought in a period. Units: cents. */
export type Bought = { readonly row: number; readonly cents: number }

/** An order that stands. Units: cents, epoch milliseconds. */
export type MonthOrder = Bought & { readonly orderId: number; readonly paidAt: number }

/** Of a team up to this size the orders are asked for by partner, of a larger one by time. */
const MOST_ASKED_BY_PARTNER = 10_000

/** Whose orders are looked at: partners up to some lines below a row; all lines: Infinity. */
export type Below = { readonly top: number; readonly lines: number }

/**
 * What everybody up to some lines below a row bought, a sum each.
 *
 * Costs the orders of these people, or, of a very large team, all orders of the period.
 */
export async function readBought(
  desk: BonusDesk,
  below: Below,
  { start, end }: Period,
): Promise<Bought[]> {
  const { rows } = await sql<{ partnerId: number; cents: number }>`
    select o.partner_id, sum(o.amount_cents)::bigint as cents
    from orders o left join cancellations c on c.order_id = o.id and c.fact <= ${desk.upToFact}
    where c.order_id is null and o.fact <= ${desk.upToFact} and o.paid_at >= ${start} and o.paid_at < ${end}
      and ${whoseOrders(desk.engine, { tops: [below.top], lines: below.lines })}
    group by o.partner_id`.execute(desk.db)
  return rowsBelow(desk.engine, below, rows)
}

/** Some people of a team: those up to some lines below each of some rows of it. */
export type Around = { readonly tops: readonly number[]; readonly lines: number }

/**
 * The orders of everybody below a row, newest first; of some of them only, where they are all that is needed.
 *
 * Costs as `readBought`.
 */
export async function readTeamOrders(
  desk: BonusDesk,
  top: number,
  { tops, lines }: Around = { tops: [top], lines: Infinity },
): Promise<MonthOrder[]> {
  const { db, engine, start, end, upToFact } = desk
  const { rows } = await sql<{
    orderId: number
    partnerId: number
    paidAt: number
    cents: number
  }>`
    select o.id as order_id, o.partner_id, o.paid_at, o.amount_cents as cents
    from orders o left join cancellations c on c.order_id = o.id and c.fact <= ${upToFact}
    where c.order_id is null and o.fact <= ${upToFact} and o.paid_at >= ${start} and o.paid_at < ${end}
      and ${whoseOrders(engine, { tops, lines })}
    order by o.paid_at desc, o.id desc`.execute(db)
  return rowsBelow(engine, { top, lines: Infinity }, rows)
}

/** For a query about `orders o`: those of the people around and of the ones on top, or of everybody. */
export function whoseOrders(engine: FiguresEngine, { tops, lines }: Around) {
  const ids = new Set(tops.map((row) => engine.ids[row]!))
  for (const top of tops) {
    for (const row of rowsWithin(engine, top, lines)) {
      if (ids.size > MOST_ASKED_BY_PARTNER) return sql`true`
      ids.add(engine.ids[row]!)
    }
  }
  return sql`o.partner_id = any(${[...ids]}::bigint[])`
}

/** Everybody up to some lines below, line by line. */
function* rowsWithin(engine: FiguresEngine, top: number, lines: number): Generator<number> {
  let line = [top]
  for (let depth = 0; depth < lines && line.length > 0; depth += 1) {
    const next: number[] = []
    for (const row of line) {
      for (const child of engine.children(row)) {
        yield child
        next.push(child)
      }
    }
    line = next
  }
}

/** What was bought by others, and by those who came after the figures, is left out. */
function rowsBelow<Row extends { partnerId: number }>(
  engine: FiguresEngine,
  { top, lines }: Below,
  bought: readonly Row[],
): (Omit<Row, 'partnerId'> & { row: number })[] {
  return bought.flatMap(({ partnerId, ...rest }) => {
    const row = engine.rowOf(partnerId)
    const depth = row === NO_ROW ? 0 : depthBelow(engine, top, row)
    return depth > 0 && depth <= lines ? [{ ...rest, row }] : []
  })
}

/** How many lines a row stands below another, 0 where it does not. */
function depthBelow(engine: FiguresEngine, top: number, row: number): number {
  let depth = 0
  for (let at = row; at !== NO_ROW; at = engine.parent[at]!) {
    if (at === top) return depth
    depth += 1
  }
  return 0
}

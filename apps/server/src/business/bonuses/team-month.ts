import {
  depthFirst,
  MonthBasis,
  monthEnd,
  type MonthFacts,
  monthStart,
  type ProgrammeBase,
} from '@partner-office/domain'

import { NO_ROW } from '../../network/columns.ts'
import type { FiguresEngine } from '../../network/figures-engine.ts'
import { readOrders, type ReadOrders } from '../orders/read-orders.ts'
import { blockedPartners } from '../periods/read-month-facts.ts'
import type { Period } from './asked-period.ts'
import type { BonusContext } from './bonus-context.ts'

/** Up to this many partners, orders are read by partner; of more, by time. */
const MOST_READ_BY_PARTNER = 10_000

/**
 * The team whose month is read: `top` (null: the whole network) and the partners up to some lines below, all lines:
 * Infinity. With `path`, only orders of partners up to some lines below each of these rows of the team are needed.
 *
 * Units: rows of the engine.
 */
export type Team = {
  readonly top: number | null
  readonly lines: number
  readonly path?: readonly number[]
}

/** Buyers of a team and the partners between them and the top, as a network of their own. */
export type TeamFacts = {
  readonly facts: MonthFacts
  /** The row in the facts of an engine row; -1 if the facts do not have it. */
  readonly rowOf: (engineRow: number) => number
  /** The engine row of a row in the facts. */
  readonly engineRows: Int32Array
}

/** The month of a team, computed by the rules that close months. */
export type TeamMonth = TeamFacts & {
  readonly basis: MonthBasis
  /** Whether the facts have the orders of all lines. */
  readonly isWhole: boolean
}

/** How many lines below a partner count for a programme. */
export const linesOf = (base: ProgrammeBase): number => LINES[base] ?? Infinity

const LINES: Readonly<Partial<Record<ProgrammeBase, number>>> = {
  line1: 1,
  lines1To2: 2,
  lines1To3: 3,
}

/**
 * Reads the month that a period ends in, for a team.
 *
 * While the month goes on, ranks, activity and blocks are the engine's, and only the period's orders are read. After its
 * end they follow from all orders of the team up to the month's end.
 *
 * Source: decisions C11.2, C11.5, C11.14.
 */
export async function readTeamMonth(context: BonusContext, team: Team): Promise<TeamMonth> {
  const { start, end, versions, now, engine, rankNow } = context
  const month = monthStart(end - 1)
  const question = { month, versions, rates: [] }
  if (now >= monthEnd(month)) {
    const whole = { top: team.top, lines: Infinity }
    const read = await readTeamFacts(context, whole, { start: 0, end: monthEnd(month) })
    return { ...read, basis: new MonthBasis({ ...question, facts: read.facts }), isWhole: true }
  }
  const read = await readTeamFacts(context, team, { start, end })
  const { facts, engineRows } = read
  const present = {
    rankOf: (row: number) => rankNow(engineRows[row]!).id,
    activityOf: (row: number) => engine.activityOf(engineRows[row]!, Infinity),
  }
  const isWhole = team.lines === Infinity
  return { ...read, basis: new MonthBasis({ ...question, facts, present }), isWhole }
}

/** Reads the orders of a team in a period, by the facts that count for the context. */
export async function readTeamFacts(
  context: BonusContext,
  team: Team,
  { start, end }: Period,
): Promise<TeamFacts> {
  const { db, engine, upToFact: upTo, isSealed } = context
  const orders = await readOrders(db, { upTo, start, end, partnerIds: partnersOf(engine, team) })
  const blocked = isSealed ? new Set(await blockedPartners(db, upTo)) : null
  return factsOf(engine, team, orders, (row) =>
    blocked === null ? engine.blocked[row] === 1 : blocked.has(engine.ids[row]!),
  )
}

/** The partners whose orders are needed; null for all, also where there are too many to list. */
function partnersOf(engine: FiguresEngine, { top, lines, path }: Team): number[] | null {
  if (top === null) return null
  const tops = path ?? [top]
  const ids = new Set(tops.map((row) => engine.ids[row]!))
  for (const above of tops) {
    for (const row of rowsBelow(engine, above, lines)) {
      ids.add(engine.ids[row]!)
      if (ids.size > MOST_READ_BY_PARTNER) return null
    }
  }
  return [...ids]
}

/** The rows up to some lines below, line by line. */
function* rowsBelow(engine: FiguresEngine, top: number, lines: number): Generator<number> {
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

function factsOf(
  engine: FiguresEngine,
  team: Team,
  orders: ReadOrders,
  isBlocked: (row: number) => boolean,
): TeamFacts {
  const buyers = Int32Array.from(orders.partnerIds, (id) => engine.rowOf(id))
  const rows = teamRows(engine, team, buyers)
  const { partners, rowOf } = depthFirst({
    size: rows.length,
    ids: Float64Array.from(rows, (row) => engine.ids[row]!),
    parent: rows.map((row) => (row === team.top ? NO_ROW : placeOf(rows, engine.parent[row]!))),
    registeredAt: Float64Array.from(rows, (row) => engine.registeredAt[row]!),
    blocked: Uint8Array.from(rows, (row) => (isBlocked(row) ? 1 : 0)),
  })
  const engineRows = new Int32Array(rows.length)
  for (let place = 0; place < rows.length; place += 1) engineRows[rowOf[place]!] = rows[place]!
  const factRow = (row: number) => rowOf[placeOf(rows, row)] ?? NO_ROW
  const columns = ordersOf(orders, buyers.map(factRow))
  return { facts: { partners, orders: columns }, rowOf: factRow, engineRows }
}

/** The rows of a team's buyers and of everybody between them and the top, sorted. */
function teamRows(engine: FiguresEngine, team: Team, buyers: Int32Array): Int32Array {
  const { top, path } = team
  const lines = path === undefined ? team.lines : Infinity
  const rows = new Set(top === null ? path : [top, ...(path ?? [])])
  const found: number[] = []
  for (const buyer of buyers) {
    found.length = 0
    let row = buyer
    while (row !== NO_ROW && !rows.has(row)) {
      found.push(row)
      row = engine.parent[row]!
    }
    const isWithin = top === null || row !== NO_ROW
    if (isWithin && isInLines(engine, top, lines, buyer)) for (const each of found) rows.add(each)
  }
  return Int32Array.from(rows).sort()
}

/** Whether a row of the team stands at most some lines below the top. */
function isInLines(engine: FiguresEngine, top: number | null, lines: number, row: number): boolean {
  if (lines === Infinity) return true
  let above = row
  for (let line = 0; line < lines && above !== top; line += 1) above = engine.parent[above]!
  return above === top
}

/** Where a row stands among sorted rows; -1 if it is not there. */
function placeOf(rows: Int32Array, row: number): number {
  let low = 0
  let high = rows.length - 1
  while (low < high) {
    const middle = (low + high) >> 1
    if (rows[middle]! < row) low = middle + 1
    else high = middle
  }
  return rows[low] === row ? low : -1
}

/** The orders whose buyers are in the facts. */
function ordersOf(orders: ReadOrders, buyer: Int32Array): MonthFacts['orders'] {
  const { ids, paidAt, cents, fact, cancelledBy } = orders
  const columns = { ids, paidAt, cents, fact, cancelledBy }
  const isCounted = (_: number, order: number) => buyer[order] !== NO_ROW
  const size = buyer.filter(isCounted).length
  if (size === orders.size) return { size, buyer, ...columns }
  return {
    size,
    buyer: buyer.filter(isCounted),
    ids: ids.filter(isCounted),
    paidAt: paidAt.filter(isCounted),
    cents: cents.filter(isCounted),
    fact: fact.filter(isCounted),
    cancelledBy: cancelledBy.filter(isCounted),
  }
}

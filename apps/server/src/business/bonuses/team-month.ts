import {
  depthFirst,
  type ListedPartners,
  MonthBasis,
  monthEnd,
  type MonthFacts,
  monthStart,
  type ProgrammeBase,
} from '@partner-office/domain'

import { NO_ROW } from '../../network/columns.ts'
import type { FiguresEngine } from '../../network/figures-engine.ts'
import { readOrders, type ReadOrders } from '../orders/read-orders.ts'
import { blockedPartners } from '../months/read-month-facts.ts'
import type { Period } from './asked-period.ts'
import type { BonusContext } from './bonus-context.ts'
import { RowSet } from './row-set.ts'

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
  const { facts } = read
  const engineRow = (row: number) => engine.rowOf(facts.partners.ids[row]!)
  const present = {
    rankOf: (row: number) => rankNow(engineRow(row)).id,
    activityOf: (row: number) => engine.activityOf(engineRow(row), Infinity),
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
  return factsOf(engine, team, orders, blocked)
}

/** The partners whose orders are needed; null for all, also where there are too many to list. */
function partnersOf(engine: FiguresEngine, { top, lines, path }: Team): number[] | null {
  if (top === null) return null
  if (lines === Infinity && engine.teamSize[top]! > MOST_READ_BY_PARTNER) return null
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

/** The rows up to some lines below. */
function* rowsBelow(engine: FiguresEngine, top: number, lines: number): Generator<number> {
  if (lines === Infinity) return yield* engine.downline(top)
  for (const child of engine.children(top)) {
    yield child
    if (lines > 1) yield* rowsBelow(engine, child, lines - 1)
  }
}

function factsOf(
  engine: FiguresEngine,
  team: Team,
  orders: ReadOrders,
  blocked: ReadonlySet<number> | null,
): TeamFacts {
  const buyers = Int32Array.from(orders.partnerIds, (id) => engine.rowOf(id))
  const set = rowsOf(engine, team, buyers)
  const { partners, rowOf } = depthFirst(listed(engine, set, { team, blocked }))
  const factRow = (row: number) => {
    const place = set.placeOf(row)
    return place < 0 ? NO_ROW : rowOf[place]!
  }
  const columns = ordersOf(orders, buyers.map(factRow))
  return { facts: { partners, orders: columns }, rowOf: factRow }
}

/** The rows of a team's buyers and of everybody between them and the top. */
function rowsOf(engine: FiguresEngine, team: Team, buyers: Int32Array): RowSet {
  const { top, path = [] } = team
  const lines = team.path === undefined ? team.lines : Infinity
  const { parent } = engine
  const set = new RowSet(top ?? 0, lastOf([top ?? 0], path, buyers))
  if (top !== null) set.add(top)
  for (const row of path) set.add(row)
  // If lines are counted, only the top itself ends a climb.
  const isMet = (row: number) => (lines === Infinity ? set.has(row) : row === top)
  for (const buyer of buyers) {
    let row = buyer
    for (let line = 0; row !== NO_ROW && !isMet(row) && line < lines; line += 1) row = parent[row]!
    const isOfTeam = row === NO_ROW ? top === null : isMet(row)
    if (!isOfTeam) continue
    for (let each = buyer; each !== row; each = parent[each]!) set.add(each)
  }
  return set
}

/** The last of some rows; those above it in the tree come before it. */
function lastOf(...lists: readonly Iterable<number>[]): number {
  let last = 0
  for (const rows of lists) for (const row of rows) if (row > last) last = row
  return last
}

/** The partners of a set with the row of each one's sponsor in the set. */
function listed(
  engine: FiguresEngine,
  set: RowSet,
  { team: { top }, blocked }: { team: Team; blocked: ReadonlySet<number> | null },
): ListedPartners {
  const rows = set.sorted()
  const size = rows.length
  const partners = {
    size,
    ids: new Float64Array(size),
    parent: new Int32Array(size),
    registeredAt: new Float64Array(size),
    blocked: new Uint8Array(size),
  }
  for (let place = 0; place < size; place += 1) {
    const row = rows[place]!
    const id = engine.ids[row]!
    const isBlocked = blocked === null ? engine.blocked[row] === 1 : blocked.has(id)
    partners.ids[place] = id
    partners.parent[place] = row === top ? NO_ROW : set.placeOf(engine.parent[row]!)
    partners.registeredAt[place] = engine.registeredAt[row]!
    partners.blocked[place] = isBlocked ? 1 : 0
  }
  return partners
}

/** The orders whose buyers are in the facts. */
function ordersOf(orders: Omit<ReadOrders, 'partnerIds'>, buyer: Int32Array): MonthFacts['orders'] {
  if (!buyer.includes(NO_ROW)) return { ...orders, buyer }
  const isCounted = (_: number, order: number) => buyer[order] !== NO_ROW
  const counted = buyer.filter(isCounted)
  return {
    size: counted.length,
    buyer: counted,
    ids: orders.ids.filter(isCounted),
    paidAt: orders.paidAt.filter(isCounted),
    cents: orders.cents.filter(isCounted),
    fact: orders.fact.filter(isCounted),
    cancelledBy: orders.cancelledBy.filter(isCounted),
  }
}

import { DAY_MS } from '../../instant.ts'
import type { ProgrammeBase } from '../../plan/plan.ts'
import { turboOrigin } from '../turbo-windows.ts'
import { groupsOf, type CreditGroup } from './credit-group.ts'
import { rowTests, type MonthBasis } from './month-basis.ts'
import type { MonthFacts, PartnerColumns } from './month-facts.ts'
import type { PlanSegment } from './plan-segments.ts'
import { sortedOrder } from './sorted-order.ts'
import { insertLeg, placesWith } from './top-legs.ts'

/** The last line of a base; null for all lines. */
const LINES: Readonly<Record<ProgrammeBase, number | null>> = {
  line1: 1,
  lines1To2: 2,
  lines1To3: 3,
  team: null,
  company: 0,
}

/**
 * Every window of cycled turbo whose last millisecond lies in the month pays the amounts of all rows
 * achieved, by the plan in force in that millisecond.
 *
 * Source: decisions C5, C11.9.
 */
export function closeTurbo(basis: MonthBasis): CreditGroup[] {
  return basis.segments.flatMap((segment) => {
    const { plan, version: planVersion } = segment.version
    const { rows: offered, currencies } = plan.programmes.cycledTurbo
    return [...achievements(basis, segment).values()].flatMap(({ places, rows, sources }) => {
      const value = { kind: 'amounts' as const, rows: places.map((place) => offered[place]!) }
      return groupsOf(basis, {
        type: 'CYCLED_TURBO',
        planVersion,
        value,
        currencies,
        rows,
        sources,
      })
    })
  })
}

type Achievement = {
  readonly places: readonly number[]
  readonly rows: number[]
  readonly sources: number[]
}

/** The partners and windows that achieved each combination of rows, by the places of the rows. */
function achievements(basis: MonthBasis, segment: PlanSegment): Map<string, Achievement> {
  const { plan } = segment.version
  const { rows, legPercents } = plan.programmes.cycledTurbo
  const tests = rowTests(plan.programmes.cycledTurbo, plan)
  const entries = windowEntries(basis, segment)
  const legs = new Float64Array(legPercents.length)
  const found = new Map<string, Achievement>()
  for (let first = 0, end; first < entries.keys.length; first = end) {
    end = endOf(entries.keys, first, entries.legs)
    const row = Math.floor(entries.keys[first]! / entries.legs / MOST_WINDOWS)
    const total = sumUp(entries, first, end, legs)
    const places = [...tests.keys()].filter((place) => {
      if ((rows[place]!.minimumRank?.id ?? 0) > basis.rankOf(row)) return false
      return tests[place]!.isReached(total, legs, 0)
    })
    if (places.length === 0) continue
    const achievement = found.get(places.join()) ?? { places, rows: [], sources: [] }
    achievement.rows.push(row)
    achievement.sources.push(entries.windows[first]!)
    found.set(places.join(), achievement)
  }
  return found
}

/** Far more windows than can end in a month: they last a day at least. */
const MOST_WINDOWS = 32

/**
 * Orders in windows that end in the segment, sorted by their keys: the partner, the window and the
 * leg in one number, (row × 32 + window) × legs + leg, below 2^53 up to sixteen million partners.
 */
type WindowEntries = {
  readonly keys: Float64Array
  readonly windows: Int32Array
  readonly cents: Float64Array
  /** The number of legs that a key can hold. */
  readonly legs: number
}

/** The orders in windows of the partners with enough turnover around the segment to reach any row. */
function windowEntries(basis: MonthBasis, segment: PlanSegment): WindowEntries {
  const { partners, orders } = basis.facts
  const { from, base, rows, windowDays } = segment.version.plan.programmes.cycledTurbo
  const lowest = Math.min(...rows.map(({ target }) => Number(target)))
  const since = Math.max(from, segment.start - windowDays * DAY_MS)
  const bought = basis.turnovers.between(since, segment.end)
  const { contenders, total } = bought.legs(base, lowest)
  const enough = placesWith(total, lowest).map((place) => contenders.rows[place]!)
  const hasEnough = new Uint8Array(partners.size)
  for (const row of enough) hasEnough[row] = 1
  const lines = LINES[base] ?? Infinity
  const marks = linesBelow(partners, enough, LINES[base])
  const list = { keys: [], windows: [], cents: [] }
  for (const order of marked(bought.orders, orders.buyer, marks)) {
    let leg = orders.buyer[order]!
    let row = partners.parent[leg]!
    for (let line = 1; row >= 0 && line <= lines; line += 1) {
      if (hasEnough[row] === 1) addEntry(list, basis.facts, segment, { order, leg, row })
      leg = row
      row = partners.parent[row]!
    }
  }
  return sortedEntries(list, partners.size)
}

/** 1 for the rows in the counted lines of one of these partners, else 0. */
function linesBelow(
  { size, end }: PartnerColumns,
  rows: readonly number[],
  lines: number | null,
): Uint8Array {
  const marks = new Uint8Array(size)
  for (const row of rows) {
    if (lines === null) marks.fill(1, row + 1, end[row])
    else markLines(marks, end, row, lines)
  }
  return marks
}

/** The orders of marked buyers. */
function marked(orders: Uint32Array, buyer: Int32Array, marks: Uint8Array): number[] {
  // All look-ups run before the first result is tested: a look-up waits for memory, and many can wait at once.
  const isMarked = new Uint8Array(orders.length)
  for (let at = 0; at < orders.length; at += 1) isMarked[at] = marks[buyer[orders[at]!]!]!
  const found: number[] = []
  for (let at = 0; at < orders.length; at += 1) if (isMarked[at] === 1) found.push(orders[at]!)
  return found
}

function markLines(marks: Uint8Array, end: Int32Array, row: number, lines: number): void {
  for (let child = row + 1; child < end[row]!; child = end[child]!) {
    marks[child] = 1
    if (lines > 1) markLines(marks, end, child, lines - 1)
  }
}

type EntryList = { readonly keys: number[]; readonly windows: number[]; readonly cents: number[] }

/** Adds an order to the window of an ancestor, if that window ends in the segment. */
function addEntry(
  list: EntryList,
  { partners, orders }: MonthFacts,
  segment: PlanSegment,
  { order, leg, row }: { order: number; leg: number; row: number },
): void {
  const length = segment.version.plan.programmes.cycledTurbo.windowDays * DAY_MS
  const origin = turboOrigin(partners.registeredAt[row]!)
  const window = Math.floor((orders.paidAt[order]! - origin) / length)
  const end = origin + (window + 1) * length
  if (window < 0 || end <= segment.start || end > segment.end) return
  const place = Math.floor((end - segment.start) / length)
  list.keys.push((row * MOST_WINDOWS + place) * partners.size + leg)
  list.windows.push(window)
  list.cents.push(orders.cents[order]!)
}

function sortedEntries({ keys, windows, cents }: EntryList, legs: number): WindowEntries {
  const order = sortedOrder(Float64Array.from(keys))
  return {
    keys: Float64Array.from(order, (at) => keys[at]!),
    windows: Int32Array.from(order, (at) => windows[at]!),
    cents: Float64Array.from(order, (at) => cents[at]!),
    legs,
  }
}

/** Where the window of an entry ends in the list. */
function endOf(keys: Float64Array, first: number, legs: number): number {
  const window = Math.floor(keys[first]! / legs)
  let end = first + 1
  while (end < keys.length && Math.floor(keys[end]! / legs) === window) end += 1
  return end
}

/** The total of a window; `legs` becomes its largest legs. */
function sumUp(
  { keys, cents }: WindowEntries,
  first: number,
  end: number,
  legs: Float64Array,
): number {
  legs.fill(0)
  let total = 0
  let leg = 0
  for (let at = first; at < end; at += 1) {
    total += cents[at]!
    leg += cents[at]!
    if (at + 1 < end && keys[at + 1] === keys[at]) continue
    insertLeg(legs, 0, legs.length, leg)
    leg = 0
  }
  return total
}

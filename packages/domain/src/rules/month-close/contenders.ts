import type { MonthFacts, PartnerColumns } from './month-facts.ts'

/**
 * The partners who bought at least some amount together with their downlines: no other partner reaches a
 * target of that amount or is a leg of it. They are few, and the sponsor of a contender is a contender.
 *
 * Units: `rows` of the network, from the first to the last; `sponsor` is a place in these columns, -1
 * for a root; EUR cents.
 */
export type Contenders = {
  readonly rows: readonly number[]
  readonly sponsor: Int32Array
  readonly own: Float64Array
  readonly team: Float64Array
}

/** What lines 1 to 3 of contenders bought, by their place. Units: EUR cents. */
export type ContenderLines = Readonly<Record<'line1' | 'lines1To2' | 'lines1To3', Float64Array>>

/**
 * What all rows before a row bought. A downline is one stretch of rows, so its turnover is a difference:
 *
 *     own turnovers of rows 0 to 3    5, 2, 3, 4
 *     before                          0, 5, 7, 10, 14
 *     rows 1 and 2 together           before[3] - before[1] = 10 - 5
 *
 * Units: EUR cents; one element more than there are rows: the last is the turnover of all.
 */
export function boughtBefore({ partners, orders }: MonthFacts, counted: Uint32Array): Float64Array {
  const { buyer, cents } = orders
  const before = new Float64Array(partners.size + 1)
  for (let at = 0; at < counted.length; at += 1) {
    const order = counted[at]!
    before[buyer[order]! + 1]! += cents[order]!
  }
  let sum = 0
  for (let row = 1; row < before.length; row += 1) {
    sum += before[row]!
    before[row] = sum
  }
  return before
}

/** The rows that bought at least `least` together with their downlines. */
export function rowsWith(
  least: number,
  { end, size }: PartnerColumns,
  before: Float64Array,
): number[] {
  const rows: number[] = []
  for (let row = 0; row < size;) {
    const isContender = before[end[row]!]! - before[row]! >= least
    if (isContender) rows.push(row)
    // If a row has not bought enough together with its downline, no row below has.
    row = isContender ? row + 1 : end[row]!
  }
  return rows
}

/** Partners with the depth of each row; roots have depth 1. */
export type DeepPartners = PartnerColumns & { readonly depth: Int32Array; readonly deepest: number }

/** Adds the depth of each row. */
export function withDepth(partners: PartnerColumns): DeepPartners {
  const { parent, size } = partners
  const depth = new Int32Array(size)
  let deepest = 0
  for (let row = 0; row < size; row += 1) {
    const above = parent[row]!
    const own = above < 0 ? 1 : depth[above]! + 1
    depth[row] = own
    if (own > deepest) deepest = own
  }
  return { ...partners, depth, deepest }
}

/** The columns of contenders. With a row, `rows` has all above it. */
export function contendersIn(
  rows: readonly number[],
  { end, depth, deepest }: DeepPartners,
  before: Float64Array,
): Contenders {
  const sponsor = new Int32Array(rows.length)
  const own = new Float64Array(rows.length)
  const team = new Float64Array(rows.length)
  // In depth-first order the sponsor is the last row before with a depth of one less.
  const lastAt = new Int32Array(deepest + 1).fill(-1)
  for (let place = 0; place < rows.length; place += 1) {
    const row = rows[place]!
    sponsor[place] = lastAt[depth[row]! - 1]!
    lastAt[depth[row]!] = place
    own[place] = before[row + 1]! - before[row]!
    team[place] = before[end[row]!]! - before[row + 1]!
  }
  return { rows, sponsor, own, team }
}

/**
 * What the lines of some rows bought, in one pass over all rows from the last to the first. The sums are
 * kept by depth: at any time one downline of each depth is being summed.
 */
export function linesOf(
  rows: readonly number[],
  { depth, deepest }: DeepPartners,
  before: Float64Array,
): ContenderLines {
  const line1 = new Float64Array(rows.length)
  const lines1To2 = new Float64Array(rows.length)
  const lines1To3 = new Float64Array(rows.length)
  const below1 = new Float64Array(deepest + 1)
  const below2 = new Float64Array(deepest + 1)
  const below3 = new Float64Array(deepest + 1)
  let place = rows.length
  let next = rows.at(-1)
  for (let row = depth.length - 1; row >= 0; row -= 1) {
    const at = depth[row]!
    const own = before[row + 1]! - before[row]!
    const first = below1[at]!
    const second = below2[at]!
    if (row === next) {
      place -= 1
      line1[place] = first
      lines1To2[place] = second
      lines1To3[place] = below3[at]!
      if (place > 0) next = rows[place - 1]!
    }
    below1[at] = 0
    below2[at] = 0
    below3[at] = 0
    // Added without a test for 0: a branch that the processor cannot predict costs more than the addition.
    below1[at - 1]! += own
    below2[at - 1]! += own + first
    below3[at - 1]! += own + second
  }
  return { line1, lines1To2, lines1To3 }
}

import type { MonthFacts, PartnerColumns } from './month-facts.ts'

/**
 * The partners who bought, with all below them, at least some amount: nobody else reaches a target of
 * so much or is a leg of so much. They are few, and who sponsors one of them is one.
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

/** What up to three lines of contenders bought, by their place. Units: EUR cents. */
export type ContenderLines = Readonly<Record<'line1' | 'lines1To2' | 'lines1To3', Float64Array>>

/**
 * What all rows before a row bought: a downline is one stretch of rows, so that what it bought is
 * what was bought before its end less what was bought before its beginning.
 *
 * Units: EUR cents; one more than there are rows, so that the last is what all bought.
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

/** The rows of those who bought, with all below them, at least so much. */
export function rowsWith(
  least: number,
  { end, size }: PartnerColumns,
  before: Float64Array,
): number[] {
  const rows: number[] = []
  for (let row = 0; row < size;) {
    const isContender = before[end[row]!]! - before[row]! >= least
    if (isContender) rows.push(row)
    // Where somebody with all below has not bought enough, nobody below has.
    row = isContender ? row + 1 : end[row]!
  }
  return rows
}

/** Partners and how deep each one stands, by row; roots at 1. */
export type DeepPartners = PartnerColumns & { readonly depth: Int32Array; readonly deepest: number }

/** How deep everybody stands. */
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
  // In depth-first order the sponsor is the last one before who stands one higher.
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
 * What the lines of some rows bought, in one pass over everybody from the last row to the first. The
 * sums are kept by depth: of each depth there is one partner at a time whose downline is passed.
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
    // Added without asking whether there is anything to add: a branch that cannot be foreseen costs
    // more than the addition.
    below1[at - 1]! += own
    below2[at - 1]! += own + first
    below3[at - 1]! += own + second
  }
  return { line1, lines1To2, lines1To3 }
}

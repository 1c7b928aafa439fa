import type { TargetTest } from './target-test.ts'

/** What the legs of partners are made of, by row in depth-first order. Units: EUR cents. */
export type LegColumns = {
  /** The first row after a partner's downline. */
  readonly end: Int32Array
  /** What a partner has in all. */
  readonly total: Float64Array
  /** What a first-line partner bought, and what is below in the same leg; null where that is out. */
  readonly own: Float64Array
  readonly below: Float64Array | null
}

/**
 * The largest legs of all partners who have enough turnover to reach anything at all.
 *
 * Units: EUR cents; `legs` holds `kept` legs a partner, largest first, filled up with 0; all are 0
 * of partners for whom no test looks at legs.
 */
export type TopLegs = {
  /** Who was looked at. */
  readonly rows: readonly number[]
  readonly legs: Float64Array
  readonly kept: number
}

/** Whom to look at: who has `lowest` at least, which must be above 0; `kept` legs where it is `withLegs`. */
type LegsWanted = {
  readonly lowest: number
  readonly withLegs: number
  readonly kept: number
}

/** What some tests, which look at `kept` legs at most, have to see. */
export function legsWantedBy(tests: readonly TargetTest[], kept: number): LegsWanted {
  const ofLegs = tests.filter(({ needsLegs }) => needsLegs)
  return { lowest: lowestOf(tests), withLegs: lowestOf(ofLegs), kept }
}

/** Without tests nobody has enough. */
const lowestOf = (tests: readonly TargetTest[]): number =>
  Math.min(...tests.map(({ target }) => target))

/** The legs of all partners who have enough. */
export function topLegsOf(
  { end, total, own, below }: LegColumns,
  { lowest, withLegs, kept }: LegsWanted,
): TopLegs {
  const rows = rowsFrom(total, lowest)
  const legs = new Float64Array(rows.length * kept)
  for (let place = 0; place < rows.length; place += 1) {
    const row = rows[place]!
    if (total[row]! < withLegs) continue
    for (let child = row + 1; child < end[row]!; child = end[child]!) {
      const leg = below === null ? own[child]! : own[child]! + below[child]!
      insertLeg(legs, place * kept, kept, leg)
    }
  }
  return { rows, legs, kept }
}

/** Who has at least so much, from the first row to the last. */
export function rowsFrom(total: Float64Array, lowest: number): number[] {
  const rows: number[] = []
  for (let row = 0; row < total.length; row += 1) if (total[row]! >= lowest) rows.push(row)
  return rows
}

/** Puts a leg where it belongs among the largest, which stand in `legs` from `first` on. */
export function insertLeg(legs: Float64Array, first: number, kept: number, leg: number): void {
  let at = first + kept - 1
  if (leg <= legs[at]!) return
  while (at > first && legs[at - 1]! < leg) {
    legs[at] = legs[at - 1]!
    at -= 1
  }
  legs[at] = leg
}

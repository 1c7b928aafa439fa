import type { Contenders } from './contenders.ts'
import type { TargetTest } from './target-test.ts'

/** The turnovers that make the legs of contenders, by place. Units: EUR cents. */
export type LegColumns = {
  readonly contenders: Contenders
  /** The total of all legs. */
  readonly total: Float64Array
  /** The turnover below a first-line partner in the same leg; null if it does not count. */
  readonly below: Float64Array | null
}

/**
 * The largest legs of all partners with enough turnover to reach any target.
 *
 * Units: EUR cents; `legs` holds `kept` legs a partner, largest first, filled up with 0; a leg that
 * is too small to make a difference may be missing.
 */
export type TopLegs = {
  /** The rows, ascending, and their totals. */
  readonly rows: readonly number[]
  readonly totals: readonly number[]
  readonly legs: Float64Array
  readonly kept: number
}

/**
 * The legs that some tests need: of rows with `lowest` at least, which is above 0. Legs below
 * `smallestLeg` make no difference; the `kept` largest legs are read.
 */
type LegsWanted = {
  readonly lowest: number
  readonly smallestLeg: number
  readonly kept: number
}

/** The legs that some tests need, which read `kept` legs at most. Without tests no row has enough. */
export function legsWantedBy(tests: readonly TargetTest[], kept: number): LegsWanted {
  return {
    lowest: Math.min(...tests.map(({ target }) => target)),
    smallestLeg: Math.min(...tests.map(({ smallestLeg }) => smallestLeg)),
    kept,
  }
}

/** The least turnover of a row that can have enough, or be a leg that makes a difference. */
export const leastOf = ({ lowest, smallestLeg }: LegsWanted): number =>
  Math.min(lowest, smallestLeg)

/** The legs of all contenders who have enough. */
export function topLegsOf(
  { contenders, total, below }: LegColumns,
  { lowest, smallestLeg, kept }: LegsWanted,
): TopLegs {
  const { rows, sponsor, own } = contenders
  const places = placesWith(total, lowest)
  const legs = new Float64Array(places.length * kept)
  const firsts = new Int32Array(rows.length).fill(-1)
  for (let at = 0; at < places.length; at += 1) firsts[places[at]!] = at * kept
  for (let place = 0; place < rows.length; place += 1) {
    const leg = below === null ? own[place]! : own[place]! + below[place]!
    if (leg < smallestLeg || sponsor[place]! < 0) continue
    const first = firsts[sponsor[place]!]!
    if (first >= 0) insertLeg(legs, first, kept, leg)
  }
  return {
    rows: places.map((place) => rows[place]!),
    totals: places.map((place) => total[place]!),
    legs,
    kept,
  }
}

/** The places with at least `lowest`, ascending. */
export function placesWith(total: Float64Array, lowest: number): number[] {
  const places: number[] = []
  for (let place = 0; place < total.length; place += 1) {
    if (total[place]! >= lowest) places.push(place)
  }
  return places
}

/** Inserts a leg into the largest legs, which stand in `legs` from `first` on, largest first. */
export function insertLeg(legs: Float64Array, first: number, kept: number, leg: number): void {
  let at = first + kept - 1
  if (leg <= legs[at]!) return
  while (at > first && legs[at - 1]! < leg) {
    legs[at] = legs[at - 1]!
    at -= 1
  }
  legs[at] = leg
}

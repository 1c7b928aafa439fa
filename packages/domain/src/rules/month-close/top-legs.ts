import type { Contenders } from './contenders.ts'
import type { TargetTest } from './target-test.ts'

/** What the legs of contenders are made of, by their place. Units: EUR cents. */
export type LegColumns = {
  readonly contenders: Contenders
  /** What somebody has in all. */
  readonly total: Float64Array
  /** What is below a first-line partner in the same leg; null where that is out. */
  readonly below: Float64Array | null
}

/**
 * The largest legs of all partners who have enough turnover to reach anything at all.
 *
 * Units: EUR cents; `legs` holds `kept` legs a partner, largest first, filled up with 0; a leg that
 * is too small to make a difference may be missing.
 */
export type TopLegs = {
  /** Who was looked at, from the first row to the last, and what they have in all. */
  readonly rows: readonly number[]
  readonly totals: readonly number[]
  readonly legs: Float64Array
  readonly kept: number
}

/**
 * Whom to look at: who has `lowest` at least, which must be above 0. Legs below `smallestLeg` make no
 * difference; `kept` legs are looked at.
 */
type LegsWanted = {
  readonly lowest: number
  readonly smallestLeg: number
  readonly kept: number
}

/** What some tests, which look at `kept` legs at most, have to see. Without tests nobody has enough. */
export function legsWantedBy(tests: readonly TargetTest[], kept: number): LegsWanted {
  return {
    lowest: Math.min(...tests.map(({ target }) => target)),
    smallestLeg: Math.min(...tests.map(({ smallestLeg }) => smallestLeg)),
    kept,
  }
}

/** By what amount those are contenders who may have enough or be a leg that makes a difference. */
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

/** Who has at least so much, from the first place to the last. */
export function placesWith(total: Float64Array, lowest: number): number[] {
  const places: number[] = []
  for (let place = 0; place < total.length; place += 1) {
    if (total[place]! >= lowest) places.push(place)
  }
  return places
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

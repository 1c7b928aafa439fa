import { compare, isZero } from '../../fraction.ts'
import type { EffectiveRows } from './effective-rows.ts'
import type { PartnerColumns } from './month-facts.ts'

/** No place. */
export const NOBODY = -1

/**
 * The partners who can be paid infinity (earners) in short columns, with pointers from each one to the
 * next above, and from each row of the network to the first.
 *
 * Units: a place is an index into these columns, `NOBODY` for none.
 */
export type EarningPath = {
  /** By place. */
  readonly rows: readonly number[]
  /** The row of the programme that is earned, as in `EffectiveRows`. */
  readonly earned: readonly number[]
  /** The position of the percent among the plan's percents, from 1. */
  readonly height: readonly number[]
  /** The next earner above, and the next with a higher percent. */
  readonly nextEarning: readonly number[]
  readonly nextHigher: readonly number[]
  /** By row of the network: the first earner above. */
  readonly nearest: Int32Array
}

/** Source: decisions C4. */
export function earningPath(earning: EffectiveRows, partners: PartnerColumns): EarningPath {
  const { blocked, end, size } = partners
  const { effective, earners } = earning
  const heights = heightsOf(earning)
  const path = { rows: [], earned: [], height: [], nextEarning: [], nextHigher: [] } as Growing
  const nearest = new Nearest(size)
  for (const row of earners) {
    const height = heights[effective[row]!]!
    if (height === 0 || blocked[row] === 1) continue
    path.rows.push(row)
    path.earned.push(effective[row]!)
    addSteps(path, height, nearest.enter(row, end[row]!))
  }
  return { ...path, nearest: nearest.finish() }
}

type Growing = { [K in 'rows' | 'earned' | 'height' | 'nextEarning' | 'nextHigher']: number[] }

function addSteps(path: Growing, height: number, nextEarning: number): void {
  let higher = nextEarning
  while (higher !== NOBODY && path.height[higher]! <= height) higher = path.nextHigher[higher]!
  path.height.push(height)
  path.nextEarning.push(nextEarning)
  path.nextHigher.push(higher)
}

/** Heights by the number in `EffectiveRows`: equal percents have equal heights, 0 percent has 0. */
function heightsOf({ rows }: EffectiveRows): number[] {
  const paying = rows.map(({ percent }) => percent).filter((percent) => !isZero(percent))
  const ascending = paying.toSorted(compare)
  const heights = rows.map(({ percent }) => {
    return ascending.findIndex((other) => compare(other, percent) === 0) + 1
  })
  return [0, ...heights]
}

/** Fills the places into the rows, stretch by stretch: a downline is one, with others within it. */
class Nearest {
  readonly #nearest: Int32Array
  /** The earners above the next row, from the top, and the ends of their downlines. */
  readonly #places: number[] = []
  readonly #ends: number[] = []
  #count = 0
  #row = 0

  constructor(size: number) {
    this.#nearest = new Int32Array(size)
  }

  /** The next place is that of a row; answers the first place above it. */
  enter(row: number, end: number): number {
    this.#leaveUntil(row)
    const above = this.#places.at(-1) ?? NOBODY
    this.#fillTo(row + 1)
    this.#places.push(this.#count)
    this.#ends.push(end)
    this.#count += 1
    return above
  }

  finish(): Int32Array {
    this.#leaveUntil(this.#nearest.length)
    this.#fillTo(this.#nearest.length)
    return this.#nearest
  }

  #leaveUntil(row: number): void {
    while (this.#ends.length > 0 && this.#ends.at(-1)! <= row) {
      this.#fillTo(this.#ends.pop()!)
      this.#places.pop()
    }
  }

  #fillTo(row: number): void {
    this.#nearest.fill(this.#places.at(-1) ?? NOBODY, this.#row, row)
    this.#row = row
  }
}

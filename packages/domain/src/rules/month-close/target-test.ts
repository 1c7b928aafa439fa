import type { Fraction } from '../../fraction.ts'
import type { LegRule } from '../../plan/plan.ts'
import { reachesTarget } from '../fifty-percent-rule.ts'

/** A target for legs. Units: EUR cents; fractions of the target. */
export type Target = {
  readonly target: bigint
  readonly percents: readonly Fraction[]
  readonly rule: LegRule
}

/**
 * `reachesTarget` for millions of partners: in doubles if every cap is a whole number of cents, so
 * that each step is exact, else by the exact rule.
 *
 * Units: EUR cents, whole numbers below 2^53.
 * Source: decisions C1.
 */
export class TargetTest {
  readonly target: number
  /** A smaller leg makes no difference; Infinity if no leg does. Units: EUR cents. */
  readonly smallestLeg: number
  readonly #exact: Target
  readonly #caps: readonly number[] | null

  constructor(exact: Target) {
    this.target = Number(exact.target)
    this.#exact = exact
    this.smallestLeg = smallestLegOf(exact)
    const whole = exact.percents.every(({ num, den }) => (exact.target * num) % den === 0n)
    this.#caps = whole
      ? exact.percents.map(({ num, den }) => Number((exact.target * num) / den))
      : null
  }

  /** Whether a total and the largest legs, which stand in `legs` from `first` on, reach it. */
  isReached(total: number, legs: Float64Array, first: number): boolean {
    if (total < this.target) return false
    if (this.#caps === null) return this.#isReachedExactly(total, legs, first)

    let counting = total
    for (let place = 0; place < this.#caps.length; place += 1) {
      const cap = this.#caps[place]!
      const excess = legs[first + place]! - cap
      if (this.#exact.rule === 'sequential' && (excess < 0 || cap === 0)) break
      if (excess > 0) counting -= excess
    }
    return counting >= this.target
  }

  #isReachedExactly(total: number, legs: Float64Array, first: number): boolean {
    const topLegs = this.#exact.percents.map((_, place) => BigInt(legs[first + place]!))
    return reachesTarget({ ...this.#exact, total: BigInt(total), topLegs })
  }
}

/** The smallest cap, cut to whole cents; Infinity if no leg can exceed its cap. */
function smallestLegOf({ target, percents }: Target): number {
  if (percents.every(({ num, den }) => num >= den)) return Infinity
  return Math.min(...percents.map(({ num, den }) => Number((target * num) / den)))
}

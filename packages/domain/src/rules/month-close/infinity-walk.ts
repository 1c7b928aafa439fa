import { ZERO } from '../../fraction.ts'
import type { ActiveStretch } from './active-stretches.ts'
import type { BonusValue } from './derivation.ts'
import { earningPath, NOBODY, type EarningPath } from './earning-path.ts'
import type { EffectiveRows } from './effective-rows.ts'
import type { MonthBasis } from './month-basis.ts'
import type { PlanSegment } from './plan-segments.ts'

/**
 * The partners who are paid for an order, from the buyer up, and the part that each one gets. All
 * orders from below the same place have the same way as long as the same partners are active.
 *
 * Units: `[from, until)` in epoch milliseconds; `parts` are numbers for `InfinityWalk.valueOf`.
 */
export type Way = {
  from: number
  until: number
  readonly rows: number[]
  readonly parts: number[]
}

/**
 * Finds the partners whom orders pay under one plan version, straight from one earner to the next and
 * past earners whose percent is not above what was paid before.
 *
 *     earners above the buyer   1 %   2 % (inactive)   1 %   3 %
 *     the way                   1 %   -                -     3 % - 1 % = 2 %
 *
 * Source: decisions C4.
 */
export class InfinityWalk {
  readonly segment: PlanSegment
  readonly earning: EffectiveRows
  readonly #activity: (row: number) => readonly ActiveStretch[]
  readonly #path: EarningPath
  /** The ways found so far, by the place they begin at. */
  readonly #ways: Way[][]

  constructor(basis: MonthBasis, earning: EffectiveRows) {
    const { segment, effective: asked } = earning
    this.segment = segment
    this.earning = earning
    this.#activity = basis.activity(segment, asked)
    this.#path = earningPath(earning, basis.facts.partners)
    this.#ways = this.#path.rows.map(() => [])
  }

  /** Whether an earner is active at an instant; orders of that very instant count. */
  wasActive(row: number, instant: number): boolean {
    return this.#activity(row).some(({ from, until }) => from <= instant && instant < until)
  }

  /** The first place above a buyer, or `NOBODY`. */
  beginning(buyer: number): number {
    return this.#path.nearest[buyer]!
  }

  /** The way of an order that was paid at an instant of the segment, from the place it begins at; null for none. */
  wayFrom(first: number, instant: number): Way | null {
    if (first === NOBODY || instant < this.segment.version.plan.programmes.infinity.from)
      return null
    const known = this.#ways[first]!
    for (let at = 0; at < known.length; at += 1) {
      const way = known[at]!
      if (way.from <= instant && instant < way.until) return way
    }
    const way = this.#walk(first, instant)
    known.push(way)
    return way
  }

  /** What a part of a way is worth. */
  valueOf(part: number): Extract<BonusValue, { kind: 'order' }> {
    const { rows } = this.earning
    const earned = Math.floor(part / (rows.length + 1))
    const before = part % (rows.length + 1)
    const paidBefore = before === 0 ? ZERO : rows[before - 1]!.percent
    return { kind: 'order', effective: rows[earned - 1]!, paidBefore }
  }

  #walk(first: number, instant: number): Way {
    const { rows, height, earned, nextEarning, nextHigher } = this.#path
    const { infinityNeedsActivity } = this.segment.version.plan
    const way: Way = { from: -Infinity, until: Infinity, rows: [], parts: [] }
    let before = 0
    let paidHeight = 0
    let place = first
    while (place !== NOBODY) {
      if (height[place]! <= paidHeight) {
        place = nextHigher[place]!
      } else if (infinityNeedsActivity && !this.#isActiveAt(instant, rows[place]!, way)) {
        place = nextEarning[place]!
      } else {
        way.rows.push(rows[place]!)
        way.parts.push(earned[place]! * (this.earning.rows.length + 1) + before)
        before = earned[place]!
        paidHeight = height[place]!
        place = nextHigher[place]!
      }
    }
    return way
  }

  /** Narrows the way to the time in which the answer stays the same. */
  #isActiveAt(instant: number, row: number, way: Way): boolean {
    for (const { from, until } of this.#activity(row)) {
      for (const change of [from, until]) {
        if (change <= instant) way.from = Math.max(way.from, change)
        else way.until = Math.min(way.until, change)
      }
    }
    return this.wasActive(row, instant)
  }
}

import type { Fraction, Plan, Rank } from '@partner-office/domain'

import type { FiguresEngine } from '../figures-engine.ts'

type Step = {
  /** Units: cents. */
  readonly target: number
  /** For each leg its cap in whole cents, rounded down, and the smallest turnover that fills it, rounded up. */
  readonly caps: readonly number[]
  readonly fills: readonly number[]
  /** By the set of legs over their cap (a bit each): the whole cents in the sum of the fractions of their caps. */
  readonly spare: readonly number[]
}

/**
 * The ordinary ladder in plain numbers: the same result as `rankStanding`, as a place from 0, without allocations, since it
 * is computed for all ancestors of every order.
 *
 * The counting turnover is the total minus the parts of the largest legs above their caps. Caps may have fractions of a
 * cent: whole cents are compared, and the sum of the fractions is precomputed for each set of legs above their caps.
 *
 * Units: cents, exact in doubles up to 2^53.
 * Source: decisions C1, D-041, D-045, D-046.
 */
export class RankLadder {
  readonly codes: readonly string[]
  readonly #steps: readonly Step[]
  readonly #isSequential: boolean
  readonly #countsOwn: boolean
  /** The place of a held rank, by rank id; only place 0 when ranks are not kept. */
  readonly #heldPlaces: Uint8Array
  readonly #legs: Float64Array

  constructor(plan: Plan, legsKept: number) {
    this.codes = plan.ranks.map(({ code }) => code)
    this.#steps = plan.ranks.map(stepOf)
    this.#isSequential = plan.legRule === 'sequential'
    this.#countsOwn = plan.countOwnTurnover
    this.#heldPlaces = plan.ranksAreKept ? placesByHeldId(plan.ranks) : new Uint8Array(1)
    this.#legs = new Float64Array(legsKept)
  }

  /** Whether own turnovers count. */
  get countsOwn(): boolean {
    return this.#countsOwn
  }

  /** Whether growing turnovers never lower a place. */
  get onlyRises(): boolean {
    return !this.#isSequential
  }

  /** Returns the current place of a row. `reached` is a place that the caller knows to be reached. */
  placeOf(engine: FiguresEngine, row: number, reached = 0): number {
    const measure = engine.measures[0]!
    const total = measure.team[row]! + (this.#countsOwn ? measure.own[row]! : 0)
    const heldId = Math.min(engine.heldOrdinary[row]!, this.#heldPlaces.length - 1)
    const held = Math.max(reached, this.#heldPlaces[heldId]!)
    let place = held
    while (place + 1 < this.#steps.length && this.#steps[place + 1]!.target <= total) place += 1
    if (place === held) return held
    engine.readTopLegs(measure, row, this.#legs)
    while (place > held && !this.#reaches(this.#steps[place]!, total)) place -= 1
    return place
  }

  #reaches(step: Step, total: number): boolean {
    if (step.target <= 0) return true
    const { caps, fills, spare } = step
    let counting = total
    let over = 0
    for (let leg = 0; leg < caps.length; leg += 1) {
      const turnover = this.#legs[leg]!
      if (this.#isSequential && (turnover < fills[leg]! || fills[leg] === 0)) break
      if (turnover <= caps[leg]!) continue
      counting -= turnover - caps[leg]!
      over |= 1 << leg
    }
    return counting + spare[over]! >= step.target
  }
}

function stepOf({ turnover, legPercents }: Rank): Step {
  const caps = legPercents.map(({ num, den }) => ({ num: turnover * num, den }))
  return {
    target: Number(turnover),
    caps: caps.map(({ num, den }) => Number(num / den)),
    fills: caps.map(({ num, den }) => Number((num + den - 1n) / den)),
    spare: Array.from({ length: 2 ** caps.length }, (_, over) => wholeCents(caps, over)),
  }
}

function wholeCents(caps: readonly Fraction[], over: number): number {
  let sum = { num: 0n, den: 1n }
  caps.forEach(({ num, den }, leg) => {
    if ((over >> leg) & 1) sum = { num: sum.num * den + (num % den) * sum.den, den: sum.den * den }
  })
  return Number(sum.num / sum.den)
}

/** A later plan may have dropped a held rank: the next lower rank replaces it. */
function placesByHeldId(ranks: readonly Rank[]): Uint8Array {
  const places = new Uint8Array(ranks.at(-1)!.id + 1)
  return places.map((_, id) =>
    Math.max(
      0,
      ranks.findLastIndex((rank) => rank.id <= id),
    ),
  )
}

import type { Fraction, Plan, Rank } from '@partner-office/domain'

import type { FiguresEngine } from '../figures-engine.ts'

type Step = {
  /** Units: cents. */
  readonly target: number
  /** For each leg the whole cents of its cap, and of the smallest turnover that fills it. */
  readonly caps: readonly number[]
  readonly fills: readonly number[]
  /** By which legs are over their cap (a bit each): how many whole cents the fractions of their caps add up to. */
  readonly spare: readonly number[]
}

/**
 * The places of the ordinary ladder in plain numbers, for deciding about everybody above every order: what
 * `rankStanding` answers, as a place from 0, without an allocation.
 *
 * What counts is the total less what the largest legs have over their caps. Caps may fall below a cent: the whole
 * cents are compared, and the fractions of the legs that are over, which only a few combinations have, are summed
 * beforehand.
 *
 * Units: cents, exact in doubles up to 2^53.
 * Source: decisions C1, D-041, D-045, D-046.
 */
export class RankLadder {
  readonly codes: readonly string[]
  readonly #steps: readonly Step[]
  readonly #isSequential: boolean
  readonly #countsOwn: boolean
  /** The place that a held rank stands for, by its id; none where ranks are not kept. */
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

  /** Whether own turnovers move places. */
  get countsOwn(): boolean {
    return this.#countsOwn
  }

  /** Whether nobody falls as long as turnovers only grow. */
  get onlyRises(): boolean {
    return !this.#isSequential
  }

  /** Where a row stands now. Whoever knows that it has reached a place says so. */
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

/** A later plan may have dropped the very rank that is held: the next one below it stands in. */
function placesByHeldId(ranks: readonly Rank[]): Uint8Array {
  const places = new Uint8Array(ranks.at(-1)!.id + 1)
  return places.map((_, id) =>
    Math.max(
      0,
      ranks.findLastIndex((rank) => rank.id <= id),
    ),
  )
}

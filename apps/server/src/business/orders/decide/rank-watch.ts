import {
  entryRank,
  type Plan,
  type Rank,
  ranksToCredit,
  reachesTarget,
} from '@partner-office/domain'

import type { FiguresDraft } from '../../../network/figures-draft.ts'
import type { Ladder } from '../../../network/facts.ts'

type Step = {
  readonly rank: Rank
  /** Doubles for a quick "surely not"; every other case is decided exactly. */
  readonly roughTarget: number
  readonly roughCaps: readonly number[]
  /** Ranks with the same legs: one that fails fails for every higher one of them (C1, properties). */
  readonly legs: string
}

// Far more than doubles can be off in a sum of a few cents below 2^53.
const ROUNDING_CENTS = 16

/**
 * Finds partners who reach a rank, within a few nanoseconds for each ancestor of each order.
 *
 * Source: decisions C1, C2, D-046, D-048.
 */
export class RankWatch {
  readonly #plan: Plan
  readonly #steps: readonly Step[]

  constructor(plan: Plan) {
    this.#plan = plan
    this.#steps = plan.ranks.slice(1).map((rank) => ({
      rank,
      roughTarget: Number(rank.turnover),
      roughCaps: rank.legPercents.map(
        ({ num, den }) => (Number(rank.turnover) * Number(num)) / Number(den),
      ),
      legs: rank.legPercents.map(({ num, den }) => `${num}/${den}`).join(' '),
    }))
  }

  /** The ranks above the held one that are reached now or passed on the way; the partner holds them from here on. */
  newlyReached(draft: FiguresDraft, ladder: Ladder, measure: number, row: number): readonly Rank[] {
    const held = draft.heldRank(ladder, row)
    let total = draft.teamTurnover(measure, row)
    if (this.#plan.countOwnTurnover) total += draft.ownTurnover(measure, row)

    let highest: Rank | null = null
    let failedLegs = ''
    for (const step of this.#steps) {
      if (total < step.roughTarget) break
      if (step.rank.id <= held || step.legs === failedLegs) continue
      if (this.#reaches(draft, measure, row, total, step)) highest = step.rank
      else if (this.#plan.legRule === 'ranked') failedLegs = step.legs
    }
    if (highest === null) return []

    draft.holdRank(ladder, row, highest.id)
    // Every partner holds the entry rank, which is never credited.
    const credited = Math.max(held, entryRank(this.#plan).id)
    return ranksToCredit(this.#plan, credited, highest.id)
  }

  #reaches(draft: FiguresDraft, measure: number, row: number, total: number, step: Step): boolean {
    if (this.#plan.legRule === 'ranked' && this.#isSurelyShort(draft, measure, row, total, step)) {
      return false
    }
    const { turnover: target, legPercents: percents } = step.rank
    const topLegs = percents.map((_, place) => BigInt(draft.topLeg(measure, row, place)))
    return reachesTarget({
      total: BigInt(total),
      topLegs,
      target,
      percents,
      rule: this.#plan.legRule,
    })
  }

  #isSurelyShort(draft: FiguresDraft, measure: number, row: number, total: number, step: Step) {
    let counting = total
    for (let place = 0; place < step.roughCaps.length; place += 1) {
      const over = draft.topLeg(measure, row, place) - step.roughCaps[place]!
      if (over > 0) counting -= over
    }
    return counting < step.roughTarget - ROUNDING_CENTS
  }
}

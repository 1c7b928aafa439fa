import { subtract, type Fraction } from '../fraction.ts'
import { eurCents, type EurCents } from '../money.ts'
import type { Plan, Rank } from '../plan/plan.ts'
import { cheapestWay, type CheapestWay } from './cheapest-way.ts'
import {
  countingTurnover,
  fiftyPercentRule,
  type Leg,
  type RuledLeg,
} from './fifty-percent-rule.ts'
import { fineCaps, legRoom } from './leg-room.ts'
import { entryRank, highestReachedRank } from './rank-ladder.ts'

/** The parts of a plan that the answer depends on. */
type RankPlan = Pick<Plan, 'ranks' | 'legRule' | 'countOwnTurnover' | 'ranksAreKept'>

/** The turnovers that a partner tries out. Units: EUR cents; `heldRankId` is the rank held now. */
export type WhatIfQuestion = {
  readonly plan: RankPlan
  readonly heldRankId: number
  readonly legs: readonly Leg[]
  readonly ownTurnover: EurCents
  /** The target rank; by default the next rank above the held one. */
  readonly targetRankId?: number
}

/**
 * A leg and the effect of more turnover in it.
 *
 * Units: EUR cents. `nextEuro` is what the next 100 cents add to the counting turnover, `room` how
 * much counts in full before the next cent adds nothing, null without an end.
 */
export type WhatIfLeg = RuledLeg & { readonly nextEuro: Fraction; readonly room: Fraction | null }

/** Units: EUR cents; `progress` in whole percent. */
export type WhatIf = {
  readonly targetRank: Rank
  /** The highest rank that these legs reach; at least the held rank if ranks are kept. */
  readonly reachedRank: Rank
  readonly totalTurnover: EurCents
  readonly countingTurnover: Fraction
  readonly progress: number
  readonly reached: boolean
  /** The missing turnover, 0 if the target is reached. */
  readonly missing: Fraction
  /** Largest first; `qualified` legs are at their cap. */
  readonly legs: readonly WhatIfLeg[]
  /** Null when the target is reached, or when no turnover in legs alone can reach it without loss. */
  readonly cheapest: CheapestWay | null
}

/**
 * What legs would count toward a rank, what the next euro in each adds, and the least turnover that
 * reaches the rank. The browser asks it at every change; the same rules decide on the server.
 *
 * Refuses: a plan without ranks, with a RangeError.
 * Source: decisions C1, D-041, D-044, D-045.
 */
export function whatIf(question: WhatIfQuestion): WhatIf {
  const { plan, legs } = question
  const own = plan.countOwnTurnover ? question.ownTurnover : eurCents(0n)
  const targetRank = rankAskedAbout(question)
  const { turnover: target, legPercents: percents } = targetRank
  const answer = fiftyPercentRule({ legs, target, percents, rule: plan.legRule, ownTurnover: own })
  const left = subtract({ num: target, den: 1n }, answer.countingTurnover)
  const missing = left.num > 0n ? left : { num: 0n, den: 1n }
  return {
    targetRank,
    reachedRank: reachedRank(question, answer.totalTurnover, answer.legs),
    totalTurnover: answer.totalTurnover,
    countingTurnover: answer.countingTurnover,
    progress: answer.progress,
    reached: answer.reached,
    missing,
    legs: withNextEuro(plan, targetRank, answer),
    cheapest: answer.reached ? null : cheapestWay({ plan, targetRank, legs, own, missing }),
  }
}

function rankAskedAbout({ plan, heldRankId, targetRankId }: WhatIfQuestion): Rank {
  const asked = plan.ranks.find(({ id }) => id === targetRankId)
  const next = plan.ranks.find(({ id }) => id > heldRankId)
  return asked ?? next ?? plan.ranks.at(-1) ?? entryRank(plan)
}

function reachedRank(
  { plan, heldRankId }: WhatIfQuestion,
  total: EurCents,
  legs: readonly Leg[],
): Rank {
  const topLegs = legs.map(({ turnover }) => turnover)
  const reached = highestReachedRank(plan, total, topLegs)
  if (!plan.ranksAreKept || reached.id >= heldRankId) return reached
  return plan.ranks.findLast(({ id }) => id <= heldRankId) ?? reached
}

const NEXT_EURO = 100n

function withNextEuro(
  plan: RankPlan,
  { turnover: target, legPercents: percents }: Rank,
  answer: { legs: readonly RuledLeg[]; totalTurnover: EurCents; countingTurnover: Fraction },
): WhatIfLeg[] {
  const fine = fineCaps(target, percents)
  const sorted = answer.legs.map(({ turnover }) => turnover * fine.perCent)
  // One more than there are places: the leg that grows may be among them.
  const top = answer.legs.slice(0, percents.length + 1)
  return answer.legs.map((leg, index) => {
    const grown = leg.turnover + NEXT_EURO
    const others = top.filter((other) => other !== leg).map(({ turnover }) => turnover as bigint)
    const topLegs = [...others, grown].sort((a, b) => (a < b ? 1 : -1))
    const total = answer.totalTurnover + NEXT_EURO
    const after = countingTurnover({ total, topLegs, target, percents, rule: plan.legRule })
    const room = legRoom(sorted[index]!, sorted, fine, plan.legRule)
    return {
      ...leg,
      nextEuro: subtract(after, answer.countingTurnover),
      room: room === null ? null : { num: room, den: fine.perCent },
    }
  })
}

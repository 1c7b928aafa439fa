import { planAt, type PlanVersion } from '@partner-office/domain'

import type { FiguresRules } from '../network/figures-engine.ts'

const FROM_THE_BEGINNING = Number.NEGATIVE_INFINITY

/** Rules of the figures from all plan versions: an order counts by the plan valid when it was paid. */
export function figuresRules(versions: readonly PlanVersion[]): FiguresRules {
  const starts = versions.map(({ plan }) => plan.turnoverBonusStart ?? FROM_THE_BEGINNING)
  const percents = versions.flatMap(({ plan }) => plan.ranks.map((rank) => rank.legPercents.length))
  return {
    activityDays: (cents, paidAt) => {
      const { activity } = planAt(versions, paidAt).plan
      return BigInt(cents) >= activity.minimumOrder ? activity.days : 0
    },
    turnoverStarts: [...new Set([FROM_THE_BEGINNING, ...starts])],
    legsKept: Math.max(1, ...percents),
  }
}

/** The instant from which a plan's bonus ladder counts orders. */
export const bonusLadderStart = (start: number | null): number => start ?? FROM_THE_BEGINNING

import type { RankMonth } from '@partner-office/contracts'
import { formatUnits } from '@partner-office/domain'

import { type RankPasts, standingAt } from './rank-past.ts'
import { centsText } from './rank-view.ts'

/**
 * Reads what counted at the end of each of the last 24 months toward the rank that came next then, by the plan in force.
 *
 * Refuses: `data_not_ready`.
 * Source: decisions C1 "For ranks"; RKH-002.
 */
export async function readRankMonths(pasts: RankPasts, partnerId: number): Promise<RankMonth[]> {
  const { plan, months } = await pasts.of(partnerId)
  return months.map((end, at) => {
    const { targetRank, targetTurnover, countingTurnover } = standingAt(plan, end)
    return {
      month: end.month,
      isOver: at < months.length - 1,
      rang: targetRank.code,
      target: formatUnits(targetTurnover, 2),
      counting: centsText(countingTurnover),
    }
  })
}

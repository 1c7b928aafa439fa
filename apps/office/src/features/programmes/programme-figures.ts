import type { BonusRecord, RulePartner } from '@partner-office/contracts'
import {
  fiftyPercentRule,
  fraction,
  formatUnits,
  type LegRule,
  type RuleAnswer,
  truncateToUnits,
} from '@partner-office/domain'

import { type LegFigures, legFigures } from '../../parts/legs/leg-figures.ts'
import { eurToCents } from '../../parts/figures/eur.ts'

/** A target, the turnover that counts toward it, and the turnover of each leg. Units: EUR. */
type Counted = Pick<
  BonusRecord,
  'topPartners' | 'percents' | 'targetTurnover' | 'totalTurnover' | 'countingTurnover'
>

/** Applies a leg rule to a target; legs are identified by their place. */
const ruled = ({ topPartners, percents }: Counted, target: string, rule: LegRule): RuleAnswer =>
  fiftyPercentRule({
    legs: topPartners.map(({ turnover }, place) => ({
      userId: place,
      turnover: eurToCents(turnover),
    })),
    target: eurToCents(target),
    percents: percents.map(({ value }) => fraction(String(value))),
    rule,
  })

/** The leg rule that yields the counting turnover of the answer, which names no rule. Source: decisions D-041. */
function ruleOf(counted: Counted): LegRule {
  const { targetTurnover, totalTurnover, countingTurnover } = counted
  const aboveCaps = eurToCents(totalTurnover) - eurToCents(countingTurnover)
  const isRanked = aboveCapsOf(ruled(counted, targetTurnover, 'ranked')) === aboveCaps
  return isRanked ? 'ranked' : 'sequential'
}

const aboveCapsOf = ({ totalTurnover, countingTurnover }: RuleAnswer): bigint =>
  totalTurnover - truncateToUnits(countingTurnover, 0)

/** Legs of a programme under the rule of the shown target. Source: decisions C1, C5. */
export function ruledPartners(counted: Counted): readonly RulePartner[] {
  const { topPartners, targetTurnover } = counted
  const { legs } = ruled(counted, targetTurnover, ruleOf(counted))
  return legs.map(({ userId, leg, percent, turnoverQualified, qualified }) => {
    const { avatar, firstName, lastName, turnover } = topPartners[userId]!
    return {
      avatar,
      firstName,
      lastName,
      turnover,
      leg,
      percent: percent && Number(percent.num) / Number(percent.den),
      turnoverQualified: formatUnits(truncateToUnits(turnoverQualified, 0), 2),
      qualified,
    }
  })
}

/** Turnover of the same legs that counts toward another target, with the caps of that target. Units: EUR. Source: decisions C1, C7. */
export function countingToward(counted: Counted, target: string): string {
  const above = aboveCapsOf(ruled(counted, target, ruleOf(counted)))
  return formatUnits(eurToCents(counted.totalTurnover) - above, 2)
}

/** Turnover of a period that counts toward the next checkpoint, leg by leg. Units: EUR. Source: decisions C5. */
export function programmeFigures(counted: Counted, partners: readonly RulePartner[]): LegFigures {
  const legs = partners.map(({ leg, turnoverQualified: counting, ...partner }) => ({
    ...partner,
    counting,
    cap: leg === null ? null : (counted.percents[leg - 1]?.max ?? null),
  }))
  return legFigures({ ...counted, legs })
}

/** Whether any leg has a cap below the whole target. Without caps the page shows no legs. */
export const hasLegCaps = ({ percents }: Counted): boolean =>
  percents.some(({ value }) => value < 1)

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

/** What counts toward a target, and the turnover of each leg. Units: EUR. */
type Counted = Pick<
  BonusRecord,
  'topPartners' | 'percents' | 'targetTurnover' | 'totalTurnover' | 'countingTurnover'
>

/** What of each leg counts toward a target; legs are told apart by their place. */
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

/** The rule by which as much counts as the service says; it tells only turnovers. Source: decisions D-041. */
function ruleOf(counted: Counted): LegRule {
  const { targetTurnover, totalTurnover, countingTurnover } = counted
  const aboveCaps = eurToCents(totalTurnover) - eurToCents(countingTurnover)
  const isRanked = aboveCapsOf(ruled(counted, targetTurnover, 'ranked')) === aboveCaps
  return isRanked ? 'ranked' : 'sequential'
}

const aboveCapsOf = ({ totalTurnover, countingTurnover }: RuleAnswer): bigint =>
  totalTurnover - truncateToUnits(countingTurnover, 0)

/** The legs of a programme under the rule of the target that is shown. Source: decisions C1, C5. */
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

/** What of the same legs counts toward another target: its caps follow it. Units: EUR. Source: decisions C1, C7. */
export function countingToward(counted: Counted, target: string): string {
  const above = aboveCapsOf(ruled(counted, target, ruleOf(counted)))
  return formatUnits(eurToCents(counted.totalTurnover) - above, 2)
}

/** What of a period's turnover counts toward the next checkpoint, leg by leg. Units: EUR. Source: decisions C5. */
export function programmeFigures(counted: Counted, partners: readonly RulePartner[]): LegFigures {
  const legs = partners.map(({ leg, turnoverQualified: counting, ...partner }) => ({
    ...partner,
    counting,
    cap: leg === null ? null : (counted.percents[leg - 1]?.max ?? null),
  }))
  return legFigures({ ...counted, legs })
}

/** Whether a leg may bring less than the whole target; without that there is nothing to tell of legs. */
export const hasLegCaps = ({ percents }: Counted): boolean =>
  percents.some(({ value }) => value < 1)

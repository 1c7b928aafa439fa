import type { RankStatus, RulePartner } from '@partner-office/contracts'
import { useTranslation } from 'react-i18next'

import { rankNameKey } from '../../lib/queries/ranks.ts'
import { targetRank } from '../rank/rank-figures.ts'

/** The 50 % rule of a target and the legs under it. Units: EUR; `shares` of the target, by place. */
export type Rule = {
  readonly title: string
  readonly hint: string
  readonly targetTurnover: string
  readonly totalTurnover: string
  readonly countingTurnover: string
  readonly shares: readonly number[]
  readonly topPartners: readonly RulePartner[]
}

/** The rule of the next rank. Source: decisions C1. */
export function useRankRule(status: RankStatus): Rule {
  const { t } = useTranslation()
  const rank = targetRank(status)
  return {
    ...status,
    title: t('rule.title', { rank: t(rankNameKey(rank.code)) }),
    hint: t('rule.hint'),
    shares: rank.topPartnerPercents,
  }
}

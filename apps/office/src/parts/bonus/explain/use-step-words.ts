import type { BonusExplanation } from '@partner-office/contracts'
import { useTranslation } from 'react-i18next'

import { dateText, timeText } from '../../../lib/formats/formats.ts'
import { fullNameOf } from '../../../lib/session/profile.ts'
import { useFormat } from '../../../lib/formats/use-format.ts'
import { shareText } from '../../figures/percent-text.ts'

type Step = BonusExplanation['path'][number]

const REASONS = {
  rank_too_low: 'explain.reason.rank_too_low',
  not_active: 'explain.reason.not_active',
  no_claim: 'explain.reason.no_claim',
  not_above_paid: 'explain.reason.not_above_paid',
} as const

/** Name of a step, and the reason why it was paid or not. Units: `paidAt` is when the order was paid. */
export function useStepWords() {
  const { t } = useTranslation()
  const { style } = useFormat()
  const nameOf = (step: Step): string =>
    step.isCaller ? t('explain.you') : fullNameOf(step) || t('common.noname')
  const reasonOf = ({ reason, kind, level, percent, rate }: Step, paidAt: number): string => {
    if (reason !== null) {
      return t(REASONS[reason], { date: dateText(paidAt), time: timeText(paidAt) })
    }
    if (kind === 'DIRECT') return t('explain.paid.direct', { level })
    if (kind === 'TEAM') return t('explain.paid.team', { level })
    const own = shareText(rate ?? percent, style)
    const below = (rate ?? percent) - percent
    return below > 0
      ? t('explain.paid.rest', { rate: own, below: shareText(below, style) })
      : t('explain.paid.rate', { rate: own })
  }
  return { nameOf, reasonOf }
}

import type { BonusExplanation } from '@partner-office/contracts'
import { useTranslation } from 'react-i18next'

import { dateText, monthShown } from '../../../lib/formats/formats.ts'
import { useLocale } from '../../../lib/formats/locale.ts'
import { fullNameOf } from '../../../lib/session/profile.ts'
import { rankNameKey } from '../../../lib/queries/ranks.ts'
import { useFormat } from '../../../lib/formats/use-format.ts'
import { shareText } from '../../figures/percent-text.ts'

/** Sentences of an explanation: what happened, and the version of the plan. */
export function useExplanationWords() {
  const { t } = useTranslation()
  const orderSentence = useOrderSentence()
  const periodSentence = usePeriodSentence()
  return {
    sentenceOf: (explanation: BonusExplanation): string =>
      explanation.order === null
        ? periodSentence(explanation)
        : orderSentence(explanation, explanation.order),
    planOf: ({ planVersion: version, planValidFrom }: BonusExplanation): string =>
      planValidFrom === 0
        ? t('explain.plan', { version })
        : t('explain.planSince', { version, date: dateText(planValidFrom) }),
  }
}

type Order = NonNullable<BonusExplanation['order']>

function useOrderSentence() {
  const { t } = useTranslation()
  const { amountText, style } = useFormat()
  return ({ path }: BonusExplanation, order: Order): string => {
    const own = path.find(({ isCaller }) => isCaller)
    const about = {
      name: fullNameOf(order) || t('common.noname'),
      amount: amountText(order.amount, 'EUR'),
      level: own?.level ?? path.length,
      percent: shareText(own?.percent ?? 0, style),
    }
    return t(
      own === undefined || own.percent === 0 ? 'explain.orderedUnpaid' : 'explain.ordered',
      about,
    )
  }
}

function usePeriodSentence() {
  const { t } = useTranslation()
  const { amountText } = useFormat()
  const locale = useLocale()
  return (explanation: BonusExplanation): string => {
    const { rang, period, pool, target, counting, windowStart, windowEnd, amounts } = explanation
    const turnover = {
      target: amountText(target ?? '0', 'EUR'),
      counting: amountText(counting ?? '0', 'EUR'),
    }
    const month = period === null ? '' : monthShown(period, locale)
    if (pool !== null) {
      return t('explain.pool', { month, pool, sharers: amounts[0]?.sharers ?? 1 })
    }
    if (windowStart !== null && windowEnd !== null) {
      const days = { from: dateText(windowStart), to: dateText(windowEnd - 1) }
      return t('explain.window', { ...turnover, ...days })
    }
    if (period !== null) return t('explain.month', { ...turnover, month })
    return t('explain.rankReached', { ...turnover, rank: t(rankNameKey(rang ?? '')) })
  }
}

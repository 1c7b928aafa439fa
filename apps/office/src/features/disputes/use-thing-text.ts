import type { Dispute } from '@partner-office/contracts'
import { useTranslation } from 'react-i18next'

import { monthShown } from '../../lib/formats/formats.ts'
import { useLocale } from '../../lib/formats/locale.ts'
import { rankNameKey } from '../../lib/queries/ranks.ts'
import { BONUS_NAMES } from '../../parts/bonus/bonus-names.ts'

/** Names what a question is about, such as `Team bonus · Order 12`. */
export function useThingText(): (thing: Dispute['thing']) => string {
  const { t } = useTranslation()
  const locale = useLocale()
  return ({ adjustmentId, bonusType, month, orderId, recordId, rang }) => {
    const parts = [
      ...(adjustmentId === null ? [] : [t('adjustments.number', { number: adjustmentId })]),
      ...(bonusType === null ? [] : [t(BONUS_NAMES[bonusType])]),
      ...(rang === null ? [] : [t(rankNameKey(rang))]),
      ...(orderId === null ? [] : [t('bonusHistory.orderNumber', { number: orderId })]),
      ...(month === null ? [] : [monthShown(month, locale)]),
      ...(recordId === null ? [] : [t('adjustments.record', { number: recordId })]),
    ]
    return parts.join(' · ')
  }
}

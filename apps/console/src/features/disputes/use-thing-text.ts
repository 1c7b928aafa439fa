import type { DisputedThing } from '@partner-office/contracts'
import { rankDisplayName } from '@partner-office/domain'
import { useTranslation } from 'react-i18next'

import { monthText } from '../../lib/instants.ts'
import { useProgrammeName } from '../../lib/programme-name.ts'

/** Names what a dispute is about, such as `Team bonus, order 12, line 7`. */
export function useThingText(): (thing: DisputedThing) => string {
  const { t } = useTranslation()
  const programmeName = useProgrammeName()
  return ({ adjustmentId, bonusType, month, orderId, recordId, rang }) =>
    [
      ...(adjustmentId === null ? [] : [t('adjustments.one', { id: adjustmentId })]),
      ...(bonusType === null ? [] : [programmeName(bonusType)]),
      ...(rang === null ? [] : [rankDisplayName(rang)]),
      ...(orderId === null ? [] : [t('adjustments.abouts.order', { id: orderId })]),
      ...(month === null ? [] : [monthText(month)]),
      ...(recordId === null ? [] : [t('adjustments.abouts.record', { id: recordId })]),
    ].join(', ')
}

import type { Mark } from '@partner-office/contracts'
import type { TFunction } from 'i18next'

import { utcText } from '../../lib/instants.ts'

/** The sentence of a mark, with what it names. */
export function markText(t: TFunction, { name, values }: Mark): string {
  const { until, reason } = values
  if (name === 'stopped' && reason !== undefined) {
    return typeof until === 'number'
      ? t('payouts.markTexts.stoppedUntil', { reason, until: utcText(until) })
      : t('payouts.markTexts.stoppedFor', { reason })
  }
  return t(`payouts.markTexts.${name}`, values)
}

import { monthEnd } from '@partner-office/domain'
import { useTranslation } from 'react-i18next'

import { monthShown } from '../../lib/formats/formats.ts'
import { Countdown } from './countdown.tsx'

/** Counts down to the end of a month. Source: requirements INF-008. */
export function MonthCountdown({ month }: { readonly month: number }) {
  const { t, i18n } = useTranslation()
  const title = t('infinity.endsIn', { month: monthShown(month, i18n.language) })
  return <Countdown title={title} end={monthEnd(month)} />
}

import type { ListedDispute } from '@partner-office/contracts'
import { useTranslation } from 'react-i18next'

const HOUR = 3_600_000

/** What is left until the deadline, in whole hours. Units: `left` in milliseconds. */
export function TimeLeft({ left, state }: Pick<ListedDispute, 'left' | 'state'>) {
  const { t } = useTranslation()
  if (left === null) return <span className="muted">–</span>
  const hours = Math.floor(Math.abs(left) / HOUR)
  const time = t('disputes.hours', { days: Math.floor(hours / 24), hours: hours % 24 })
  if (left < 0) return <strong>{t('disputes.late', { time })}</strong>
  return <>{state === 'QUESTION' ? t('disputes.stopped', { time }) : time}</>
}

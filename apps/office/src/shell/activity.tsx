import { Dot } from '@partner-office/ui'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'

import { activityQuery } from '../lib/queries/activity.ts'
import { dateText, timeLeft, timeText } from '../lib/formats/formats.ts'
import { useOffice } from '../lib/session/office.ts'
import { useNowUntil } from '../lib/browser/use-now-until.ts'

/** Countdown to the end of the partner's activity, or the date of its end. Source: requirements DSH-017 to DSH-020. */
export function Activity() {
  const { t } = useTranslation()
  const { api } = useOffice()
  const { data } = useQuery(activityQuery(api))
  if (data === undefined) return <div className="action" aria-hidden="true" />
  const { activeUntil } = data
  return (
    <section className="action" aria-label={t('activity.title')}>
      {activeUntil === null ? (
        <Inactive>{t('activity.never')}</Inactive>
      ) : (
        <Countdown key={activeUntil} until={activeUntil} />
      )}
    </section>
  )
}

/** Counts down to an instant; from that instant on it shows the date. */
export function Countdown({ until }: { until: number }) {
  const { t } = useTranslation()
  const now = useNowUntil(until)
  const left = timeLeft(until, now)
  if (left === null) return <Inactive>{t('activity.ended', { date: dateText(until) })}</Inactive>
  const two = (value: number): string => String(value).padStart(2, '0')
  const { days, hours, minutes, seconds } = left
  const clock = `${two(hours)}:${two(minutes)}:${two(seconds)}`
  return (
    <>
      <div className="in-row between">
        <span className="caption">{t('activity.title')}</span>
        <Dot on />
      </div>
      <div className="medium-weight" role="timer" aria-live="off">
        {t('activity.left', { days, clock })}
      </div>
      <div className="caption">
        {t('activity.until', { date: dateText(until - 1), time: timeText(until - 1) })}
      </div>
    </>
  )
}

function Inactive({ children }: { children: string }) {
  const { t } = useTranslation()
  return (
    <>
      <div className="in-row between">
        <span className="caption">{t('activity.title')}</span>
        <Dot on={false} />
      </div>
      <div className="medium-weight">{children}</div>
    </>
  )
}

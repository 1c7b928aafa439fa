import { monthEnd } from '@partner-office/domain'
import { useTranslation } from 'react-i18next'

import { dateText, monthShown, timeLeft } from '../../lib/formats.ts'
import { useNowUntil } from '../../lib/use-now-until.ts'

const OVER = { days: 0, hours: 0, minutes: 0, seconds: 0 } as const

/** Counts down to the end of a month, second by second. Source: requirements INF-008. */
export function MonthCountdown({ month }: { readonly month: number }) {
  const { t, i18n } = useTranslation()
  const end = monthEnd(month)
  const { days, hours, minutes, seconds } = timeLeft(end, useNowUntil(end)) ?? OVER
  const parts = [
    { value: String(days), label: t('infinity.days') },
    { value: twoDigits(hours), label: t('infinity.hours') },
    { value: twoDigits(minutes), label: t('infinity.minutes') },
    { value: twoDigits(seconds), label: t('infinity.seconds') },
  ]
  return (
    <section className="card stack g3" aria-labelledby="month-end">
      <h2 className="label" id="month-end">
        {t('infinity.endsIn', { month: monthShown(month, i18n.language) })}
      </h2>
      <div className="count-down" role="timer" aria-live="off">
        {parts.map(({ value, label }) => (
          <span key={label}>
            <b className="num">{value}</b> <small>{label}</small>
          </span>
        ))}
      </div>
      <p className="meta">{t('infinity.lastInstant', { date: dateText(end - 1) })}</p>
    </section>
  )
}

const twoDigits = (value: number): string => String(value).padStart(2, '0')

import { useTranslation } from 'react-i18next'

import { dateText, timeLeft } from '../../lib/formats/formats.ts'
import { useNowUntil } from '../../lib/browser/use-now-until.ts'
import './months.css'

const OVER = { days: 0, hours: 0, minutes: 0, seconds: 0 } as const

type CountdownProps = {
  readonly title: string
  /** The first instant after the period, the start of a UTC day. */
  readonly end: number
}

/** Counts down to the end of a period, second by second. Source: requirements INF-008. */
export function Countdown({ title, end }: CountdownProps) {
  const { t } = useTranslation()
  const { days, hours, minutes, seconds } = timeLeft(end, useNowUntil(end)) ?? OVER
  const parts = [
    { value: String(days), label: t('infinity.days') },
    { value: twoDigits(hours), label: t('infinity.hours') },
    { value: twoDigits(minutes), label: t('infinity.minutes') },
    { value: twoDigits(seconds), label: t('infinity.seconds') },
  ]
  return (
    <section className="card stack gap-3" aria-labelledby="period-end">
      <h2 className="label" id="period-end">
        {title}
      </h2>
      <div className="count-down" role="timer" aria-live="off">
        {parts.map(({ value, label }) => (
          <span key={label}>
            <b className="digits">{value}</b> <small>{label}</small>
          </span>
        ))}
      </div>
      <p className="meta">{t('infinity.lastInstant', { date: dateText(end - 1) })}</p>
    </section>
  )
}

const twoDigits = (value: number): string => String(value).padStart(2, '0')

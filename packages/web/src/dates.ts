import { browserWord } from '@partner-office/locales'

const THREE_DAYS_MS = 259_200_000
const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
const DAY_MS = 86_400_000

/** Formats a date as DD.MM.YYYY in UTC, in every language. Source: requirements FMT-001. */
export function dateText(instant: number): string {
  const [year, month, day] = new Date(instant).toISOString().slice(0, 10).split('-')
  return `${day}.${month}.${year}`
}

/** Formats a time as HH:MM in UTC. */
export const timeText = (instant: number): string => new Date(instant).toISOString().slice(11, 16)

/**
 * Formats a date relative to now for three days, then as the day.
 *
 * Source: requirements FMT-001, FMT-002; decisions D-102.
 */
export function dateShown(instant: number, now: number, locale: string): string {
  const age = now - instant
  if (age < 0 || age > THREE_DAYS_MS) return dateText(instant)
  if (age < HOUR_MS) return ago(Math.floor(age / MINUTE_MS), 'minute', locale)
  if (age < DAY_MS) return ago(Math.floor(age / HOUR_MS), 'hour', locale)
  return ago(Math.floor(age / DAY_MS), 'day', locale)
}

const ago = (age: number, unit: 'minute' | 'hour' | 'day', locale: string): string =>
  browserWord(locale, `age.${age}.${unit}`) ??
  new Intl.RelativeTimeFormat(`${locale}-u-nu-latn`, { numeric: 'auto' }).format(-age, unit)

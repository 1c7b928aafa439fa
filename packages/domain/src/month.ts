import { DAY_MS } from './instant.ts'

const MONTH_TEXT = /^(\d{4})-(0[1-9]|1[0-2])$/

/**
 * 2024-03-01T00:00:00Z, the first month of the programmes.
 *
 * Source: decisions B3; INF-003.
 */
export const FIRST_BONUS_MONTH = 1_709_251_200_000

/**
 * The first millisecond of the UTC month that holds an instant.
 *
 * Units: epoch milliseconds.
 * Source: INF-002, INF-006, INF-007.
 */
export function monthStart(at: number): number {
  const day = new Date(at)
  return Date.UTC(day.getUTCFullYear(), day.getUTCMonth())
}

/** The first millisecond after the UTC month that holds an instant. Source: INF-002. */
export function monthEnd(at: number): number {
  const day = new Date(at)
  return Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 1)
}

/**
 * The same day and time some UTC months later, earlier if negative; the last day where a month is too short.
 *
 * Units: epoch milliseconds.
 */
export function monthsLater(at: number, months: number): number {
  const start = monthStart(at)
  const first = new Date(start)
  const later = Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + months)
  const day = Math.floor((at - start) / DAY_MS)
  const lastDay = (monthEnd(later) - later) / DAY_MS - 1
  return later + Math.min(day, lastDay) * DAY_MS + ((at - start) % DAY_MS)
}

/** The UTC month of an instant as text: "2025-10". */
export function monthText(at: number): string {
  return new Date(at).toISOString().slice(0, 7)
}

/** The first millisecond of a month written "2025-10"; null for anything else, years before 1970 too. */
export function parseMonth(text: string): number | null {
  const [, year, month] = MONTH_TEXT.exec(text) ?? []
  return year === undefined || Number(year) < 1970
    ? null
    : Date.UTC(Number(year), Number(month) - 1)
}

/**
 * The starts of all months a partner can choose, newest first: from the current month back to the
 * first one of the programmes.
 *
 * Source: INF-003 to INF-006.
 */
export function bonusMonths(now: number): number[] {
  const months: number[] = []
  for (let start = FIRST_BONUS_MONTH; start <= now; start = monthEnd(start)) months.push(start)
  return months.toReversed()
}

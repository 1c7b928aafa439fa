import { FIRST_BONUS_MONTH, monthEnd, monthStart, Refusal } from '@partner-office/domain'

/** A stretch of time. Units: epoch milliseconds, `[start, end)`. */
export type Period = { readonly start: number; readonly end: number }

/**
 * The month that starts at the asked instant; the current month by default.
 *
 * Refuses: `validation_error`, for any other instant, a month before the programmes and a future month.
 * Source: api.md, "Ranks and bonuses"; INF-007.
 */
export function askedMonth(asked: number | undefined, now: number, field = 'bonusPeriod'): Period {
  const start = askedInstant(asked, now, field)
  if (asked !== undefined && monthStart(start) !== start) throw wrongPeriod(field)
  return { start: monthStart(start), end: monthEnd(start) }
}

/**
 * The asked instant; now by default.
 *
 * Refuses: `validation_error`, before the programmes and in the future.
 */
export function askedInstant(asked: number | undefined, now: number, field: string): number {
  const at = asked ?? now
  if (at < FIRST_BONUS_MONTH || at > now) throw wrongPeriod(field)
  return at
}

/** Source: api.md, envelope. */
export const wrongPeriod = (field: string): Refusal =>
  new Refusal('validation_error', { field, reason: 'invalid_format' })

import { dateShown, dateText, timeText as clockOf } from '@partner-office/web'

/** A text whose parts keep their order between words that run from right to left (Unicode isolates). */
export const leftToRight = (text: string): string => `\u2066${text}\u2069`

/** An instant such as `03.06.2024 16:20 UTC`. */
export const timeText = (instant: number): string =>
  leftToRight(`${dateText(instant)} ${clockOf(instant)} UTC`)

/** The moment of an event: for three days its age before the instant, then the instant alone. Source: requirements FMT-001, FMT-002; decisions D-102. */
export function eventText(instant: number, now: number, locale: string): string {
  const shown = dateShown(instant, now, locale)
  return shown === dateText(instant) ? timeText(instant) : `${shown} (${timeText(instant)})`
}

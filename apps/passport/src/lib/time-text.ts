const padded = (value: number): string => String(value).padStart(2, '0')

/** A day such as `03.06.2024`, UTC. Source: decisions D-102. */
export function dayText(instant: number): string {
  const at = new Date(instant)
  return `${padded(at.getUTCDate())}.${padded(at.getUTCMonth() + 1)}.${at.getUTCFullYear()}`
}

/** A text whose parts keep their order between words that run from right to left (Unicode isolates). */
export const leftToRight = (text: string): string => `\u2066${text}\u2069`

/** An instant such as `03.06.2024 16:20 UTC`. */
export function timeText(instant: number): string {
  const at = new Date(instant)
  const minute = `${padded(at.getUTCHours())}:${padded(at.getUTCMinutes())}`
  return leftToRight(`${dayText(instant)} ${minute} UTC`)
}

const padded = (value: number): string => String(value).padStart(2, '0')

/** A day such as `03.06.2024`, UTC. Source: decisions D-102. */
export function dayText(instant: number): string {
  const at = new Date(instant)
  return `${padded(at.getUTCDate())}.${padded(at.getUTCMonth() + 1)}.${at.getUTCFullYear()}`
}

/** An instant such as `03.06.2024 16:20 UTC`. */
export function timeText(instant: number): string {
  const at = new Date(instant)
  return `${dayText(instant)} ${padded(at.getUTCHours())}:${padded(at.getUTCMinutes())} UTC`
}

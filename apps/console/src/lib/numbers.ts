import { LANGUAGE } from './instants.ts'

const whole = new Intl.NumberFormat(LANGUAGE)

/** A count: `10,482,306`. */
export const countText = (count: number): string => whole.format(count)

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS

/** A duration to the second; below one, in milliseconds: `41 min 12 s`, `840 ms`. */
export function durationText(ms: number): string {
  if (ms < SECOND_MS) return unit(ms, 'millisecond')
  if (ms < MINUTE_MS) return unit(Math.floor(ms / SECOND_MS), 'second')
  const seconds = Math.floor((ms % MINUTE_MS) / SECOND_MS)
  return `${unit(Math.floor(ms / MINUTE_MS), 'minute')} ${unit(seconds, 'second')}`
}

const unit = (value: number, name: 'minute' | 'second' | 'millisecond'): string =>
  new Intl.NumberFormat(LANGUAGE, { style: 'unit', unit: name, unitDisplay: 'short' }).format(value)

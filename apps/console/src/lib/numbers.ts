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

type Unit = 'minute' | 'second' | 'millisecond' | (typeof SIZES)[number]

const SIZES = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const

/** A size in its largest unit: `2.5 MB`. */
export function sizeText(bytes: number): string {
  const place = SIZES.findLastIndex((_, power) => bytes >= 1_000 ** power)
  return unit(bytes / 1_000 ** Math.max(0, place), SIZES[Math.max(0, place)]!)
}

const unit = (value: number, name: Unit): string =>
  new Intl.NumberFormat(LANGUAGE, {
    style: 'unit',
    unit: name,
    unitDisplay: 'short',
    maximumFractionDigits: 1,
  }).format(value)

const regions = new Intl.DisplayNames(LANGUAGE, { type: 'region' })

/** The name of a country; the code of one that the browser does not know. */
export const countryText = (code: string): string => regions.of(code) ?? code

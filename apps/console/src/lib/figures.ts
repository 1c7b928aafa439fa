import { LANGUAGE } from './instants.ts'

const counts = new Intl.NumberFormat(LANGUAGE)

/** A whole number: `10,482,306`. */
export const countText = (count: number): string => counts.format(count)

type Shown = { readonly whole: string; readonly fraction: string }

const ROUND_COUNTS = new Intl.NumberFormat(LANGUAGE, {
  notation: 'compact',
  maximumFractionDigits: 0,
  roundingMode: 'floor',
})

/** A count where room is scarce: exact below 10,000, above it `12K+`, which the count reaches. Rounding: down. */
export const shortCount = (count: number): string =>
  count < 10_000 ? countText(count) : `${ROUND_COUNTS.format(count)}+`

/** An exact amount with all of its decimals, those of the currency. Rounding: none. */
export function shownAmount(amount: string): Shown {
  const decimals = amount.split('.')[1]?.length ?? 0
  const parts = new Intl.NumberFormat(LANGUAGE, {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  }).formatToParts(amount as Intl.StringNumericLiteral)
  const point = parts.findIndex(({ type }) => type === 'decimal')
  const end = point === -1 ? parts.length : point
  const text = (some: typeof parts): string => some.map(({ value }) => value).join('')
  return { whole: text(parts.slice(0, end)), fraction: text(parts.slice(end)) }
}

/** An exact number with all of its decimals, as one text: `1,521,260.00`. Rounding: none. */
export function numberText(number: string): string {
  const { whole, fraction } = shownAmount(number)
  return whole + fraction
}

/** The same with its currency: `1,521,260.00 EUR`. */
export const amountText = (amount: string, currency: string): string =>
  `${numberText(amount)} ${currency}`

const BYTE_UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const

/** A size in its largest unit, with three digits. Units: a kilobyte is 1,000 bytes. */
export function bytesText(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.floor(Math.log10(bytes) / 3)
  const unit = BYTE_UNITS[power] ?? 'terabyte'
  return new Intl.NumberFormat(LANGUAGE, {
    style: 'unit',
    unit,
    maximumSignificantDigits: 3,
  }).format(bytes / 1000 ** BYTE_UNITS.indexOf(unit))
}

const DURATION_UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
  ['millisecond', 1],
] as const

/** How long something lasts, in its largest whole unit, with its sign. Units: milliseconds. */
export function durationText(ms: number): string {
  const found = DURATION_UNITS.find(([, size]) => Math.abs(ms) >= size)
  const [unit, size] = found ?? DURATION_UNITS[4]
  return shortUnit(Math.trunc(ms / size), unit)
}

const shortUnit = (value: number, unit: (typeof DURATION_UNITS)[number][0]): string =>
  new Intl.NumberFormat(LANGUAGE, { style: 'unit', unit, unitDisplay: 'short' }).format(value)

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS

/** How long something took, to the second; below one, in milliseconds: `41 min 12 sec`, `840 ms`. */
export function timeTakenText(ms: number): string {
  if (ms < MINUTE_MS) return durationText(ms)
  const seconds = Math.floor((ms % MINUTE_MS) / SECOND_MS)
  return `${shortUnit(Math.floor(ms / MINUTE_MS), 'minute')} ${shortUnit(seconds, 'second')}`
}

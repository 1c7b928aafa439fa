import type { ImportDates, ImportDecimal } from '@partner-office/contracts'

const SIGNS = { point: '.', comma: ',' } as const

/**
 * An amount in EUR as the strict import reads it: digits, a point, at most 2 decimals. Null for what is none.
 *
 * Thousands may be separated by the other sign, a space or an apostrophe, in whole groups of three. A sign of the euro may stand
 * before or behind.
 * Source: requirements ORC-009.
 */
export function readAmount(text: string, decimal: ImportDecimal): string | null {
  const bare = text.replace(/^(?:€|EUR)\s*/iu, '').replace(/\s*(?:€|EUR)$/iu, '')
  const [whole = '', decimals, ...more] = bare.split(SIGNS[decimal])
  if (more.length > 0 || (decimals !== undefined && !/^\d{1,2}$/.test(decimals))) return null
  const other = decimal === 'point' ? ',' : '\\.'
  const grouped = new RegExp(`^\\d{1,3}(?:([${other}'’ \u00a0\u202f])\\d{3})(?:\\1\\d{3})*$`)
  if (!/^\d+$/.test(whole) && !grouped.test(whole)) return null
  const digits = whole.replaceAll(/\D/g, '').replace(/^0+(?=\d)/, '')
  return decimals === undefined ? digits : `${digits}.${decimals}`
}

/** The decimal sign that most amounts have; a point where none has one. Three digits behind a sign are thousands. */
export function proposeDecimal(amounts: readonly string[]): ImportDecimal {
  const ends = amounts.map((text) => /([.,])(\d{1,3})\D*$/.exec(text))
  const commas = ends.filter((end) => end !== null && (end[1] === ',') === end[2]!.length < 3)
  const points = ends.filter((end) => end !== null && (end[1] === '.') === end[2]!.length < 3)
  return commas.length > points.length ? 'comma' : 'point'
}

const TIME = String.raw`(?:[T ,]\s*(?<hour>\d{1,2}):(?<minute>\d{2})(?::(?<second>\d{2})(?:[.,](?<part>\d{1,9}))?)?(?:\s*(?<half>[ap]m))?)?`
const ZONE = String.raw`\s*(?<zone>Z|UTC|GMT|[+-]\d{2}:?\d{2})?`
const FORMS = {
  iso: new RegExp(String.raw`^(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})${TIME}${ZONE}$`, 'i'),
  dmy: new RegExp(
    String.raw`^(?<day>\d{1,2})(?<sign>[./-])(?<month>\d{1,2})\k<sign>(?<year>\d{4})${TIME}${ZONE}$`,
    'i',
  ),
  mdy: new RegExp(
    String.raw`^(?<month>\d{1,2})(?<sign>[/-])(?<day>\d{1,2})\k<sign>(?<year>\d{4})${TIME}${ZONE}$`,
    'i',
  ),
} as const

/** Numbers below are seconds: as milliseconds they would lie before April 1970. */
const LEAST_MS = 10_000_000_000

/**
 * A date as an ISO instant, or null for what is none in this form. Without a zone it is UTC; without a time it is the start of the day.
 *
 * Source: requirements ORC-009.
 */
export function readDate(text: string, form: ImportDates): string | null {
  if (form !== 'epoch') return instantOf(FORMS[form].exec(text)?.groups)
  if (!/^\d{1,15}$/.test(text)) return null
  const number = Number(text)
  const at = new Date(number < LEAST_MS ? number * 1_000 : number)
  return at.getUTCFullYear() <= 9_999 ? at.toISOString() : null
}

function instantOf(
  groups: Readonly<Record<string, string | undefined>> | undefined,
): string | null {
  if (groups === undefined) return null
  const { year, month, day, half, part = '', zone } = groups
  const [minute, second] = [Number(groups['minute'] ?? 0), Number(groups['second'] ?? 0)]
  const hour = hourOf(Number(groups['hour'] ?? 0), half)
  if (hour === null || minute > 59 || second > 59) return null
  const ms = Number(part.slice(0, 3).padEnd(3, '0'))
  const local = Date.UTC(Number(year), Number(month) - 1, Number(day), hour, minute, second, ms)
  const read = new Date(local)
  if (read.getUTCMonth() !== Number(month) - 1 || read.getUTCDate() !== Number(day)) return null
  const offset = offsetOf(zone)
  return offset === null ? null : new Date(local - offset * 60_000).toISOString()
}

function hourOf(hour: number, half: string | undefined): number | null {
  if (half === undefined) return hour <= 23 ? hour : null
  if (hour < 1 || hour > 12) return null
  return (hour % 12) + (half.toLowerCase() === 'pm' ? 12 : 0)
}

/** Minutes before UTC. */
function offsetOf(zone: string | undefined): number | null {
  const [, sign, hours, minutes] = /^([+-])(\d{2}):?(\d{2})$/.exec(zone ?? '') ?? []
  if (sign === undefined) return 0
  if (Number(hours) > 23 || Number(minutes) > 59) return null
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
}

const DATE_FORMS = ['iso', 'dmy', 'mdy', 'epoch'] as const

/** The form that all dates fit, else the one that most fit; null where two forms fit equally, or none does. */
export function proposeDates(dates: readonly string[]): ImportDates | null {
  const fits = DATE_FORMS.map((form) => ({
    form,
    count: dates.filter((text) => readDate(text, form) !== null).length,
  }))
  const [best, next] = fits.toSorted((a, b) => b.count - a.count)
  return best!.count > next!.count ? best!.form : null
}

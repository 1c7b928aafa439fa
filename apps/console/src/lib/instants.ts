/** The language of the browser with Latin digits. Source: decisions D-153. */
export const LANGUAGE = `${navigator.language}-u-nu-latn-ca-gregory`

const MINUTE = { dateStyle: 'medium', timeStyle: 'short', hourCycle: 'h23' } as const

const inUtc = new Intl.DateTimeFormat(LANGUAGE, { ...MINUTE, timeZone: 'UTC' })
const here = new Intl.DateTimeFormat(LANGUAGE, {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZoneName: 'short',
})
const shortDayInUtc = new Intl.DateTimeFormat(LANGUAGE, {
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
})
const monthInUtc = new Intl.DateTimeFormat(LANGUAGE, {
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})
const dateInUtc = new Intl.DateTimeFormat(LANGUAGE, { dateStyle: 'medium', timeZone: 'UTC' })
const dayInUtc = new Intl.DateTimeFormat(LANGUAGE, { dateStyle: 'full', timeZone: 'UTC' })

/** An instant in UTC: `26 Nov 2026, 10:42 UTC`. */
export const utcText = (at: number): string => `${inUtc.format(at)} UTC`

const secondInUtc = new Intl.DateTimeFormat(LANGUAGE, {
  dateStyle: 'medium',
  timeStyle: 'medium',
  hourCycle: 'h23',
  timeZone: 'UTC',
})

/** An instant to the second, in UTC: `26 Nov 2026, 10:42:07 UTC`. */
export const secondText = (at: number): string => `${secondInUtc.format(at)} UTC`

/** The same instant by the operator's own clock. */
export const localText = (at: number): string => here.format(at)

/** A day with its name, in UTC. */
export const dayText = (at: number): string => dayInUtc.format(at)

/** A day without its name, in UTC: `26 Nov 2026`. */
export const dateText = (at: number): string => dateInUtc.format(at)

/** A day of the last months, in UTC: `26 Nov`. */
export const shortDayText = (at: number): string => shortDayInUtc.format(at)

/** A month, in UTC: `Nov 2026`. */
export const monthText = (at: number): string => monthInUtc.format(at)

/** The time of an instant in UTC: `10:42 UTC`. */
export const clockText = (at: number): string => `${new Date(at).toISOString().slice(11, 16)} UTC`

const ages = new Intl.RelativeTimeFormat(LANGUAGE, { numeric: 'always', style: 'long' })

const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

/** How long ago an instant was, or how far ahead it is, in its largest whole unit. */
export function ageText(at: number, now: number): string {
  const [unit, size] = UNITS.find(([, each]) => Math.abs(at - now) >= each) ?? UNITS[2]
  return ages.format(Math.trunc((at - now) / size), unit)
}

/** A list of words: "Finance or Admin". */
export const listText = (words: readonly string[], type: 'conjunction' | 'disjunction'): string =>
  new Intl.ListFormat('en', { type }).format(words)

const DAY_MS = 86_400_000

/** The last day that has passed, in UTC, as addresses have it. */
export const yesterday = (): string => new Date(Date.now() - DAY_MS).toISOString().slice(0, 10)

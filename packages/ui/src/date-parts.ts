/** A part of a date. */
export type DatePart = 'day' | 'month' | 'year'

/** Number of digits of each part. */
export const PART_LENGTH = { day: 2, month: 2, year: 4 } as const

/** The least and the greatest value of each part. */
export const PART_RANGE = { day: [1, 31], month: [1, 12], year: [1_000, 2_999] } as const

/** One part of a date field: its name, what an empty one shows, and the sign after it. */
export type PartLayout = {
  readonly part: DatePart
  readonly name: string
  readonly placeholder: string
  readonly sign: string
}

/** How a language that the browser does not know writes dates. */
export type DateStyle = {
  /** Order and signs, such as `{{year}}.{{month}}.{{day}}`. */
  readonly pattern: string
  readonly names: Readonly<Record<DatePart, string>>
}

/**
 * The parts of a date in the order of a language, or of a given style.
 *
 * Source: ECMA-402, `formatToParts` and `DisplayNames`.
 */
export function dateLayout(language: string, style?: DateStyle): readonly PartLayout[] {
  const names = style?.names ?? namesIn(language)
  const shown = style === undefined ? formatOf(language).formatToParts(0) : partsOf(style.pattern)
  const last = shown.findLastIndex(({ type }) => isPart(type))
  return shown.flatMap(({ type }, index) => {
    if (!isPart(type)) return []
    const sign = index === last ? '' : (shown[index + 1]?.value ?? '')
    const placeholder = placeholderOf(names, type)
    return [{ part: type, name: names[type], placeholder, sign: withoutMarks(sign) }]
  })
}

function namesIn(language: string): DateStyle['names'] {
  const names = new Intl.DisplayNames(language, { type: 'dateTimeField' })
  const nameOf = (part: DatePart) => names.of(part) ?? part
  return { day: nameOf('day'), month: nameOf('month'), year: nameOf('year') }
}

/** Splits a pattern as `formatToParts` splits a date. */
const partsOf = (pattern: string): readonly { type: string; value: string }[] =>
  pattern
    .split(/\{\{(\w+)\}\}/)
    .map((value, at) => ({ type: at % 2 === 0 ? 'literal' : value, value }))

/** A day such as 2026-11-21 as a date field of a language, or of a given style, shows it. */
export const dateShown = (day: string, language: string, style?: DateStyle): string => {
  if (style === undefined) return formatOf(language).format(Date.parse(day))
  const digits = digitsOfDate(day)
  return partsOf(style.pattern)
    .map(({ type, value }) => (isPart(type) ? digits[type] : value))
    .join('')
}

const isPart = (type: string): type is DatePart => type in PART_LENGTH

/** The Gregorian calendar with Latin digits in every language, as in all figures. */
const formatOf = (language: string): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat(`${language}-u-ca-gregory-nu-latn`, {
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    timeZone: 'UTC',
  })

/** Marks of direction: the parts stand in the direction of the page. */
const withoutMarks = (text: string): string => text.replaceAll(/\p{Cf}/gu, '')

/** `dd` or `JJJJ` in scripts with capitals whose names begin with different letters; the name itself in all others. */
function placeholderOf(names: DateStyle['names'], part: DatePart): string {
  const initials = Object.values(names).map(([first = '']) => first.toUpperCase())
  const [first = ''] = names[part]
  const hasInitials = first.toUpperCase() !== first.toLowerCase() && new Set(initials).size === 3
  return hasInitials ? first.repeat(PART_LENGTH[part]) : names[part]
}

/** The digits of each part of a date that may be incomplete. */
export type DateDigits = Readonly<Record<DatePart, string>>

/** Splits a value such as `2026-11-` into its parts. */
export function digitsOfDate(value: string): DateDigits {
  const [year = '', month = '', day = ''] = value.split('-')
  return { year, month, day }
}

/** Joins parts to a value such as 2026-11-21; an empty text without any digit. */
export const dateOfDigits = ({ year, month, day }: DateDigits): string =>
  year + month + day === '' ? '' : `${year}-${month}-${day}`

/** Western, Arabic and Persian digits: the last four bits of each are its value. */
const DIGITS = /[0-9\u0660-\u0669\u06f0-\u06f9]/g

/** The digits of a text, as Latin digits. */
export const latinDigits = (text: string): string =>
  Array.from(text.matchAll(DIGITS), ([digit]) => digit.charCodeAt(0) & 15).join('')

/** Whether a value is a day of the calendar whose year has four digits. */
export function isExistingDate(value: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value)) return false
  const [year, month, day] = value.split('-').map(Number) as [number, number, number]
  const [least, most] = PART_RANGE.year
  if (year < least || year > most) return false
  return new Date(Date.UTC(year, month - 1, day)).toISOString().startsWith(value)
}

/** What is typed into a part: the digits that fit, and whether no further digit can follow. */
type Typed = { readonly fitting: string; readonly isWhole: boolean }

/** Reads the digits typed into a part since it has the focus; a digit that does not fit begins the part anew. */
export function typedInto(part: DatePart, typed: string): Typed {
  const [, most] = PART_RANGE[part]
  const isTooMuch = typed.length > PART_LENGTH[part] || Number(typed) > most
  const fitting = isTooMuch ? typed.slice(-1) : typed
  const isWhole = fitting.length === PART_LENGTH[part] || Number(fitting) * 10 > most
  return { fitting, isWhole }
}

/** The next or the previous value of a part, around the ends of its range; an empty part begins at `first`. */
export function steppedPart(part: DatePart, digits: string, by: 1 | -1, first: number): string {
  const [least, most] = PART_RANGE[part]
  if (digits === '') return padded(part, first)
  const next = Number(digits) + by
  return padded(part, next > most ? least : next < least ? most : next)
}

/** The digits of a part's value. */
export const padded = (part: DatePart, value: number): string =>
  String(value).padStart(PART_LENGTH[part], '0')

/** Reads a pasted date: 2026-11-21, or three numbers in the order of the field; null for any other text. */
export function pastedDate(text: string, layout: readonly PartLayout[]): DateDigits | null {
  const given = text.split(/[^0-9\u0660-\u0669\u06f0-\u06f9]+/).filter((digits) => digits !== '')
  const isIso = given[0]?.length === PART_LENGTH.year
  const order = isIso ? (['year', 'month', 'day'] as const) : layout.map(({ part }) => part)
  if (given.length !== order.length) return null
  const found = order.map((part, at) => [part, latinDigits(given[at]!)] as const)
  const isDate = found.every(([part, { length }]) =>
    part === 'year' ? length === PART_LENGTH.year : length <= PART_LENGTH[part],
  )
  if (!isDate) return null
  const { year, month, day } = Object.fromEntries(found) as DateDigits
  return { year, month: padded('month', Number(month)), day: padded('day', Number(day)) }
}

import type { Texts } from './check-texts.ts'
import { monthFormat, monthWidth } from './formats.ts'

/** Languages whose dates, ages and names of countries Chrome does not know. */
const UNKNOWN_TO_BROWSERS: readonly string[] = ['mn', 'kk']

const UNITS = { minute: 60, hour: 24, day: 4 } as const
const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']

/**
 * Words of a language that browsers lack, by key: `intl.month.11`, `intl.year.11` (a month with `{{year}}`), `intl.age.5.minute`,
 * `intl.region.DE`, `intl.field.day`, `intl.date` (a date such as `{{day}}.{{month}}.{{year}}`). They come from this process's own data
 * and are sent with the texts; none for languages that browsers know.
 */
export function browserTexts(language: string): Texts {
  if (!UNKNOWN_TO_BROWSERS.includes(language)) return {}
  return Object.fromEntries([
    ...monthWords(language),
    ...ageWords(language),
    ...nameWords(language, 'region', regionCodes()),
    ...nameWords(language, 'dateTimeField', ['day', 'month', 'year']),
    ['intl.date', dateWord(language)],
  ])
}

type Words = readonly (readonly [key: string, text: string])[]

function monthWords(language: string): Words {
  const month = monthWidth(language)
  const name = new Intl.DateTimeFormat(language, { month, timeZone: 'UTC' })
  const withYear = monthFormat(language)
  return Array.from({ length: 12 }, (_, at) => Date.UTC(2026, at)).flatMap((start, at) => {
    const parts = withYear.formatToParts(start)
    const text = parts.map(({ type, value }) => (type === 'year' ? '{{year}}' : value)).join('')
    return [
      [`intl.month.${at + 1}`, name.format(start)],
      [`intl.year.${at + 1}`, text],
    ] as const
  })
}

/** A date in digits, with placeholders for its parts. */
const dateWord = (language: string): string =>
  new Intl.DateTimeFormat(`${language}-u-ca-gregory-nu-latn`, {
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
  })
    .formatToParts()
    .map(({ type, value }) => (type === 'literal' ? value : `{{${type}}}`))
    .join('')

function ageWords(language: string): Words {
  const format = new Intl.RelativeTimeFormat(`${language}-u-nu-latn`, { numeric: 'auto' })
  return Object.entries(UNITS).flatMap(([unit, end]) =>
    Array.from(
      { length: end },
      (_, age) =>
        [`intl.age.${age}.${unit}`, format.format(-age, unit as keyof typeof UNITS)] as const,
    ),
  )
}

function nameWords(
  language: string,
  type: 'region' | 'dateTimeField',
  codes: readonly string[],
): Words {
  const names = new Intl.DisplayNames(language, { type, fallback: 'none' })
  const key = type === 'region' ? 'region' : 'field'
  return codes.flatMap((code) => {
    const name = names.of(code)
    return name === undefined ? [] : [[`intl.${key}.${code}`, name] as const]
  })
}

/** Every code of two letters that English has a name for. */
function regionCodes(): readonly string[] {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
  const codes = LETTERS.flatMap((first) => LETTERS.map((second) => first + second))
  return codes.filter((code) => names.of(code) !== undefined)
}

import type { Language } from '@partner-office/locales'

import { monthName, monthShown } from '../apps/office/src/lib/formats/formats.ts'

type Pair = readonly [english: string, other: string]

const MONTHS = Array.from({ length: 12 }, (_, at) => at)
const YEAR = 2026
const DATE_PARTS = ['day', 'month', 'year']
const COUNTRIES = ['DE', 'FR']

/** Texts that the browser writes in English and in another language: months, parts of a date, countries. */
export function browserTexts(language: Language): readonly Pair[] {
  const pair = (write: (locale: string) => string): Pair => [write('en'), write(language)]
  const named = (code: string, type: 'dateTimeField' | 'region') =>
    pair((locale) => new Intl.DisplayNames(locale, { type }).of(code) ?? code)
  const month = (at: number, locale: string) => monthShown(Date.UTC(YEAR, at), locale)
  return [
    ...MONTHS.map((at) => pair((locale) => monthName(at + 1, locale))),
    ...MONTHS.map((at) => pair((locale) => month(at, locale).replace(`${YEAR}`, '{{year}}'))),
    ...DATE_PARTS.map((part) => named(part, 'dateTimeField')),
    ...COUNTRIES.map((code) => named(code, 'region')),
  ]
}

/** How the browser writes an age of less than a day, as the source of an expression. */
export function agesIn(language: Language): string {
  const format = new Intl.RelativeTimeFormat(`${language}-u-nu-latn`, { numeric: 'auto' })
  const ages = (unit: 'minute' | 'hour', most: number) =>
    Array.from({ length: most }, (_, age) => format.format(-age, unit))
  return `(${[...ages('minute', 60), ...ages('hour', 24)].join('|')})`
}

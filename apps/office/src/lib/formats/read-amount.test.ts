import { formatUnits } from '@partner-office/domain'
import { ALL_LANGUAGES, numberLanguage } from '@partner-office/locales'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { shownAmount } from './formats.ts'
import { readAmount, readOrNull } from './read-amount.ts'

const styleOf = (language: string) => ({ locale: numberLanguage(language), isPlain: false })

/** Languages by the decimal mark and the group mark of their numbers. */
const MARKS = {
  '.,': ['en', 'ar', 'bn', 'hi', 'ja', 'ko', 'mn', 'ms', 'th', 'zh'],
  ',.': ['de', 'es', 'id', 'it', 'pt', 'tr', 'vi'],
  ', ': ['cs', 'fr', 'kk', 'ru'],
} as const

const POINT = MARKS['.,']
const COMMA = [...MARKS[',.'], ...MARKS[', ']]

test('the table holds every language', () => {
  expect(Object.values(MARKS).flat().toSorted()).toEqual(ALL_LANGUAGES.toSorted())
})

const read = (text: string, language: string) => readOrNull(text, styleOf(language))

describe.each(POINT)('on a page in %s', (language) => {
  test.each([
    ['0.500', '0.500'],
    ['1,250', '1250'],
    ['1.250', '1.250'],
    ['12,34,567.5', '1234567.5'],
    ['1 250.5', '1250.5'],
    ['1’250.5', '1250.5'],
    ['0,5', '0.5'],
    ['1.000,50', '1000.50'],
    ['0,500', null],
    ['1234,500', null],
  ])('%s is %s', (text, amount) => expect(read(text, language)).toBe(amount))
})

describe.each(COMMA)('on a page in %s', (language) => {
  test.each([
    ['0,500', '0.500'],
    ['1,250', '1.250'],
    ['1 250,5', '1250.5'],
    ['1\u00a0250,5', '1250.5'],
    ['1\u202f250,5', '1250.5'],
    ['1’250,5', '1250.5'],
    ['0.5', '0.5'],
    ['1,000.50', '1000.50'],
    ['٠٫٥٠٠', '0.500'],
    ['0.500', null],
    ['1234.500', null],
  ])('%s is %s', (text, amount) => expect(read(text, language)).toBe(amount))
})

test.each(MARKS[',.'])('a point before three digits separates thousands in %s', (language) => {
  expect(read('1.250', language)).toBe('1250')
})

test.each(MARKS[', '])('a point before three digits has two readings in %s', (language) => {
  expect(readAmount('1.250', styleOf(language))).toEqual({
    state: 'unclear',
    readings: ['1.250', '1250'],
  })
})

test('numbers in the plain format have its marks in every language', () => {
  expect(readOrNull('0.500', { locale: 'de', isPlain: true })).toBe('0.500')
  expect(readOrNull('1,250', { locale: 'fr', isPlain: true })).toBe('1250')
})

test.each(ALL_LANGUAGES)(
  'what the page writes in %s is read back, also when pasted',
  (language) => {
    const isSame = (units: bigint, decimals: number, currency: string, isPlain: boolean): void => {
      const style = { ...styleOf(language), isPlain }
      const amount = formatUnits(units, decimals)
      const { whole, fraction } = shownAmount(amount, currency, style)
      expect(readOrNull(`${whole}${fraction}`, style)).toBe(amount)
      expect(readOrNull(` \u2066${whole}${fraction}\u2069\n`, style)).toBe(amount)
    }
    const units = fc.bigInt({ min: 0n, max: 10n ** 20n })
    fc.assert(
      fc.property(units, fc.boolean(), (some, isPlain) => {
        isSame(some, 2, 'EUR', isPlain)
        isSame(some, 6, 'ULTIMA', isPlain)
        isSame(some, 8, 'UCN', isPlain)
      }),
    )
  },
)

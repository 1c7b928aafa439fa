import { formatUnits } from '@partner-office/domain'
import { ALL_LANGUAGES } from '@partner-office/locales'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { shownAmount } from './formats.ts'
import { readAmount } from './read-amount.ts'

const EN = { locale: 'en', isPlain: false }
const DE = { locale: 'de', isPlain: false }
const AR = { locale: 'ar', isPlain: false }

describe('readAmount', () => {
  test.each([
    ['187,995.08', EN, '187995.08'],
    ['1.000,50', DE, '1000.50'],
    ['1.000,50', EN, '1000.50'],
    ['1,000.50', DE, '1000.50'],
    ['1,250', EN, '1250'],
    ['1.250', DE, '1250'],
    ['1.250', EN, '1.250'],
    ['1,250', DE, '1.250'],
    ['1234.5', DE, '1234.5'],
    ['1234,5', EN, '1234.5'],
    ['1,234,567', EN, '1234567'],
    ['1.234.567,8', DE, '1234567.8'],
    ['12 500,75', DE, '12500.75'],
    ['12’500.75', DE, '12500.75'],
    ['١٬٠٠٠٫٥٠', AR, '1000.50'],
    ['١٢٥', AR, '125'],
    ['۱۲٫۵', EN, '12.5'],
    ['\u2066100.5\u2069', AR, '100.5'],
    ['100.', EN, '100'],
    ['100', EN, '100'],
    ['0.00000001', EN, '0.00000001'],
  ])('%s is read', (text, style, amount) => {
    expect(readAmount(text, style)).toBe(amount)
  })

  test.each([
    '',
    ' ',
    '-1',
    '+1',
    '1e5',
    'NaN',
    '1,2,3',
    '1.2.3,4',
    '12,34.5',
    '1..5',
    'abc',
    '−5',
    '١e٢',
  ])('%j is no amount', (text) => {
    expect(readAmount(text, EN)).toBeNull()
  })

  test.each(ALL_LANGUAGES)('what the app writes in %s is read back, also when pasted', (locale) => {
    const style = { locale, isPlain: false }
    const cents = fc.bigInt({ min: 0n, max: 10n ** 14n })
    const coins = fc.bigInt({ min: 0n, max: 10n ** 20n })
    const isSame = (units: bigint, decimals: number, currency: string): void => {
      const amount = formatUnits(units, decimals)
      const { whole, fraction } = shownAmount(amount, currency, style)
      expect(readAmount(`${whole}${fraction}`, style)).toBe(amount)
      expect(readAmount(` \u2066${whole}${fraction}\u2069\n`, style)).toBe(amount)
    }
    fc.assert(fc.property(cents, (units) => isSame(units, 2, 'EUR')))
    fc.assert(fc.property(coins, (units) => isSame(units, 8, 'UCN')))
  })
})

import { describe, expect, test } from 'vitest'

import { amountText } from './formats.ts'
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

  test.each([
    'en',
    'de',
    'ru',
    'es',
    'it',
    'ko',
    'hi',
    'zh',
    'fr',
    'ar',
    'ja',
    'mn',
    'pt',
    'vi',
    'bn',
    'id',
    'tr',
  ])('what the app writes in %s is read back', (locale) => {
    const style = { locale, isPlain: false }
    for (const amount of ['0.10000000', '187.99500000', '187995.08000000', '999.00000001']) {
      const [written = ''] = amountText(amount, 'UCN', style).split(' UCN')
      expect(readAmount(written, style)).toBe(amount)
    }
  })
})

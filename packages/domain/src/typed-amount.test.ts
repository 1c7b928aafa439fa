import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { type NumberMarks, readTypedAmount, readTypedCount } from './typed-amount.ts'

const ENGLISH: NumberMarks = { decimal: '.', group: ',' }
const GERMAN: NumberMarks = { decimal: ',', group: '.' }
const FRENCH: NumberMarks = { decimal: ',', group: ' ' }

describe('an amount is read by the marks of the page’s language', () => {
  test.each([
    ['100', ENGLISH, '100'],
    ['100.', ENGLISH, '100'],
    ['0.00000001', ENGLISH, '0.00000001'],
    ['1,250', ENGLISH, '1250'],
    ['1.250', ENGLISH, '1.250'],
    ['0.500', ENGLISH, '0.500'],
    ['1234.500', ENGLISH, '1234.500'],
    ['187,995.08', ENGLISH, '187995.08'],
    ['1,234,567', ENGLISH, '1234567'],
    ['999,999', ENGLISH, '999999'],
    ['1.250', GERMAN, '1250'],
    ['1,250', GERMAN, '1.250'],
    ['0,500', GERMAN, '0.500'],
    ['1.000,50', GERMAN, '1000.50'],
    ['1.234.567,8', GERMAN, '1234567.8'],
    ['1,250', FRENCH, '1.250'],
    ['12 500,75', FRENCH, '12500.75'],
    ['12\u202f500,750', FRENCH, '12500.750'],
    ['12\u00a0500', FRENCH, '12500'],
    ['12,34,567.5', ENGLISH, '1234567.5'],
    ['1,00,000', ENGLISH, '100000'],
    ['12’500.75', ENGLISH, '12500.75'],
    ["12'500.75", GERMAN, '12500.75'],
    ['١٬٠٠٠٫٥٠', ENGLISH, '1000.50'],
    ['١٬٢٥٠', GERMAN, '1250'],
    ['٠٫٥٠٠', GERMAN, '0.500'],
    ['١٢٥', ENGLISH, '125'],
    ['۱۲٫۵', ENGLISH, '12.5'],
    ['१२,३४,५६७.५', ENGLISH, '1234567.5'],
    ['১২৩.৫', ENGLISH, '123.5'],
    ['๑๒.๕', ENGLISH, '12.5'],
    ['１２', ENGLISH, '12'],
    ['\u2066100.5\u2069', ENGLISH, '100.5'],
    [' 100.5\n', ENGLISH, '100.5'],
  ])('%s with %j is %s', (text, marks, amount) => {
    expect(readTypedAmount(text, marks)).toEqual({ state: 'read', amount })
  })
})

test.each([
  ['0.5', GERMAN, '0.5'],
  ['0.5000', GERMAN, '0.5000'],
  ['1234.5', GERMAN, '1234.5'],
  ['1,000.50', GERMAN, '1000.50'],
  ['1,000.500', GERMAN, '1000.500'],
  ['1.000,500', ENGLISH, '1000.500'],
  ['1234,5', ENGLISH, '1234.5'],
  ['0.5', FRENCH, '0.5'],
  ['1.234.567', ENGLISH, '1234567'],
  ['1.234.567', FRENCH, '1234567'],
])('%s with marks of another language has only one reading', (text, marks, amount) => {
  expect(readTypedAmount(text, marks)).toEqual({ state: 'read', amount })
})

test.each([
  ['0.500', GERMAN, '0.500', '500'],
  ['00.500', GERMAN, '00.500', '500'],
  ['0.000', GERMAN, '0.000', '0'],
  ['1234.500', GERMAN, '1234.500', '1234500'],
  ['0,500', ENGLISH, '0.500', '500'],
  ['1234,500', ENGLISH, '1234.500', '1234500'],
  ['1.250', FRENCH, '1.250', '1250'],
  ['٠٬٥٠٠', GERMAN, '0.500', '500'],
])('%s can be read in two ways, so it is refused', (text, marks, first, second) => {
  expect(readTypedAmount(text, marks)).toEqual({ state: 'unclear', readings: [first, second] })
})

test.each([
  '',
  ' ',
  '-1',
  '+1',
  '−5',
  '1e5',
  '١e٢',
  'NaN',
  'abc',
  '.5',
  '1,2,3',
  '1.2.3,4',
  '12,34.5',
  '1..5',
  '1 2',
  '1 2.5',
  '0 500',
  '0,500,000',
  '1 000,000.5',
  '1,000.5.5',
  '10²',
])('%j is no amount', (text) => {
  const { state } = readTypedAmount(text, ENGLISH)
  expect(state).toBe('invalid')
})

test('no text is read as an amount a thousand times another one', () => {
  const digits = fc.stringMatching(/^\d{1,4}[.,]\d{3}$/)
  fc.assert(
    fc.property(digits, fc.constantFrom(ENGLISH, GERMAN, FRENCH), (text, marks) => {
      const typed = readTypedAmount(text, marks)
      if (typed.state !== 'read') return
      const isDecimal = text.includes(marks.decimal)
      expect(typed.amount.includes('.')).toBe(isDecimal)
      if (!isDecimal) expect(text).toMatch(new RegExp(`^[1-9]\\d{0,2}[${marks.group}]\\d{3}$`))
    }),
  )
})

test.each([
  ['1.250', '1250'],
  ['1,250', '1250'],
  ['1 250', '1250'],
  ['12,34,567', '1234567'],
  ['١٬٢٥٠', '1250'],
  ['7', '7'],
  ['0', '0'],
  ['1.5', null],
  ['-1', null],
  ['', null],
])('a count of %j is %j in every language', (text, count) => {
  expect(readTypedCount(text)).toBe(count)
})

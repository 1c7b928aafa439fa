import { expect, test } from 'vitest'

import {
  dateLayout,
  dateOfDigits,
  dateShown,
  digitsOfDate,
  isExistingDate,
  latinDigits,
  pastedDate,
  steppedPart,
  typedInto,
} from './date-parts.ts'

const written = (language: string): string =>
  dateLayout(language)
    .map(({ placeholder, sign }) => placeholder + sign)
    .join('')

test.each([
  ['en', 'mm/dd/yyyy', '11/21/2026'],
  ['en-GB', 'dd/mm/yyyy', '21/11/2026'],
  ['de', 'TT.MM.JJJJ', '21.11.2026'],
  ['fr', 'jj/mm/aaaa', '21/11/2026'],
  ['ru', 'дд.мм.гггг', '21.11.2026'],
  ['cs', 'dd. mm. rrrr', '21. 11. 2026'],
  ['ja', '年/月/日', '2026/11/21'],
  ['vi', 'Ngày/Tháng/Năm', '21/11/2026'],
  ['ko', '년. 월. 일', '2026. 11. 21.'],
])('%s writes a date as %s', (language, order, shown) => {
  expect(written(language)).toBe(order)
  expect(dateShown('2026-11-21', language)).toBe(shown)
})

test('Arabic writes day, month and year, with Latin digits and no mark of direction between them', () => {
  expect(dateLayout('ar')).toEqual([
    { part: 'day', name: 'يوم', placeholder: 'يوم', sign: '/' },
    { part: 'month', name: 'الشهر', placeholder: 'الشهر', sign: '/' },
    { part: 'year', name: 'السنة', placeholder: 'السنة', sign: '' },
  ])
  expect(dateShown('2026-11-21', 'ar').replaceAll('\u200f', '')).toBe('21/11/2026')
})

test('a given style decides in place of a language that the browser does not know', () => {
  const names = { day: 'өдөр', month: 'сар', year: 'жил' }
  const style = { pattern: '{{year}}.{{month}}.{{day}}', names }
  expect(dateLayout('xx', style)).toEqual([
    { part: 'year', name: 'жил', placeholder: 'жжжж', sign: '.' },
    { part: 'month', name: 'сар', placeholder: 'сс', sign: '.' },
    { part: 'day', name: 'өдөр', placeholder: 'өө', sign: '' },
  ])
  expect(dateShown('2026-11-21', 'xx', style)).toBe('2026.11.21')
})

test('the Thai and the Persian calendar give way to the Gregorian one', () => {
  expect(dateShown('2026-11-21', 'th')).toBe('21/11/2026')
  expect(dateShown('2026-11-21', 'fa')).toBe('2026/11/21')
})

test('a value is split into its parts and joined again, complete or not', () => {
  for (const value of ['2026-11-21', '2026--', '-11-', '--21', '']) {
    expect(dateOfDigits(digitsOfDate(value))).toBe(value)
  }
})

test.each([
  ['2026-11-21', true],
  ['2024-02-29', true],
  ['2026-02-29', false],
  ['2026-04-31', false],
  ['2026-00-10', false],
  ['2026-13-10', false],
  ['2026-11-00', false],
  ['1000-01-01', true],
  ['0999-12-31', false],
  ['2999-12-31', true],
  ['3000-01-01', false],
  ['2026-11-', false],
  ['-11-21', false],
  ['2026-11-21T00:00', false],
])('%s exists: %s', (value, exists) => {
  expect(isExistingDate(value)).toBe(exists)
})

test.each([
  ['day', '3', '3', false],
  ['day', '4', '4', true],
  ['day', '31', '31', true],
  ['day', '32', '2', false],
  ['day', '0', '0', false],
  ['day', '011', '1', false],
  ['month', '1', '1', false],
  ['month', '2', '2', true],
  ['month', '12', '12', true],
  ['month', '13', '3', true],
  ['year', '2', '2', false],
  ['year', '202', '202', false],
  ['year', '2026', '2026', true],
  ['year', '3000', '0', false],
] as const)('typed into the %s, %s counts as %s, whole: %s', (part, typed, fitting, isWhole) => {
  expect(typedInto(part, typed)).toEqual({ fitting, isWhole })
})

test('a step goes around the ends, and an empty part begins at its first value', () => {
  expect(steppedPart('day', '31', 1, 1)).toBe('01')
  expect(steppedPart('day', '01', -1, 1)).toBe('31')
  expect(steppedPart('month', '11', 1, 1)).toBe('12')
  expect(steppedPart('month', '12', 1, 1)).toBe('01')
  expect(steppedPart('year', '2999', 1, 2026)).toBe('1000')
  expect(steppedPart('year', '', -1, 2026)).toBe('2026')
})

test('a date is pasted as the field shows it, or as ISO 8601, in Latin or Arabic digits', () => {
  const day = { year: '2026', month: '02', day: '03' }
  expect(pastedDate('3.2.2026', dateLayout('de'))).toEqual(day)
  expect(pastedDate('02/03/2026', dateLayout('en'))).toEqual(day)
  expect(pastedDate(' ٣/٢/٢٠٢٦ ', dateLayout('ar'))).toEqual(day)
  expect(pastedDate('2026-02-03', dateLayout('de'))).toEqual(day)
  for (const text of ['', '3.2.', '3.2.26', '1.2.3.2026', '123.2.2026', 'tomorrow']) {
    expect(pastedDate(text, dateLayout('de')), text).toBeNull()
  }
})

test('digits of Arabic and Persian keyboards are Latin digits', () => {
  expect(latinDigits('1a ٢-۳')).toBe('123')
})

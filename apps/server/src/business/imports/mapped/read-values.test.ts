import { expect, test } from 'vitest'

import { proposeDates, proposeDecimal, readAmount, readDate } from './read-values.ts'

test.each([
  ['1234.5', 'point', '1234.5'],
  ['1,234.50', 'point', '1234.50'],
  ['1 234 567.89', 'point', '1234567.89'],
  ["12'345.00", 'point', '12345.00'],
  ['€ 12.00', 'point', '12.00'],
  ['12,00 EUR', 'comma', '12.00'],
  ['1.234,5', 'comma', '1234.5'],
  ['1.234', 'comma', '1234'],
  ['1\u00a0234,50', 'comma', '1234.50'],
  ['007', 'point', '7'],
  ['0.01', 'point', '0.01'],
  // Not amounts in this form.
  ['1.234', 'point', null],
  ['1,234', 'comma', null],
  ['12,34.50', 'point', null],
  ['1,234 567', 'point', null],
  ['1.2.3', 'point', null],
  ['-1.00', 'point', null],
  ['1e3', 'point', null],
  ['12.00 USD', 'point', null],
  ['', 'point', null],
  ['.50', 'point', null],
  ['1.', 'point', null],
] as const)('ORC-009 the amount %j with a decimal %s is %j', (text, decimal, read) => {
  expect(readAmount(text, decimal)).toBe(read)
})

test.each([
  [['1,50', '2,00'], 'comma'],
  [['1.50', '2,000.00'], 'point'],
  [['1.234'], 'comma'],
  [['1,234'], 'point'],
  [['100', '7'], 'point'],
  [['1.234,50 €', '7'], 'comma'],
] as const)('ORC-009 of %j the decimal sign is a %s', (amounts, decimal) => {
  expect(proposeDecimal(amounts)).toBe(decimal)
})

test.each([
  ['2026-12-31', 'iso', '2026-12-31T00:00:00.000Z'],
  ['2026-12-31 23:59:58', 'iso', '2026-12-31T23:59:58.000Z'],
  ['2026-12-31T23:59:58.123456Z', 'iso', '2026-12-31T23:59:58.123Z'],
  ['2026-12-31 10:00:00 +0100', 'iso', '2026-12-31T09:00:00.000Z'],
  ['2026-12-31T10:00:00-05:30', 'iso', '2026-12-31T15:30:00.000Z'],
  ['31.12.2026', 'dmy', '2026-12-31T00:00:00.000Z'],
  ['1.2.2026 7:05', 'dmy', '2026-02-01T07:05:00.000Z'],
  ['31/12/2026, 10:30', 'dmy', '2026-12-31T10:30:00.000Z'],
  ['12/31/2026', 'mdy', '2026-12-31T00:00:00.000Z'],
  ['12/31/2026 12:05 AM', 'mdy', '2026-12-31T00:05:00.000Z'],
  ['12/31/2026 11:05 pm', 'mdy', '2026-12-31T23:05:00.000Z'],
  ['1704067200', 'epoch', '2024-01-01T00:00:00.000Z'],
  ['1704067200000', 'epoch', '2024-01-01T00:00:00.000Z'],
  // Not dates in this form.
  ['2026-02-30', 'iso', null],
  ['29.02.2025', 'dmy', null],
  ['31.12.2026', 'mdy', null],
  ['12/31/2026', 'dmy', null],
  ['31.12/2026', 'dmy', null],
  ['31.12.26', 'dmy', null],
  ['2026-12-31 24:00', 'iso', null],
  ['12/31/2026 13:00 PM', 'mdy', null],
  ['2026-12-31T10:00:00+99:00', 'iso', null],
  ['1704067200.5', 'epoch', null],
] as const)('ORC-009 the date %j as %s is %j', (text, form, read) => {
  expect(readDate(text, form)).toBe(read)
})

test('ORC-009 a date that fits two forms in all rows has none until one is chosen', () => {
  expect(proposeDates(['03/04/2026', '12/11/2026'])).toBeNull()
  expect(proposeDates(['03/04/2026', '13/11/2026'])).toBe('dmy')
  expect(proposeDates(['03/04/2026', '11/13/2026'])).toBe('mdy')
  expect(proposeDates(['03.04.2026'])).toBe('dmy')
  expect(proposeDates(['2026-04-03'])).toBe('iso')
  expect(proposeDates(['1704067200'])).toBe('epoch')
  expect(proposeDates(['soon'])).toBeNull()
  expect(proposeDates([])).toBeNull()
})

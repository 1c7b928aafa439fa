import { expect, test } from 'vitest'

import { nextStatement, REPORT_MONTHS, reportYears } from './report-years.ts'

test('REP-011 the years go from the current UTC year down to 2023', () => {
  expect(reportYears(Date.UTC(2026, 10, 22))).toEqual([2026, 2025, 2024, 2023])
  expect(reportYears(Date.UTC(2025, 0, 1) - 1)).toEqual([2024, 2023])
  expect(reportYears(Date.UTC(2025, 0, 1))).toEqual([2025, 2024, 2023])
  expect(reportYears(Date.UTC(2023, 0, 1))).toEqual([2023])
  expect(reportYears(Date.UTC(2023, 0, 1) - 1)).toEqual([])
})

test('REP-012 the months go from 01 to 12', () => {
  expect(REPORT_MONTHS.join(' ')).toBe('01 02 03 04 05 06 07 08 09 10 11 12')
})

test.each([
  ['the last millisecond of a month', Date.UTC(2026, 11, 1) - 1, 10, Date.UTC(2026, 11, 1)],
  ['the first one of the next', Date.UTC(2026, 11, 1), 11, Date.UTC(2027, 0, 1)],
])(
  'in %s, the next statement is that of the month that runs, on the day after it',
  (_, now, month, date) => {
    expect(nextStatement(now)).toEqual({ month: Date.UTC(2026, month), date })
  },
)

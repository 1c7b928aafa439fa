import { describe, expect, test } from 'vitest'

import {
  bonusMonths,
  FIRST_BONUS_MONTH,
  monthEnd,
  monthsLater,
  monthStart,
  monthText,
  parseMonth,
} from './month.ts'

const at = (text: string) => Date.parse(text)

describe('months', () => {
  test('INF-002 a period is a UTC month, at the change of the year too', () => {
    expect(monthStart(at('2025-12-31T23:59:59.999Z'))).toBe(at('2025-12-01T00:00:00Z'))
    expect(monthEnd(at('2025-12-31T23:59:59.999Z'))).toBe(at('2026-01-01T00:00:00Z'))
    expect(monthStart(at('2026-01-01T00:00:00Z'))).toBe(at('2026-01-01T00:00:00Z'))
    expect(monthEnd(at('2025-12-01T00:00:00Z'))).toBe(at('2026-01-01T00:00:00Z'))
    expect(monthStart(at('2025-11-30T23:59:59.999Z'))).toBe(at('2025-11-01T00:00:00Z'))
    expect(monthText(at('2026-01-01T00:00:00Z'))).toBe('2026-01')
  })

  test.each([
    ['2026-11-20T14:32:00Z', 3, '2027-02-20T14:32:00Z'],
    ['2026-11-30T23:59:59.999Z', 3, '2027-02-28T23:59:59.999Z'],
    ['2027-11-30T00:00:00Z', 3, '2028-02-29T00:00:00Z'],
    ['2026-01-31T00:00:00Z', 1, '2026-02-28T00:00:00Z'],
    ['2026-01-01T00:00:00Z', -6, '2025-07-01T00:00:00Z'],
    ['2026-12-31T00:00:00.001Z', 0, '2026-12-31T00:00:00.001Z'],
  ])('%s and %i months is %s', (from, months, to) => {
    expect(monthsLater(at(from), months)).toBe(at(to))
  })

  test('INF-003 the months begin with March 2024', () => {
    expect(bonusMonths(at('2025-11-20T00:00:00Z')).at(-1)).toBe(at('2024-03-01T00:00:00Z'))
    expect(FIRST_BONUS_MONTH).toBe(at('2024-03-01T00:00:00Z'))
    expect(bonusMonths(FIRST_BONUS_MONTH - 1)).toEqual([])
  })

  test('INF-004 INF-005 they end with the current month, which is listed first', () => {
    const months = bonusMonths(at('2024-06-30T23:59:59.999Z')).map(monthText)
    expect(months).toEqual(['2024-06', '2024-05', '2024-04', '2024-03'])
    expect(bonusMonths(at('2024-07-01T00:00:00Z')).map(monthText)[0]).toBe('2024-07')
  })

  test('INF-006 the current month is the UTC month', () => {
    expect(monthText(bonusMonths(at('2025-05-31T23:30:00-05:00'))[0]!)).toBe('2025-06')
  })

  test.each([
    ['2025-10', at('2025-10-01T00:00:00Z')],
    ['2025-01', at('2025-01-01T00:00:00Z')],
    ['2025-09', at('2025-09-01T00:00:00Z')],
    ['2025-12', at('2025-12-01T00:00:00Z')],
    ['1970-01', 0],
    ['2025-00', null],
    ['2025-13', null],
    ['x2025-10', null],
    ['2025-1', null],
    ['1969-12', null],
    ['2025-10-01', null],
  ])('the month %s begins at %s', (text, start) => {
    expect(parseMonth(text)).toBe(start)
  })
})

import { expect, test } from 'vitest'

import { monthChart } from './month-chart.ts'

const SEPTEMBER = Date.UTC(2026, 8)
const OCTOBER = Date.UTC(2026, 9)

const kind = (
  bonusType: 'DIRECT' | 'TEAM' | 'WINNER',
  eur: string,
  amounts: Record<string, string> = {},
) => ({ bonusType, eur, amounts })

test('the row of all kinds comes first and adds up; reversals are subtracted', () => {
  const { months, rows, scale } = monthChart([
    { month: SEPTEMBER, kinds: [kind('TEAM', '70.10'), kind('DIRECT', '400.00')] },
    { month: OCTOBER, kinds: [kind('TEAM', '-20.05')] },
  ])
  expect(months).toEqual([SEPTEMBER, OCTOBER])
  expect(rows).toEqual([
    { kind: null, amounts: ['470.10', '-20.05'], total: '450.05' },
    { kind: 'DIRECT', amounts: ['400.00', '0.00'], total: '400.00' },
    { kind: 'TEAM', amounts: ['70.10', '-20.05'], total: '50.05' },
  ])
  expect(scale).toBe('470.10')
})

test('a single kind has one row, and WIN is separate', () => {
  const { rows, win } = monthChart([
    {
      month: SEPTEMBER,
      kinds: [kind('DIRECT', '1.00'), kind('WINNER', '0.00', { WIN: '100.000000' })],
    },
    { month: OCTOBER, kinds: [kind('WINNER', '0.00', { WIN: '250.500000' })] },
  ])
  expect(rows.map((row) => row.kind)).toEqual(['DIRECT'])
  expect(win).toBe('350.500000')
})

test('months without a bonus have no rows', () => {
  expect(monthChart([{ month: OCTOBER, kinds: [] }])).toMatchObject({ rows: [], scale: '0.00' })
})

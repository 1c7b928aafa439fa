import type { BonusType } from '@partner-office/domain'
import { expect, test } from 'vitest'

import { monthChart } from './month-chart.ts'

const SEPTEMBER = Date.UTC(2026, 8)
const OCTOBER = Date.UTC(2026, 9)

const kind = (bonusType: BonusType, eur: string, amounts: Record<string, string> = {}) => ({
  bonusType,
  eur,
  amounts,
})

test('the row of all kinds comes first and adds up; reversals are subtracted', () => {
  const { months, rows, parts } = monthChart([
    { month: SEPTEMBER, kinds: [kind('TEAM', '70.10'), kind('DIRECT', '400.00')] },
    { month: OCTOBER, kinds: [kind('TEAM', '-20.05')] },
  ])
  expect(months).toEqual([SEPTEMBER, OCTOBER])
  expect(rows).toEqual([
    { kind: null, amounts: ['470.10', '-20.05'], total: '450.05', scale: '470.10' },
    { kind: 'DIRECT', amounts: ['400.00', '0.00'], total: '400.00', scale: '400.00' },
    { kind: 'TEAM', amounts: ['70.10', '-20.05'], total: '50.05', scale: '70.10' },
  ])
  expect(parts).toEqual([
    { kinds: ['DIRECT'], amounts: ['400.00', '0.00'] },
    { kinds: ['TEAM'], amounts: ['70.10', '-20.05'] },
  ])
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
  expect(monthChart([{ month: OCTOBER, kinds: [] }])).toMatchObject({ rows: [], parts: [] })
})

test('the three largest types have parts of their own, all others share one', () => {
  const { parts } = monthChart([
    {
      month: SEPTEMBER,
      kinds: [
        kind('BSP', '1.00'),
        kind('DIRECT', '50.00'),
        kind('TEAM', '20.00'),
        kind('DIAMOND', '2.00'),
        kind('LIFESTYLE', '30.00'),
      ],
    },
  ])
  expect(parts).toEqual([
    { kinds: ['DIRECT'], amounts: ['50.00'] },
    { kinds: ['LIFESTYLE'], amounts: ['30.00'] },
    { kinds: ['TEAM'], amounts: ['20.00'] },
    { kinds: ['DIAMOND', 'BSP'], amounts: ['3.00'] },
  ])
})

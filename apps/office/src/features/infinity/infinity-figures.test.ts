import { expect, test } from 'vitest'

import { infinityRecord } from '../../testing/infinity.ts'
import { infinityFigures } from './infinity-figures.ts'

const leg = (turnover: string, counting = turnover, rule: number | null = null) => ({
  avatar: '',
  firstName: 'Bea',
  lastName: 'Leg',
  turnover,
  counting_turnover: counting,
  fl_turnover: '0.00',
  sl_turnover: '0.00',
  rule,
})

const RECORD = infinityRecord({
  totalTurnover: '7100.00',
  countingTurnover: '4600.00',
  topPartners: [
    leg('4900.00', '2500.00', 0.5),
    leg('1600.00', '1500.00', 0.3),
    leg('400.00'),
    leg('200.00'),
    leg('0.00'),
  ],
})

test('C4 the legs, the other legs and the turnover above the caps add up to the total', () => {
  const { drawn, others, aboveCaps, toGo, percent, scale, width } = infinityFigures(RECORD)
  expect(drawn.map(({ place, counting, cap }) => [place, counting, cap])).toEqual([
    [1, '2500.00', '2500.00'],
    [2, '1500.00', '1500.00'],
    [3, '400.00', null],
  ])
  expect({ others, aboveCaps, toGo, percent }).toEqual({
    others: '200.00',
    aboveCaps: '2500.00',
    toGo: '400.00',
    percent: '92',
  })
  expect({ scale, width }).toEqual({ scale: '4900.00', width: '5000.00' })
})

test('a target that is met has nothing left, and the bar is as wide as the counting turnover', () => {
  const { toGo, percent, width } = infinityFigures({ ...RECORD, targetTurnover: '4600.00' })
  expect({ toGo, percent, width }).toEqual({ toGo: '0.00', percent: '100', width: '4600.00' })
  expect(infinityFigures({ ...RECORD, targetTurnover: '100.00' }).width).toBe('4600.00')
})

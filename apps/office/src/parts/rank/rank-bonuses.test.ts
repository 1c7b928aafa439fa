import { expect, test } from 'vitest'

import { rank } from '../../testing/ranks.ts'
import { rankBonuses } from './rank-bonuses.ts'

const RANKS = [
  rank({ id: 2, bonus: '0.00' }),
  rank({ id: 3, bonus: '100.00' }),
  rank({ id: 4, bonus: '1000.00' }),
]

test('RNK-034 a bonus is its EUR times the rate, cut at the decimals of a coin', () => {
  const { currency, amounts, decimals } = rankBonuses(RANKS, '0.333333333')
  expect(currency).toBe('UPT')
  expect([...amounts]).toEqual([
    [3, '33.33333330'],
    [4, '333.33333300'],
  ])
  expect(decimals).toBe(7)
})

test('with a plain rate two decimals are enough', () => {
  expect(rankBonuses(RANKS, '4.16').decimals).toBe(2)
})

test('a rank without a bonus has no amount, not even zero', () => {
  expect(rankBonuses(RANKS, '2').amounts.has(2)).toBe(false)
})

test('without a rate the bonuses stay in EUR', () => {
  const { currency, amounts } = rankBonuses(RANKS, undefined)
  expect(currency).toBe('EUR')
  expect(amounts.get(3)).toBe('100.00')
})

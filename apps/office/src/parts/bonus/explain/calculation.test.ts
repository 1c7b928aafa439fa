import type { BonusExplanation } from '@partner-office/contracts'
import { expect, test } from 'vitest'

import { calculationLines } from './calculation.ts'
import { exactNumber, exactText } from './exact-number.ts'

const EN = { locale: 'en', isPlain: false }

type Amount = BonusExplanation['amounts'][number]

const HALF: Amount = {
  recordId: 7,
  currency: 'UPT',
  base: '1249.50',
  percent: '0.01',
  sharers: null,
  value: '12.495',
  share: '0.5',
  rate: { id: 3, rate: '4.16037291', validFrom: 0 },
  exact: '25.991929755225',
  cut: '0.000000005225',
  creditedBefore: '0',
  amount: '25.99192975',
}

const linesOf = (bonusType: BonusExplanation['bonusType'], changed: Partial<Amount> = {}) =>
  calculationLines({ bonusType }, { ...HALF, ...changed }).map(({ kind, number, unit }) =>
    `${kind} ${number} ${unit ?? ''}`.trim(),
  )

test('every step from an order to the credited amount', () => {
  expect(linesOf('UCHAIN_INFINITY')).toEqual([
    'order 1249.50 EUR',
    'percent 12.495 EUR',
    'share 0.5',
    'rate 4.16037291',
    'exact 25.991929755225 UPT',
    'cut -0.000000005225 UPT',
    'sum 25.99192975 UPT',
  ])
})

test('a reversed amount, and the amount credited before a correction', () => {
  const changed = { exact: '-26', cut: '-0.5', creditedBefore: '20' }
  expect(linesOf('TEAM', changed).slice(4, 7)).toEqual([
    'exact -26 UPT',
    'cut 0.5 UPT',
    'before -20 UPT',
  ])
})

test.each([
  ['TURNOVER', { percent: null }, ['rankBonus 1249.50 EUR', 'share 0.5']],
  [
    'WINNER',
    { percent: null, rate: null, currency: 'WIN' },
    ['rowAmount 1249.50 WIN', 'share 0.5'],
  ],
  ['DIAMOND', {}, ['checkpoint 1249.50 EUR', 'percent 12.495 EUR']],
  ['DIAMOND_POOL', { sharers: 3 }, ['poolTurnover 1249.50 EUR', 'sharers 12.495 EUR']],
] as const)('the first step of %s', (bonusType, changed, first) => {
  expect(linesOf(bonusType, changed).slice(0, 2)).toEqual(first)
})

test('the cut decimals are separate', () => {
  expect(exactNumber('-1249.991929755225', EN, 8)).toEqual({
    whole: '\u22121,249',
    kept: '.99192975',
    cut: '5225',
  })
  expect(exactNumber('-0.5', { locale: 'de', isPlain: false }, 8).kept).toBe(',5')
})

test.each([
  ['12.495', '12.495'],
  ['-1000', '\u22121,000'],
  ['1000/3', '1,000/3'],
])('%s is shown as %s', (text, written) => {
  expect(exactText(text, EN)).toBe(written)
})

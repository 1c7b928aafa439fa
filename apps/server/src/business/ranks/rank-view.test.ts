import { eurCents, fraction, type Rank } from '@partner-office/domain'
import { describe, expect, test } from 'vitest'

import { bonusesOf, centsText, rankView } from './rank-view.ts'

const rankWith = (bonus: number, turnover = 100_000_00): Rank => ({
  id: 7,
  code: 'RUBY',
  turnover: eurCents(turnover),
  legPercents: [fraction('0.5'), fraction('0.3')],
  bonus: eurCents(bonus),
})

describe('bonuses of a rank', () => {
  test.each([
    [2_500_00, '2', '5000.00000000'],
    [100_00, '0.333333333', '33.33333330'],
    [1_000_00, '2.5', '2500.00000000'],
    [1, '0.000000019', '0.00000000'],
    [0, '2', '0.00000000'],
  ])('RNK-034 %i cents at a rate of %s are %s UPT', (bonus, rate, upt) => {
    expect(bonusesOf(rankWith(bonus), fraction(rate)).UPT).toBe(upt)
  })

  test('UPT is omitted without a rate, and never 0', () => {
    expect(bonusesOf(rankWith(100_00), null)).toEqual({ EUR: '100.00', WIN: '0.000000' })
  })
})

test.each([
  ['0', '0.00'],
  ['5', '0.05'],
  ['50', '0.50'],
  ['12.5', '0.125'],
  ['9200000', '92000.00'],
  ['-150', '-1.50'],
])('%s cents are written %s', (cents, text) => expect(centsText(fraction(cents))).toBe(text))

describe('the rule in a rank', () => {
  const people = new Map(
    [2, 3, 4].map((id) => [id, { avatar: '', firstName: `${id}`, lastName: 'L' }]),
  )
  const legs = [
    { userId: 4, turnover: eurCents(45_000_00) },
    { userId: 2, turnover: eurCents(40_000_00) },
    { userId: 3, turnover: eurCents(10_000_00) },
  ]
  const partnersWith = (legRule: 'ranked' | 'sequential') =>
    rankView(rankWith(0), { legRule, topLegs: legs, people, uptRate: undefined }).topPartners.map(
      ({ firstName, leg, qualified, turnoverQualified }) => ({
        firstName,
        leg,
        qualified,
        turnoverQualified,
      }),
    )

  test('C1 example 2: leg 2 qualifies while leg 1 does not', () => {
    expect(partnersWith('ranked')).toEqual([
      { firstName: '4', leg: 1, qualified: false, turnoverQualified: '45000.00' },
      { firstName: '2', leg: 2, qualified: true, turnoverQualified: '30000.00' },
    ])
  })

  test('under the sequential rule no leg is compared with a percent before leg 1 qualifies', () => {
    expect(partnersWith('sequential')).toEqual([])
  })
})

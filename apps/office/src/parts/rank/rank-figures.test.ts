import { eurCents, fiftyPercentRule, formatUnits, truncateToUnits } from '@partner-office/domain'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { rank, rulePartner, STATUS } from '../../testing/ranks.ts'
import { remainder } from '../figures/eur.ts'
import { rankFigures } from './rank-figures.ts'

describe('rankFigures', () => {
  test('C1 example 1: 92,000 of 100,000, and 10,000 above the cap of leg 1', () => {
    const figures = rankFigures(STATUS, 'percent')
    expect(figures).toMatchObject({
      others: { amount: '12000.00', percent: 12 },
      aboveCaps: '10000.00',
      toGo: '8000.00',
      percent: '92',
      capped: { turnover: '60000.00' },
      scale: '60000.00',
    })
    expect(figures.legs.map(({ amount, cap, percent }) => [amount, cap, percent])).toEqual([
      ['50000.00', '50000.00', 50],
      ['30000.00', '30000.00', 30],
    ])
  })

  test('RNK-025 99.97 percent is not shown as 100, but more than the target is', () => {
    const at = (countingTurnover: string) =>
      rankFigures({ ...STATUS, countingTurnover }, 'percent').percent
    expect(at('99970.00')).toBe('99')
    expect(at('99999.99')).toBe('99')
    expect(at('100000.00')).toBe('100')
    expect(at('250000.00')).toBe('100')
  })

  test('RNK-025 with the literal formula there is no percent below the target', () => {
    expect(rankFigures(STATUS, 'literal').percent).toBe('0')
    expect(rankFigures({ ...STATUS, countingTurnover: '200000.00' }, 'literal').percent).toBe('2')
  })

  test('RNK-026 without a target there is no percent', () => {
    const figures = rankFigures({ ...STATUS, targetTurnover: '0.00' }, 'percent')
    expect(figures.percent).toBe('0')
    expect(figures.others.percent).toBe(0)
  })

  test('without a team nothing counts and the whole target is left', () => {
    const none = { totalTurnover: '0.00', countingTurnover: '0.00', topPartners: [] }
    expect(rankFigures({ ...STATUS, ...none }, 'percent')).toMatchObject({
      legs: [],
      others: { amount: '0.00' },
      aboveCaps: '0.00',
      toGo: '100000.00',
      capped: null,
    })
  })

  test('the whole target as a cap is no limit', () => {
    const whole = rulePartner('1000.00', { leg: 1, percent: 1, qualified: true })
    const amber = rank({ turnover: '1000.00', percents: [{ value: 1, max: '1000.00' }] })
    const status = { ...STATUS, nextRang: amber, topPartners: [whole] }
    expect(rankFigures(status, 'percent').capped).toBeNull()
  })

  test('total = legs + others + above the caps, for any legs', () => {
    const amounts = fc.array(fc.bigInt({ min: 0n, max: 20_000_000n }), { maxLength: 8 })
    fc.assert(
      fc.property(amounts, (legs) => {
        const { topPartners, ...sums } = ruled(legs)
        const figures = rankFigures({ ...STATUS, ...sums, topPartners }, 'percent')
        const parts = [...figures.legs, figures.others].map(({ amount }) => amount)
        expect(remainder(sums.totalTurnover, [...parts, figures.aboveCaps])).toBe('0.00')
      }),
    )
  })
})

/** The service's answer for these legs on the way to Ruby. */
function ruled(turnovers: readonly bigint[]) {
  const legs = turnovers.map((turnover, userId) => ({ userId, turnover: eurCents(turnover) }))
  const answer = fiftyPercentRule({ legs, target: 10_000_000n, percents: null, rule: 'ranked' })
  const eur = (cents: bigint) => formatUnits(cents, 2)
  return {
    totalTurnover: eur(answer.totalTurnover),
    countingTurnover: eur(truncateToUnits(answer.countingTurnover, 0)),
    topPartners: answer.legs.map(({ turnover, turnoverQualified, leg, qualified }) =>
      rulePartner(eur(turnover), {
        turnoverQualified: eur(truncateToUnits(turnoverQualified, 0)),
        leg,
        percent: leg === null ? null : [0.5, 0.3][leg - 1]!,
        qualified,
      }),
    ),
  }
}

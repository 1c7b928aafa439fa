import { expect, test } from 'vitest'

import { infinityRecord } from '../../testing/infinity.ts'
import { countingToward, hasLegCaps, programmeFigures, ruledPartners } from './programme-figures.ts'

const leg = (turnover: string) => ({ avatar: '', firstName: 'Bea', lastName: 'Leg', turnover })

/** C5, diamond: of 70,000 / 40,000 / 25,000 EUR, 105,000 count toward 100,000. */
const DIAMOND = infinityRecord({
  topPartners: ['70000.00', '40000.00', '25000.00'].map(leg),
  totalTurnover: '135000.00',
  countingTurnover: '105000.00',
  targetTurnover: '100000.00',
  percents: [
    { value: 0.5, max: '50000.00' },
    { value: 0.3, max: '30000.00' },
  ],
})

test('C5 the counting turnover of each leg, and the legs at their caps', () => {
  const partners = ruledPartners(DIAMOND)
  expect(
    partners.map(({ leg: place, turnoverQualified, qualified }) => [
      place,
      turnoverQualified,
      qualified,
    ]),
  ).toEqual([
    [1, '50000.00', true],
    [2, '30000.00', true],
    [null, '25000.00', false],
  ])
  const { drawn, aboveCaps, others, toGo, above } = programmeFigures(DIAMOND, partners)
  expect(drawn.map(({ counting, cap }) => [counting, cap])).toEqual([
    ['50000.00', '50000.00'],
    ['30000.00', '30000.00'],
    ['25000.00', null],
  ])
  expect({ aboveCaps, others, toGo, above }).toEqual({
    aboveCaps: '30000.00',
    others: '0.00',
    toGo: '0.00',
    above: '5000.00',
  })
})

test('D-041 the leg rule is derived from the counting turnover of the record', () => {
  const legs = ['45000.00', '40000.00', '10000.00', '5000.00'].map(leg)
  const record = { ...DIAMOND, topPartners: legs, totalTurnover: '100000.00' }
  const counted = (countingTurnover: string) =>
    ruledPartners({ ...record, countingTurnover }).map((partner) => partner.turnoverQualified)
  expect(counted('90000.00')).toEqual(['45000.00', '30000.00', '10000.00', '5000.00'])
  expect(counted('100000.00')).toEqual(['45000.00', '40000.00', '10000.00', '5000.00'])
})

test('a programme of one leg shows no caps', () => {
  expect(hasLegCaps(DIAMOND)).toBe(true)
  expect(hasLegCaps({ ...DIAMOND, percents: [{ value: 1, max: '100000.00' }] })).toBe(false)
})

test('C7 the turnover of the same legs that counts toward another row, with its own caps', () => {
  const legs = ['30000.00', '12000.00', '6000.00'].map(leg)
  const lifestyle = {
    ...DIAMOND,
    topPartners: legs,
    totalTurnover: '48000.00',
    countingTurnover: '43000.00',
    targetTurnover: '50000.00',
  }
  expect(countingToward(lifestyle, '20000.00')).toBe('22000.00')
  expect(countingToward(lifestyle, '50000.00')).toBe('43000.00')
  // Legs that are not shown count in full.
  expect(
    countingToward(
      { ...lifestyle, totalTurnover: '49000.00', countingTurnover: '44000.00' },
      '20000.00',
    ),
  ).toBe('23000.00')
})

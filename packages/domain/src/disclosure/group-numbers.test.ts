import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { formatUnits } from '../money.ts'
import { PROPERTY_CASES } from '../testing/property-cases.ts'
import {
  bandEnd,
  type GroupNumbers,
  groupNumbers,
  incomeText,
  percentilePosition,
  shareText,
  topShare,
} from './group-numbers.ts'

const CENT = 1_000_000n

const numbersOf = (cents: readonly number[], purchases: readonly number[] = cents): GroupNumbers =>
  groupNumbers(
    {
      incomes: BigInt64Array.from(cents, (each) => BigInt(each) * CENT),
      purchases: Float64Array.from(purchases),
    },
    { withMean: true },
  )

/** Incomes of 1, 2, 3 ... cents, the highest first. */
const ladder = (size: number): number[] => Array.from({ length: size }, (_, at) => size - at)

describe('DIS-003 percentiles', () => {
  test.each([
    // members, p25, median, p75, p90, p99
    [1, [1, 1, 1, 1, 1]],
    [2, [1, 1, 2, 2, 2]],
    [9, [3, 5, 7, 9, 9]],
    [10, [3, 5, 8, 9, 10]],
    [11, [3, 6, 9, 10, 11]],
    [100, [25, 50, 75, 90, 99]],
  ])('stand in a group of %i at the positions %j', (members, positions) => {
    expect([25, 50, 75, 90, 99].map((percent) => percentilePosition(percent, members))).toEqual(
      positions,
    )
  })

  test('property: are the values that a sorted list has there, and 10 members or more have at most and at least as much', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -5, max: 40 }), { minLength: 1, maxLength: 60 }),
        (cents) => {
          const numbers = numbersOf(cents)
          const sorted = cents.toSorted((a, b) => a - b)
          for (const [name, percent] of [
            ['p25', 25],
            ['median', 50],
            ['p75', 75],
            ['p90', 90],
            ['p99', 99],
          ] as const) {
            const value = sorted[Math.max(1, Math.ceil((percent * cents.length) / 100)) - 1]!
            const isShown =
              cents.filter((each) => each <= value).length >= 10 &&
              cents.filter((each) => each >= value).length >= 10
            expect(numbers[name]).toBe(isShown ? formatUnits(BigInt(value), 2) : null)
          }
        },
      ),
      { numRuns: PROPERTY_CASES },
    )
  })

  test.each([
    ['all zero, 10 members', Array<number>(10).fill(0), '0.00'],
    ['equal, 10 members', Array<number>(10).fill(7), '0.07'],
    ['18 different incomes', ladder(18), null],
    ['19 different incomes', ladder(19), '0.10'],
  ])('of %s: the median', (_, cents, median) => {
    expect(numbersOf(cents).median).toBe(median)
  })

  test('a highest percentile that fewer than 10 members reach is not shown', () => {
    expect(numbersOf(ladder(100))).toMatchObject({ p75: '0.75', p90: '0.90', p99: null })
    expect(numbersOf(ladder(89)).p90).toBeNull()
    expect(numbersOf(ladder(90)).p90).toBe('0.81')
    expect(numbersOf(ladder(1_000)).p99).toBe('9.90')
  })
})

describe('DIS-003 rounding', () => {
  test.each([
    [0n, '0.00'],
    [499_999n, '0.00'],
    [500_000n, '0.01'],
    [1_500_000n, '0.02'],
    [-500_000n, '-0.01'],
    [123_456_789_000_000n, '1234567.89'],
  ])('%i hundred-millionths of a EUR are %s EUR', (units, text) => {
    expect(incomeText(units)).toBe(text)
  })

  test.each([
    [1, 3, '33.3'],
    [2, 3, '66.7'],
    [1, 2000, '0.1'],
    [1, 2001, '0.0'],
    [10, 10, '100.0'],
  ])('%i of %i are %s percent', (part, whole, text) => {
    expect(shareText(part, whole)).toBe(text)
  })

  test.each([
    [0n, '0.00'],
    [-5n, '0.00'],
    [1n, '0.01'],
    [CENT, '0.01'],
    [CENT + 1n, '0.02'],
    [100n * CENT, '1.00'],
    [100n * CENT + 1n, '2.00'],
    [200n * CENT + 1n, '5.00'],
    [500n * CENT + 1n, '10.00'],
    [412_067n * 100n * CENT, '500000.00'],
  ])('the band of %i ends at %s', (units, end) => {
    expect(bandEnd(units)).toBe(end)
  })
})

describe('a group', () => {
  test('counts an income of 0 or less as none, and a mean is exact before it is rounded', () => {
    const numbers = numbersOf([...Array<number>(20).fill(0), -3, ...ladder(10)], ladder(31))
    expect(numbers).toMatchObject({ members: 31, withoutIncome: '67.7', mean: '0.02' })
    expect(numbers).toMatchObject({ maximumUpTo: '0.10', withPurchases: '100.0' })
    expect(numbers.purchaseMedian).toBe('0.16')
  })

  test.each([
    [9, null, null],
    [10, '0.01', '0.10'],
  ])('DIS-004 with %i members who have an income: mean and band', (earning, mean, band) => {
    const numbers = numbersOf([...ladder(earning), ...Array<number>(90).fill(0)])
    expect([numbers.mean, numbers.maximumUpTo]).toEqual([mean, band])
  })

  test.each([
    [90, null],
    [91, '20.7'],
  ])('DIS-004 of %i members: the share of the highest tenth', (members, share) => {
    expect(topShare(BigInt64Array.from(ladder(members).toReversed(), BigInt), 10)).toBe(share)
  })

  test('there is no share of no income', () => {
    expect(topShare(new BigInt64Array(2_000), 1)).toBeNull()
  })
})

import { describe, expect, test } from 'vitest'

import { fraction } from '../../fraction.ts'
import { TargetTest } from './target-test.ts'
import { insertLeg, leastOf, legsWantedBy, placesWith, topLegsOf } from './top-legs.ts'

test('the places with at least an amount: a cent less is not enough', () => {
  expect(placesWith(Float64Array.of(99, 100, 101, 0), 100)).toEqual([1, 2])
  expect(placesWith(Float64Array.of(), 0)).toEqual([])
})

test.each([
  [9, [40, 30, 20, 10]],
  [10, [40, 30, 20, 10]],
  [11, [40, 30, 20, 11]],
  [20, [40, 30, 20, 20]],
  [35, [40, 35, 30, 20]],
  [41, [41, 40, 30, 20]],
])('a leg of %s cents is inserted where it belongs, and only there', (leg, expected) => {
  const legs = Float64Array.of(7, 40, 30, 20, 10, 7)
  insertLeg(legs, 1, 4, leg)
  expect([...legs]).toEqual([7, ...expected, 7])
})

describe('the legs that tests need', () => {
  const percents = [fraction('0.5'), fraction('0.3')]
  const tests = [10_000n, 4_000n].map(
    (target) => new TargetTest({ target, percents, rule: 'ranked' }),
  )
  const wanted = legsWantedBy(tests, 2)

  test('the lowest target and the smallest cap decide', () => {
    expect(wanted).toEqual({ lowest: 4_000, smallestLeg: 1_200, kept: 2 })
    expect(leastOf(wanted)).toBe(1_200)
    expect(leastOf({ ...wanted, lowest: 7 })).toBe(7)
    expect(leastOf(legsWantedBy([], 2))).toBe(Infinity)
  })

  /** Row 10 is above rows 11, 12 and 13. Row 20, above row 21, is a root like row 10, and has too little. */
  const contenders = {
    rows: [10, 11, 12, 13, 20, 21],
    sponsor: Int32Array.of(-1, 0, 0, 0, -1, 4),
    own: Float64Array.of(0, 1_200, 1_199, 2_000, 3_999, 2_500),
    team: Float64Array.of(4_400, 1, 0, 0, 0, 0),
  }

  test('without lines below, a leg is what the first line bought', () => {
    const total = Float64Array.of(4_000, 0, 0, 0, 3_999, 0)
    expect(topLegsOf({ contenders, total, below: null }, wanted)).toEqual({
      rows: [10],
      totals: [4_000],
      legs: Float64Array.of(2_000, 1_200),
      kept: 2,
    })
  })

  test('with lines below, these count; legs below the smallest cap and roots are left out', () => {
    const total = Float64Array.of(4_400, 0, 0, 0, 3_999, 0)
    const below = Float64Array.of(4_400, 1, 0, 0, 0, 0)
    const { legs } = topLegsOf({ contenders, total, below }, { ...wanted, kept: 3 })
    expect([...legs]).toEqual([2_000, 1_201, 0])
  })
})

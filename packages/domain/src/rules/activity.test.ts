import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { DAY_MS } from '../instant.ts'
import { activeUntilAfter, foldActivity, isActiveAt } from './activity.ts'
import { PROPERTY_CASES } from '../testing/property-cases.ts'

const at = (text: string) => Date.parse(text)
const order = (text: string) => ({ paidAt: at(text), days: 30 })

const example1 = [order('2025-05-01T10:00Z'), order('2025-05-20T10:00Z')]
const example2 = [...example1, order('2025-07-10T00:00Z')]

describe('worked examples', () => {
  test('C8 example 1: a second order while active adds 30 days to the remaining time', () => {
    expect(foldActivity(example1)).toBe(at('2025-06-30T10:00Z'))
  })

  test('C8 example 2: an order after the end starts a new period', () => {
    expect(foldActivity(example2)).toBe(at('2025-08-09T00:00Z'))
  })

  test.each([
    ['2025-05-01T09:59:59.999Z', false],
    ['2025-05-01T10:00Z', true],
    ['2025-06-30T09:59:59.999Z', true],
    ['2025-06-30T10:00Z', false],
    ['2025-07-09T23:59:59.999Z', false],
    ['2025-07-10T00:00Z', true],
    ['2025-08-09T00:00Z', false],
  ])('C8 example 2: at %s active is %s', (text, active) => {
    const paidUpToThen = example2.filter(({ paidAt }) => paidAt <= at(text))
    expect(isActiveAt(foldActivity(paidUpToThen), at(text))).toBe(active)
  })
})

test('a first order makes its buyer active from its own instant on', () => {
  expect(activeUntilAfter(null, 1_000, 30)).toBe(1_000 + 30 * DAY_MS)
})

test('without an order there is no activity', () => {
  expect(foldActivity([])).toBeNull()
  for (const instant of [-1, 0, 1]) expect(isActiveAt(null, instant)).toBe(false)
})

test('property: the order of arrival does not matter, and more orders never shorten it', () => {
  const orders = fc.array(
    fc.record({
      paidAt: fc.integer({ min: 0, max: 400 }).map((hours) => hours * 3_600_000),
      days: fc.constantFrom(1, 5, 30),
    }),
    { minLength: 1, maxLength: 8 },
  )
  const shuffled = orders.chain((list) =>
    fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })),
  )
  fc.assert(
    fc.property(shuffled, ([list, other]) => {
      const until = foldActivity(list)!
      expect(foldActivity(other)).toBe(until)
      expect(foldActivity(list.slice(1)) ?? 0).toBeLessThanOrEqual(until)
    }),
    { numRuns: PROPERTY_CASES },
  )
})

import { describe, expect, test } from 'vitest'

import { defaultPlan } from '../testing/default-plan.ts'
import { lastPaidDepth, planAt, type PlanVersion, unilevelTableAt } from './plan.ts'

const version = (number: number, validFrom: number): PlanVersion => ({
  version: number,
  plan: { ...defaultPlan(), validFrom },
})

describe('planAt', () => {
  const versions = [version(1, 100), version(2, 300), version(3, 200), version(4, 200)]

  test.each([
    ['before the first one the earliest holds', 0, 1],
    ['one millisecond before a version the one before holds', 199, 1],
    ['from its instant on a version holds', 100, 1],
    ['of two with one instant the later loaded holds', 200, 4],
    ['the greatest validFrom not after it holds', 299, 4],
    ['a version loaded earlier may start later', 300, 2],
    ['the last one holds for good', 9e15, 2],
  ])('%s (at %i: version %i)', (_title, at, expected) => {
    expect(planAt(versions, at).version).toBe(expected)
    expect(planAt(versions.toReversed(), at).version).toBe(expected)
  })

  test('before the first version, too, the version loaded later applies', () => {
    expect(planAt([version(1, 100), version(2, 100)], 0).version).toBe(2)
  })

  test('no version at all is a bug', () => {
    expect(() => planAt([], 0)).toThrow(RangeError)
  })
})

describe('the unilevel table of an instant', () => {
  const row = (validFrom: number, depth: number, percent: bigint) => ({
    validFrom,
    depthFrom: depth,
    depthTo: depth + 1,
    kind: 'TEAM' as const,
    percent: { num: percent, den: 1n },
    label: `${validFrom}/${depth}`,
  })
  // In no order; the last row of the second table pays nothing.
  const plan = {
    ...defaultPlan(),
    unilevel: [row(200, 1, 5n), row(100, 3, 4n), row(200, 3, 0n), row(100, 1, 9n)],
  }

  test.each([
    [99, [], 0],
    [100, ['100/3', '100/1'], 4],
    [199, ['100/3', '100/1'], 4],
    [200, ['200/1', '200/3'], 2],
    [201, ['200/1', '200/3'], 2],
  ])('at %i it is %j, and pays down to depth %i', (at, labels, depth) => {
    expect(unilevelTableAt(plan, at).map(({ label }) => label)).toEqual(labels)
    expect(lastPaidDepth(plan, at)).toBe(depth)
  })

  test('a table applies from its first instant on', () => {
    const first = { ...plan, unilevel: [row(0, 1, 5n)] }
    expect(unilevelTableAt(first, 0)).toHaveLength(1)
    expect(lastPaidDepth(first, 0)).toBe(2)
  })
})

import { describe, expect, test } from 'vitest'

import { defaultPlan } from '../testing/default-plan.ts'
import { planAt, type PlanVersion } from './plan.ts'

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

  test('before the first one, too, the later loaded of two holds', () => {
    expect(planAt([version(1, 100), version(2, 100)], 0).version).toBe(2)
  })

  test('no version at all is a bug', () => {
    expect(() => planAt([], 0)).toThrow(RangeError)
  })
})

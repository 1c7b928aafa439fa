import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import { sortedOrder } from './sorted-order.ts'

const keys = fc.oneof(
  fc.maxSafeNat(),
  fc.nat({ max: 5 }),
  fc.constantFrom(0, 2047, 2048, 2 ** 31, 2 ** 32 - 1, 2 ** 32, 2 ** 53 - 1),
)

test('keys up to 2^53 are sorted, and equal keys keep their order', () => {
  fc.assert(
    fc.property(fc.array(keys, { maxLength: 60 }), (list) => {
      const expected = [...list.keys()].sort((a, b) => list[a]! - list[b]! || a - b)
      expect([...sortedOrder(Float64Array.from(list))]).toEqual(expected)
    }),
    { numRuns: 2000 },
  )
})

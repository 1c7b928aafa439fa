import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import { RowSet } from './row-set.ts'

const LIMIT = 200

test('a row set numbers its rows in ascending order, the first and last bit of each word too', () => {
  const rows = fc.array(fc.oneof(fc.constantFrom(0, 31, 32, 63, 199), fc.nat(LIMIT - 1)))
  fc.assert(
    fc.property(rows, (added) => {
      const set = new RowSet(LIMIT)
      for (const row of added) set.add(row)
      const sorted = [...new Set(added)].toSorted((a, b) => a - b)
      expect([...set.sorted()]).toEqual(sorted)
      for (let row = -1; row < LIMIT; row += 1) {
        expect(set.placeOf(row)).toBe(sorted.indexOf(row))
        if (row >= 0) expect(set.has(row)).toBe(sorted.includes(row))
      }
    }),
  )
})

import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import { RowSet } from './row-set.ts'

const FIRST = 7
const LAST = 206

test('a row set numbers its rows in ascending order, the first and last bit of each word too', () => {
  const rows = fc.array(
    fc.oneof(
      fc.constantFrom(FIRST, FIRST + 31, FIRST + 32, FIRST + 63, LAST),
      fc.integer({ min: FIRST, max: LAST }),
    ),
  )
  fc.assert(
    fc.property(rows, (added) => {
      const set = new RowSet(FIRST, LAST)
      for (const row of added) set.add(row)
      const sorted = [...new Set(added)].toSorted((a, b) => a - b)
      expect([...set.sorted()]).toEqual(sorted)
      for (let row = -1; row <= LAST; row += 1) {
        expect(set.placeOf(row)).toBe(sorted.indexOf(row))
        expect(set.has(row)).toBe(sorted.includes(row))
      }
    }),
  )
})

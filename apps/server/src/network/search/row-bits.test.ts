import fc from 'fast-check'
import { expect, test } from 'vitest'

import { countRows, eachRow, eachRowOf, rowsOf } from './row-bits.ts'

const WORDS = 4
const ROWS = WORDS * 32
/** Words whose bits at both ends matter, and random ones. */
const word = fc.oneof(
  fc.constantFrom(0, 1, 2 ** 31, 2 ** 32 - 1),
  fc.integer({ min: 0, max: 2 ** 32 - 1 }),
)
const end = fc.oneof(fc.constantFrom(0, 1, 31, 32, 33, 63, 64, 65, 127, 128), fc.nat(ROWS))

test('the rows of any interval are those with set bits', () => {
  fc.assert(
    fc.property(fc.array(word, { minLength: WORDS, maxLength: WORDS }), end, end, (words, a, b) => {
      const bits = Uint32Array.from(words)
      const [from, to] = [Math.min(a, b), Math.max(a, b)]
      const isSet = (row: number) => ((bits[row >> 5]! >>> (row & 31)) & 1) === 1
      const all = Array.from({ length: to - from }, (_, at) => from + at)
      const expected = all.filter(isSet)

      const visited: number[] = []
      eachRow(bits, from, to, (row) => visited.push(row))
      expect(visited).toEqual(expected)
      expect([...rowsOf(bits, from, to)]).toEqual(expected)
      expect(countRows(bits, from, to)).toBe(expected.length)

      const inSet: number[] = []
      eachRowOf({ from, to, bits: null }, (row) => inSet.push(row))
      expect(inSet).toEqual(all)
    }),
    { numRuns: 500 },
  )
})

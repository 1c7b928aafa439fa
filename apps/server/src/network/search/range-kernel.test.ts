import fc from 'fast-check'
import { expect, test } from 'vitest'

import { type CodeRange, IMPOSSIBLE, RangeKernel } from './range-kernel.ts'

const ROWS = 1_024
const COLUMNS = 7

const range = fc
  .record({
    column: fc.nat(COLUMNS - 1),
    a: fc.nat(254),
    b: fc.nat(254),
    lowEdge: fc.boolean(),
    highEdge: fc.boolean(),
  })
  .map(({ column, a, b, lowEdge, highEdge }): CodeRange => {
    const [low, high] = [Math.min(a, b), Math.max(a, b)]
    return { column, low, high, edges: [lowEdge ? low : IMPOSSIBLE, highEdge ? high : IMPOSSIBLE] }
  })

test('the kernel equals a plain loop for every row', () => {
  const kernel = new RangeKernel(ROWS, COLUMNS)
  fc.assert(
    fc.property(
      fc.array(range, { minLength: 1, maxLength: COLUMNS }),
      fc.uint8Array({ minLength: ROWS * COLUMNS, maxLength: ROWS * COLUMNS, max: 254 }),
      (ranges, codes) => {
        for (let column = 0; column < COLUMNS; column += 1) {
          const part = codes.subarray(column * ROWS, (column + 1) * ROWS)
          kernel.codes.set(part, column * kernel.stride)
        }
        kernel.lookFor(ranges)
        const counted = kernel.scan(256, ROWS)
        let sure = 0
        for (let row = 256; row < ROWS; row += 1) {
          const codeOf = ({ column }: CodeRange) => codes[column * ROWS + row]!
          const isIn = ranges.every((each) => codeOf(each) >= each.low && codeOf(each) <= each.high)
          const isEdge = ranges.some((each) => each.edges.includes(codeOf(each)))
          const bitOf = (bits: Uint32Array) => (bits[row >> 5]! >>> (row & 31)) & 1
          expect([bitOf(kernel.sure), bitOf(kernel.unsure)]).toEqual([
            Number(isIn && !isEdge),
            Number(isIn && isEdge),
          ])
          if (isIn && !isEdge) sure += 1
        }
        expect(counted).toBe(sure)
      },
    ),
    { numRuns: 30 },
  )
})

import fc from 'fast-check'
import { expect, test } from 'vitest'

import { CodeCuts } from './code-cuts.ts'

const value = fc.oneof(
  fc.constant(0),
  fc.integer({ min: 0, max: 40 }),
  fc.integer({ min: 250, max: 260 }),
  fc.integer({ min: 0, max: 2 ** 31 }),
  fc.constant(Number.NEGATIVE_INFINITY),
)
const bound = fc.oneof(value, fc.constant(Number.POSITIVE_INFINITY))

test('codes increase with values, and only the edges of a range of codes need a check of the values', () => {
  fc.assert(
    fc.property(
      fc.array(value, { minLength: 1, maxLength: 600, size: 'max' }),
      bound,
      bound,
      (values, a, b) => {
        const cuts = new CodeCuts(Float64Array.from(values.slice(0, 400)))
        const [min, max] = [Math.min(a, b), Math.max(a, b)]
        const { low, high, edges } = cuts.rangeOf(min, max)
        for (const each of values) {
          const code = cuts.codeOf(each)
          expect(code).toBeLessThan(255)
          expect(cuts.holds(code, each)).toBe(true)
          expect(cuts.holds(code + 1, each)).toBe(false)
          const isIn = each >= min && each <= max
          if (code < low || code > high) expect(isIn).toBe(false)
          else if (!edges.includes(code)) expect(isIn).toBe(true)
        }
        const codes = new Uint8Array(values.length)
        cuts.codeAll(Float64Array.from(values), codes)
        expect([...codes]).toEqual(values.map((each) => cuts.codeOf(each)))
      },
    ),
    { numRuns: 300 },
  )
})

test('a frequent value needs no check', () => {
  const values = Float64Array.from({ length: 1_000 }, (_, at) => Math.max(0, at - 600))
  const cuts = new CodeCuts(values)
  expect(cuts.rangeOf(0, 0).edges).toEqual([255, 255])
  expect(cuts.rangeOf(1, Number.POSITIVE_INFINITY).edges).toEqual([255, 255])
})

import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import { type AccountCurrency } from '../currency.ts'
import type { Fraction } from '../fraction.ts'
import { PROPERTY_CASES } from '../testing/property-cases.ts'
import { eurValueOf, quickEurValueOf } from './eur-value.ts'
import { SumsByRow } from './sums-by-row.ts'

const EDGE = 2n ** 53n
const EXACT = BigInt(Number.MAX_SAFE_INTEGER)

/** Whole numbers close to the last one that a double holds exactly, of both signs, and small ones. */
const around: fc.Arbitrary<bigint> = fc
  .tuple(
    fc.constantFrom(-EDGE, -EDGE / 2n, -EDGE / 3n, 0n, EDGE / 3n, EDGE / 2n, EDGE),
    fc.bigInt({ min: -5n, max: 5n }),
  )
  .map(([from, step]) => from + step)

/** As a double, where it holds the number exactly. */
const asRead = (units: bigint): number | bigint =>
  units <= EXACT && units >= -EXACT ? Number(units) : units

function sumsOf(added: readonly (readonly [row: number, value: number | bigint])[]): bigint[] {
  const sums = new SumsByRow(3)
  for (const [row, value] of added) sums.add(row, value)
  const work = sums.values()
  for (;;) {
    const step = work.next()
    if (step.done === true) return [...step.value]
  }
}

test('DIS-009 sums that are added fast are those of whole numbers of any size, also around 2^53', () => {
  const added = fc.array(fc.tuple(fc.integer({ min: 0, max: 2 }), around), { maxLength: 40 })
  fc.assert(
    fc.property(added, (all) => {
      const exact = [0n, 0n, 0n]
      for (const [row, value] of all) exact[row]! += value
      expect(sumsOf(all.map(([row, value]) => [row, asRead(value)]))).toEqual(exact)
    }),
    { numRuns: PROPERTY_CASES },
  )
})

test.each([
  ['the last exact sum', [2 ** 53 - 2, 1], 2n ** 53n - 1n],
  ['the first one beyond', [2 ** 53 - 1, 1], 2n ** 53n],
  ['one that no double holds', [2 ** 53 - 1, 1, 1], 2n ** 53n + 1n],
  ['its negative', [1 - 2 ** 53, -1, -1], -(2n ** 53n) - 1n],
  ['one that comes back', [2 ** 53 - 1, 7, 1 - 2 ** 53], 7n],
])('DIS-009 %s is exact', (_title, values, sum) => {
  expect(sumsOf(values.map((value) => [1, value]))).toEqual([0n, sum, 0n])
})

test('DIS-009 a value that is computed fast is cut as the exact one, also around 2^53', () => {
  const currency = fc.constantFrom<AccountCurrency>('EUR', 'UPT', 'UCN', 'ULTIMA')
  const part = fc.oneof(fc.bigInt({ min: 1n, max: 10n ** 6n }), around).filter((each) => each > 0n)
  const rate: fc.Arbitrary<Fraction> = fc.tuple(part, part).map(([num, den]) => ({ num, den }))
  const units = fc.oneof(fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n }), around)
  fc.assert(
    fc.property(currency, rate, units, (of, at, credited) => {
      const exact = eurValueOf(of, at)!(credited)
      expect(BigInt(quickEurValueOf(of, at)!(asRead(credited)))).toBe(exact)
    }),
    { numRuns: PROPERTY_CASES },
  )
})

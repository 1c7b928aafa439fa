import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import {
  add,
  compare,
  divide,
  fraction,
  isFiniteDecimal,
  isZero,
  multiply,
  ONE,
  parseDecimal,
  ratio,
  reduced,
  roundHalfUpToUnits,
  subtract,
  toDecimalText,
  truncateToUnits,
  ZERO,
  type Fraction,
} from './fraction.ts'

const fractions: fc.Arbitrary<Fraction> = fc
  .tuple(fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }), fc.bigInt({ min: 1n, max: 10n ** 12n }))
  .map(([num, den]) => ({ num, den }))

const same = (a: Fraction, b: Fraction) => compare(a, b) === 0

describe('fraction', () => {
  test.each([
    ['0.333', 333n, 1000n],
    ['-1.5', -3n, 2n],
    ['0.50', 1n, 2n],
    ['-0', 0n, 1n],
    ['7', 7n, 1n],
    [7, 7n, 1n],
    [-3n, -3n, 1n],
  ])('reads %s exactly, in lowest terms', (written, num, den) => {
    expect(fraction(written)).toEqual({ num, den })
  })

  test.each(['', '.5', '5.', '+1', '1e3', ' 1', '1,5', '0x10', 'NaN', '--1', '１'])(
    'refuses %j',
    (written) => {
      expect(() => fraction(written)).toThrow(RangeError)
    },
  )

  test.each([0.5, NaN, Infinity, 2 ** 53])('refuses the number %s, which may not be exact', (n) => {
    expect(() => fraction(n)).toThrow(RangeError)
  })
})

describe('arithmetic', () => {
  test('a third and a sixth are a half', () => {
    expect(add(ratio(1n, 3n), ratio(1n, 6n))).toEqual(ratio(1n, 2n))
  })

  test('0.1 + 0.2 is 0.3', () => {
    expect(same(add(fraction('0.1'), fraction('0.2')), fraction('0.3'))).toBe(true)
  })

  test('a negative denominator moves its sign to the numerator', () => {
    expect(ratio(1n, -2n)).toEqual({ num: -1n, den: 2n })
  })

  test('dividing by 0 is a bug of the caller', () => {
    expect(() => ratio(1n, 0n)).toThrow(RangeError)
    expect(() => divide(ONE, ZERO)).toThrow(RangeError)
  })

  test('property: subtracting undoes adding, dividing undoes multiplying', () => {
    fc.assert(
      fc.property(fractions, fractions, (a, b) => {
        fc.pre(!isZero(b))
        expect(same(subtract(add(a, b), b), a)).toBe(true)
        expect(same(divide(multiply(a, b), b), a)).toBe(true)
      }),
      { numRuns: 200 },
    )
  })

  test('property: comparing agrees with the sign of the difference', () => {
    fc.assert(
      fc.property(fractions, fractions, (a, b) => {
        const { num } = subtract(a, b)
        expect(compare(a, b)).toBe(num === 0n ? 0 : num < 0n ? -1 : 1)
        expect(compare(b, a)).toBe(compare(a, b) === 0 ? 0 : -compare(a, b))
      }),
      { numRuns: 200 },
    )
  })

  test('property: the lowest terms are the same number with a denominator above 0', () => {
    fc.assert(
      fc.property(fractions, fc.bigInt({ min: 1n, max: 1000n }), ({ num, den }, k) => {
        const lowest = reduced({ num: num * k, den: den * k })
        expect(same(lowest, { num, den })).toBe(true)
        expect(lowest).toEqual(reduced({ num, den }))
      }),
      { numRuns: 100 },
    )
  })

  test('a long sum of unlike parts keeps a denominator of reasonable size', () => {
    const parts = Array.from({ length: 3000 }, (_, i) => ratio(1n, i % 2 === 0 ? 3n : 7n))
    const sum = parts.reduce(add, ZERO)
    expect(same(sum, ratio(15_000n, 21n))).toBe(true)
    expect(sum.den <= 21n).toBe(true)
  })
})

describe('cutting and rounding', () => {
  test.each([
    ['1.239', 2, 123n, 124n],
    ['1.235', 2, 123n, 124n],
    ['1.2349999', 2, 123n, 123n],
    ['-1.239', 2, -123n, -124n],
    ['-1.235', 2, -123n, -124n],
    ['-0.004', 2, 0n, 0n],
    ['0.5', 0, 0n, 1n],
    ['7', 3, 7000n, 7000n],
  ])('%s at %i decimals is cut to %i and rounded to %i', (written, decimals, cut, rounded) => {
    expect(truncateToUnits(fraction(written), decimals)).toBe(cut)
    expect(roundHalfUpToUnits(fraction(written), decimals)).toBe(rounded)
  })

  test('two thirds is cut to 0.66 and rounded to 0.67', () => {
    expect(truncateToUnits(ratio(2n, 3n), 2)).toBe(66n)
    expect(roundHalfUpToUnits(ratio(2n, 3n), 2)).toBe(67n)
  })

  test('property: cutting never moves away from zero, and by less than one unit', () => {
    fc.assert(
      fc.property(fractions, fc.integer({ min: 0, max: 8 }), (value, decimals) => {
        const cut = ratio(truncateToUnits(value, decimals), 10n ** BigInt(decimals))
        const lost = subtract(value, cut)
        const unit = ratio(1n, 10n ** BigInt(decimals))
        expect(lost.num === 0n || lost.num > 0n === value.num > 0n).toBe(true)
        expect(compare({ ...lost, num: lost.num < 0n ? -lost.num : lost.num }, unit)).toBe(-1)
      }),
      { numRuns: 200 },
    )
  })

  test('property: rounding is never off by more than half a unit', () => {
    fc.assert(
      fc.property(fractions, fc.integer({ min: 0, max: 8 }), (value, decimals) => {
        const rounded = ratio(roundHalfUpToUnits(value, decimals), 10n ** BigInt(decimals))
        const { num, den } = subtract(value, rounded)
        const half = ratio(1n, 2n * 10n ** BigInt(decimals))
        expect(compare({ num: num < 0n ? -num : num, den }, half)).not.toBe(1)
      }),
      { numRuns: 200 },
    )
  })
})

describe('toDecimalText', () => {
  test.each([
    [ratio(1n, 8n), '0.125'],
    [ratio(-1n, 8n), '-0.125'],
    [ratio(100n, 1n), '100'],
    [{ num: 250n, den: 100n }, '2.5'],
    [ZERO, '0'],
    [ratio(1n, 10n ** 50n), `0.${'0'.repeat(49)}1`],
  ])('%o has the text %s', (value, text) => {
    expect(toDecimalText(value)).toBe(text)
  })

  test('a third has no end and is refused', () => {
    expect(() => toDecimalText(ratio(1n, 3n))).toThrow(RangeError)
  })

  test('property: a written number reads back as the same number', () => {
    const decimals = fc.tuple(fc.bigInt({ min: -(2n ** 80n), max: 2n ** 80n }), fc.nat(12))
    fc.assert(
      fc.property(decimals, ([num, places]) => {
        const value = ratio(num, 10n ** BigInt(places))
        expect(fraction(toDecimalText(value))).toEqual(value)
      }),
      { numRuns: 200 },
    )
  })
})

describe('parseDecimal', () => {
  const limits = { maxIntegerDigits: 5, maxDecimals: 3 }

  test.each([
    ['0', 0n, 0],
    ['1.50', 150n, 2],
    ['-12.345', -12345n, 3],
    ['00012', 12n, 0],
    ['99999.999', 99999999n, 3],
  ])('accepts %s', (written, units, decimals) => {
    expect(parseDecimal(written, limits)).toEqual({ units, decimals })
  })

  test.each([
    '',
    '-',
    '.',
    '.5',
    '5.',
    '+5',
    '1e3',
    '0x1',
    ' 1',
    '1 ',
    '1\n',
    '1,5',
    '1_000',
    '1.2.3',
    '−1',
    '١٢',
    '１',
    'NaN',
    'Infinity',
    '100000',
    '1.2345',
    '9'.repeat(1_000_000),
  ])('refuses %j', (written) => {
    expect(parseDecimal(written, limits)).toBeNull()
  })

  test('property: only texts of the grammar are accepted', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'0123456789.-+e ,') }), (written) => {
        const accepted = parseDecimal(written, limits) !== null
        expect(accepted).toBe(/^-?\d{1,5}(\.\d{1,3})?$/.test(written))
      }),
      { numRuns: 300 },
    )
  })
})

test.each([
  ['1/8', ratio(1n, 8n), true],
  ['3/30, once reduced', ratio(3n, 30n), true],
  ['1/3', ratio(1n, 3n), false],
  ['1/70', ratio(1n, 70n), false],
])('whether the decimals of %s end', (_, value, isFinite) => {
  expect(isFiniteDecimal(value)).toBe(isFinite)
})

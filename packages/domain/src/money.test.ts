import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { decimalsOf } from './currency.ts'
import { compare, fraction, ratio, toDecimalText } from './fraction.ts'
import { coinUnits, creditedAmount, eurCents, eurOf, formatUnits, parseEurCents } from './money.ts'

describe('creditedAmount', () => {
  test('FMT-005 1.999999999 is credited as 1.99999999, truncated and not rounded', () => {
    const { units } = creditedAmount(fraction('1.999999999'), fraction(1), 'UPT')
    expect(formatUnits(units, 8)).toBe('1.99999999')
  })

  test('FMT-005 a reversal is truncated toward zero, so it mirrors the reversed record', () => {
    const { units } = creditedAmount(fraction('-1.999999999'), fraction(1), 'UPT')
    expect(formatUnits(units, 8)).toBe('-1.99999999')
  })

  test.each(['ULTIMA', 'WIN'] as const)('FMT-006 %s is truncated to 6 decimals', (currency) => {
    const { units } = creditedAmount(fraction('1.999999999'), fraction(1), currency)
    expect(formatUnits(units, 6)).toBe('1.999999')
  })

  test.each([
    ['C10 example 1: a bonus of 2,500 EUR', '2500', '2', 'UPT', '5000.00000000'],
    ['C2 example 1: JADE to RUBY, first', '1000', '2.5', 'UPT', '2500.00000000'],
    ['C2 example 1: JADE to RUBY, second', '2500', '2.5', 'UPT', '6250.00000000'],
    ['C2 example 2: a rate without an end', '100', '0.333333333', 'UPT', '33.33333330'],
    ['C6 example 1: pool 1', '2500', '0.0002', 'ULTIMA', '0.500000'],
    ['EUR itself', '12.345', '1', 'EUR', '12.34'],
    ['nothing', '0', '2', 'UPT', '0.00000000'],
  ] as const)('%s: %s EUR at %s is %s %s', (_title, eur, rate, currency, text) => {
    const { units } = creditedAmount(fraction(eur), fraction(rate), currency)
    expect(formatUnits(units, decimalsOf(currency))).toBe(text)
  })

  test('RNK-034 a rank bonus in UPT is the bonus in EUR times the rate', () => {
    const { beforeCut } = creditedAmount(eurOf(eurCents(2_500_00)), fraction('2.5'), 'UPT')
    expect(toDecimalText(beforeCut)).toBe('6250')
  })

  test('C6 example 2: a seventh of 3,000 EUR is 0.085714 ULTIMA, and seven of them fit', () => {
    const { beforeCut, units } = creditedAmount(ratio(3000n, 7n), fraction('0.0002'), 'ULTIMA')
    expect(formatUnits(units, 6)).toBe('0.085714')
    expect(formatUnits(units * 7n, 6)).toBe('0.599998')
    expect(compare(beforeCut, ratio(6n, 70n))).toBe(0)
  })

  test('2^60 cents at an odd rate lose nothing', () => {
    const eur = eurOf(eurCents(2n ** 60n))
    const { beforeCut, units } = creditedAmount(eur, fraction('0.333333333'), 'UPT')
    expect(toDecimalText(beforeCut)).toBe('3843071678179751.57131051008')
    expect(units).toBe(384307167817975157131051n)
  })
})

describe('parseEurCents', () => {
  test.each([
    ['0', 0n],
    ['12.5', 1250n],
    ['12.50', 1250n],
    ['0.01', 1n],
    ['-3', -300n],
    ['999999999999.99', 99_999_999_999_999n],
  ])('%s is %i cents', (text, cents) => {
    expect(parseEurCents(text)).toBe(cents)
  })

  test.each(['', '1.001', '1000000000000', '1,5', '1e2', '12.', ' 1', '€1', '1.0000'])(
    '%j is refused',
    (text) => {
      expect(parseEurCents(text)).toBeNull()
    },
  )

  test('property: every amount of cents reads back from its own text', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 99_999_999_999_999n }), (cents) => {
        expect(parseEurCents(formatUnits(cents, 2))).toBe(cents)
      }),
      { numRuns: 200 },
    )
  })
})

describe('formatUnits', () => {
  test.each([
    [123n, 2, undefined, '1.23'],
    [5n, 2, undefined, '0.05'],
    [-5n, 2, undefined, '-0.05'],
    [0n, 2, undefined, '0.00'],
    [7n, 0, undefined, '7'],
    [7n, 0, 2, '7.00'],
    [1_500_000n, 6, 8, '1.50000000'],
    [2n ** 70n, 8, undefined, '11805916207174.11303424'],
  ])('%i units of %i decimals, shown with %s: %s', (units, decimals, shown, text) => {
    expect(formatUnits(units, decimals, shown)).toBe(text)
  })

  test('it never drops a digit', () => {
    expect(() => formatUnits(123n, 8, 2)).toThrow(RangeError)
  })
})

describe('units', () => {
  test.each([0.5, NaN, 2 ** 53])('%s is not a whole number of cents', (value) => {
    expect(() => eurCents(value)).toThrow(RangeError)
  })

  test('an amount is its own number', () => {
    expect(eurCents(12)).toBe(12n)
    expect(coinUnits(12n)).toBe(12n)
    expect(toDecimalText(eurOf(eurCents(1_05)))).toBe('1.05')
  })
})

import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { type Currency, decimalsOf } from './currency.ts'
import {
  divide,
  type Fraction,
  fraction,
  multiply,
  ONE,
  ratio,
  roundHalfUpToUnits,
  toDecimalText,
} from './fraction.ts'
import { type CoinUnits, coinUnits, formatUnits } from './money.ts'
import { equivalentText, rateBetween, STARTING_RATES, type Rate, type RateType } from './rates.ts'

const starting: Rate[] = STARTING_RATES.map(({ rate, ...pair }, index) => ({
  ...pair,
  id: index + 1,
  rate: fraction(rate),
  setAt: 0,
}))

let nextId = 100
function quote(from: Currency, to: Currency, rate: string, more: Partial<Rate> = {}): Rate {
  nextId += 1
  return { id: nextId, from, to, rateType: 'SELL', rate: fraction(rate), setAt: 0, ...more }
}

function textOf(rates: Rate[], from: Currency, to: Currency, rateType?: RateType): string | null {
  const found = rateBetween(rates, from, to, rateType)
  return found && toDecimalText(found.rate)
}

test.each([
  ['0.123456', '5000', '617.28'],
  ['0.123456', '5500', '679.01'],
  ['1', '0.005', '0.01'],
  ['1', '0.00499999', '0.00'],
  ['1', '1.994999', '1.99'],
  ['1', '1.995', '2.00'],
  ['-1', '1.995', '-2.00'],
  ['0', '5000', '0.00'],
])('C10 the equivalent of %s at %s is %s', (amount, rate, shown) => {
  expect(equivalentText(multiply(fraction(amount), fraction(rate)))).toBe(shown)
})

describe('rateBetween', () => {
  test.each([
    ['EUR', 'UPT', '2'],
    ['EUR', 'UCN', '4'],
    ['EUR', 'BSP', '1'],
    ['EUR', 'WIN', '1'],
    ['EUR', 'USDT', '1.1'],
    ['EUR', 'ULTIMA', '0.0002'],
    ['ULTIMA', 'EUR', '5000'],
    ['UPT', 'EUR', '0.5'],
    ['ULTIMA', 'USDT', '5500'],
    ['UPT', 'UCN', '2'],
    ['EUR', 'EUR', '1'],
    ['DBSP', 'DBSP', '1'],
  ] as const)('starting rates: one %s is %s %s', (from, to, rate) => {
    expect(textOf(starting, from, to)).toBe(rate)
  })

  test.each([
    ['EUR', 'DBSP'],
    ['DBSP', 'EUR'],
    ['UPT', 'DBSP'],
  ] as const)('there is no rate from %s to %s', (from, to) => {
    expect(rateBetween(starting, from, to)).toBeNull()
  })

  test('the latest quote of the pair wins, in any order of the list', () => {
    const rates = [
      quote('EUR', 'UPT', '2', { setAt: 10 }),
      quote('EUR', 'UPT', '3', { setAt: 30 }),
      quote('EUR', 'UPT', '2.5', { setAt: 20 }),
    ]
    expect(textOf(rates, 'EUR', 'UPT')).toBe('3')
    expect(textOf(rates.toReversed(), 'EUR', 'UPT')).toBe('3')
  })

  test('of two quotes of one millisecond the quote stored last wins', () => {
    const rates = [
      quote('EUR', 'UPT', '2', { id: 7, setAt: 10 }),
      quote('EUR', 'UPT', '3', { id: 6, setAt: 10 }),
    ]
    expect(rateBetween(rates, 'EUR', 'UPT')?.rateIds).toEqual([7])
    expect(rateBetween(rates.toReversed(), 'EUR', 'UPT')?.rateIds).toEqual([7])
  })

  test('a quote of the pair wins over a later one of the opposite pair', () => {
    const rates = [quote('EUR', 'UPT', '2', { setAt: 1 }), quote('UPT', 'EUR', '1', { setAt: 9 })]
    expect(textOf(rates, 'EUR', 'UPT')).toBe('2')
    expect(textOf(rates, 'UPT', 'EUR')).toBe('1')
  })

  test('a quote between two coins wins over the rate through EUR', () => {
    expect(textOf([...starting, quote('UPT', 'UCN', '9')], 'UPT', 'UCN')).toBe('9')
  })

  test('SELL and BUY are separate', () => {
    const rates = [quote('EUR', 'UPT', '2'), quote('EUR', 'UPT', '3', { rateType: 'BUY' })]
    expect(textOf(rates, 'EUR', 'UPT')).toBe('2')
    expect(textOf(rates, 'EUR', 'UPT', 'BUY')).toBe('3')
    expect(textOf(starting, 'EUR', 'UPT', 'BUY')).toBeNull()
  })

  test('the answer names its quotes, in the order of their use', () => {
    expect(rateBetween(starting, 'ULTIMA', 'USDT')?.rateIds).toEqual([6, 5])
    expect(rateBetween(starting, 'EUR', 'UPT')?.rateIds).toEqual([1])
    expect(rateBetween(starting, 'EUR', 'EUR')?.rateIds).toEqual([])
  })

  test('property: there and back is 1, exactly', () => {
    const rate = fc.bigInt({ min: 1n, max: 10n ** 12n }).map((num) => ({ num, den: 10n ** 9n }))
    fc.assert(
      fc.property(rate, rate, (upt, ucn) => {
        const rates = [
          { ...quote('EUR', 'UPT', '1'), rate: upt },
          { ...quote('EUR', 'UCN', '1'), rate: ucn },
        ]
        const there = rateBetween(rates, 'UPT', 'UCN')!.rate
        const back = rateBetween(rates, 'UCN', 'UPT')!.rate
        expect(there.num * back.num).toBe(there.den * back.den)
      }),
      { numRuns: 100 },
    )
  })
})

describe('equivalent values', () => {
  const convert = (units: CoinUnits, currency: Currency, rate: Fraction) =>
    multiply(ratio(units, 10n ** BigInt(decimalsOf(currency))), rate)
  const inEur = (units: CoinUnits, currency: Currency, rate: Fraction) =>
    roundHalfUpToUnits(convert(units, currency, rate), 2)
  const amount = coinUnits(123_456n)

  test('C10 example 2: 0.123456 ULTIMA at 5,000 EUR are 617.28 EUR', () => {
    const { rate } = rateBetween(starting, 'ULTIMA', 'EUR')!
    expect(formatUnits(inEur(amount, 'ULTIMA', rate), 2)).toBe('617.28')
  })

  test('C10 example 2: and 679.01 USDT at 1.1 through EUR', () => {
    const { rate } = rateBetween(starting, 'ULTIMA', 'USDT')!
    const usdt = convert(amount, 'ULTIMA', rate)
    expect(toDecimalText(usdt)).toBe('679.008')
    expect(formatUnits(roundHalfUpToUnits(usdt, 2), 2)).toBe('679.01')
  })

  test('half a cent rounds up, less does not', () => {
    expect(inEur(coinUnits(500_000n), 'UPT', ONE)).toBe(1n)
    expect(inEur(coinUnits(499_999n), 'UPT', ONE)).toBe(0n)
  })

  test('a rate without a finite decimal form is accepted', () => {
    const third = divide(ONE, fraction(3))
    expect(inEur(coinUnits(2_00000000n), 'UPT', third)).toBe(67n)
  })
})

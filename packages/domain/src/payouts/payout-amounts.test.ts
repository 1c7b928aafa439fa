import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { fraction } from '../fraction.ts'
import { type CoinUnits, coinUnits, formatUnits } from '../money.ts'
import { PROPERTY_CASES } from '../testing/property-cases.ts'
import {
  parseCoinAmount,
  payoutAvailable,
  type PayoutFee,
  payoutFee,
  payoutMaximum,
  payoutReceive,
} from './payout-amounts.ts'

const upt = (text: string): CoinUnits => parseCoinAmount(text, 'UPT')!
const shown = (units: bigint) => formatUnits(units, 8)

const FEE: PayoutFee = { percent: fraction('2'), minFee: upt('1'), maxFee: upt('50') }

describe('the fee of a payout', () => {
  // amount, percent, least fee, greatest fee -> fee, receive
  test.each([
    ['C9 example 1, small', '10', '2', '1', '50', '1.00000000', '9.00000000'],
    ['C9 example 1, large', '5000', '2', '1', '50', '50.00000000', '4950.00000000'],
    ['exactly the least fee', '50', '2', '1', '50', '1.00000000', '49.00000000'],
    ['just above the least fee', '50.0000005', '2', '1', '50', '1.00000001', '49.00000049'],
    ['exactly the greatest fee', '2500', '2', '1', '50', '50.00000000', '2450.00000000'],
    ['just below the greatest fee', '2499.9999995', '2', '1', '50', '49.99999999', '2449.99999951'],
    ['without bounds', '10', '2', null, null, '0.20000000', '9.80000000'],
    ['a cut fee', '0.00000149', '1', null, null, '0.00000001', '0.00000148'],
    ['no percentage', '10', '0', '1', null, '1.00000000', '9.00000000'],
    ['a fee above the amount', '0.5', '2', '1', '50', '1.00000000', '0.00000000'],
    ['a least fee above the greatest', '10', '2', '5', '3', '3.00000000', '7.00000000'],
  ] as const)(
    'PAY-030 PAY-031 PAY-032 PAY-033 %s',
    (_title, amount, percent, least, most, fee, receive) => {
      const terms = {
        percent: fraction(percent),
        minFee: least === null ? null : upt(least),
        maxFee: most === null ? null : upt(most),
      }
      const charged = payoutFee(upt(amount), terms)
      expect([shown(charged), shown(payoutReceive(upt(amount), charged))]).toEqual([fee, receive])
    },
  )

  const units = fc.bigInt({ min: 1n, max: 10n ** 28n }).map(coinUnits)
  const bound = fc.option(fc.bigInt({ min: 0n, max: 10n ** 20n }).map(coinUnits))

  test('PAY-030 PAY-031 PAY-032 the fee is the cut percentage between its bounds', () => {
    fc.assert(
      fc.property(units, fc.nat(10_000), bound, bound, (amount, hundredths, minFee, maxFee) => {
        const percent = fraction((hundredths / 100).toFixed(2))
        const fee = payoutFee(amount, { percent, minFee, maxFee })
        const share = (amount * BigInt(hundredths)) / 10_000n
        const least = minFee !== null && minFee > share ? minFee : share
        expect(fee).toBe(maxFee !== null && maxFee < least ? maxFee : least)
      }),
      { numRuns: PROPERTY_CASES },
    )
  })

  test('PAY-033 the received amount is never negative or above the amount, and fee and receive are the amount', () => {
    fc.assert(
      fc.property(units, bound, bound, (amount, minFee, maxFee) => {
        const fee = payoutFee(amount, { percent: fraction('2'), minFee, maxFee })
        const receive = payoutReceive(amount, fee)
        expect(receive >= 0n && receive <= amount).toBe(true)
        if (fee <= amount) expect(fee + receive).toBe(amount)
        else expect(receive).toBe(0n)
      }),
      { numRuns: PROPERTY_CASES },
    )
  })
})

describe('the maximum of a payout', () => {
  const example = {
    balance: upt('500'),
    held: coinUnits(0n),
    waiting: coinUnits(0n),
    available: upt('120'),
    dailyLimit: upt('300'),
    requestLimit: upt('200'),
  }

  test('PAY-024 C9 example 2: what is left today is the least', () => {
    expect(shown(payoutMaximum(example))).toBe('120.00000000')
  })

  test('PAY-025 without an available amount, the daily limit counts', () => {
    expect(shown(payoutMaximum({ ...example, available: null }))).toBe('200.00000000')
    expect(shown(payoutMaximum({ ...example, available: null, requestLimit: null }))).toBe(
      '300.00000000',
    )
    expect(payoutMaximum({ ...example, available: coinUnits(0n) })).toBe(0n)
  })

  test('PAY-024 ADJ-010 the maximum is the smallest of what is not held, daily limit and request limit, and never negative', () => {
    const balance = fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }).map(coinUnits)
    const part = fc.bigInt({ min: 0n, max: 10n ** 20n }).map(coinUnits)
    const limit = fc.option(part)
    fc.assert(
      fc.property(
        balance,
        part,
        part,
        limit,
        limit,
        limit,
        (has, held, waiting, available, dailyLimit, requestLimit) => {
          const free = coinUnits(has - held - waiting)
          const most = payoutMaximum({
            balance: has,
            held,
            waiting,
            available,
            dailyLimit,
            requestLimit,
          })
          const today = available ?? dailyLimit
          const bounds = [free, today, requestLimit].filter((each) => each !== null)
          expect(most >= 0n).toBe(true)
          expect(most === 0n || bounds.every((each) => most <= each)).toBe(true)
          expect(most === 0n || bounds.includes(most)).toBe(true)
          if (bounds.every((each) => each > 0n)) expect(most > 0n).toBe(true)
        },
      ),
      { numRuns: PROPERTY_CASES },
    )
  })
})

describe('what is left of the daily limit', () => {
  const day = {
    dailyLimit: upt('100'),
    percent: null,
    balanceAtMidnight: upt('400'),
    paidToday: upt('30'),
  }

  test.each([
    ['the limit without what was paid', {}, '70.00000000'],
    ['nothing once the limit is paid', { paidToday: upt('100') }, '0.00000000'],
    ['nothing above the limit', { paidToday: upt('101') }, '0.00000000'],
    ['a lower percentage of the balance', { percent: fraction('20') }, '50.00000000'],
    ['a higher percentage changes nothing', { percent: fraction('80') }, '70.00000000'],
    ['a percentage alone', { dailyLimit: null, percent: fraction('50') }, '170.00000000'],
    [
      'a percentage of a debt',
      { percent: fraction('20'), balanceAtMidnight: coinUnits(-5n) },
      '0.00000000',
    ],
  ] as const)('%s', (_title, changes, left) => {
    expect(shown(payoutAvailable({ ...day, ...changes })!)).toBe(left)
  })

  test('without a limit there is no such amount', () => {
    expect(payoutAvailable({ ...day, dailyLimit: null })).toBeNull()
  })
})

describe('an amount to pay out', () => {
  test.each([
    ['1', 100_000_000n],
    ['0.00000001', 1n],
    ['1.50', 150_000_000n],
    ['0010', 1_000_000_000n],
    ['99999999999999999999.99999999', 10n ** 28n - 1n],
  ])('%s is read exactly', (text, units) => {
    expect(parseCoinAmount(text, 'UPT')).toBe(units)
  })

  test.each([
    '0',
    '-0',
    '0.0',
    '-1',
    '+1',
    '1e5',
    '1e400',
    'NaN',
    'Infinity',
    '0x10',
    '1,5',
    '1 000',
    ' 1',
    '1 ',
    '',
    '.5',
    '1.',
    '1.123456789',
    '1.000000000',
    '1234567890'.repeat(3),
    '١٢',
    '−1',
    '1\u200b',
    'true',
  ])('%j is no amount', (text) => {
    expect(parseCoinAmount(text, 'UPT')).toBeNull()
  })

  test('ULTIMA and WIN have six decimals', () => {
    expect(parseCoinAmount('0.000001', 'ULTIMA')).toBe(1n)
    expect(parseCoinAmount('0.0000001', 'WIN')).toBeNull()
  })

  test('the fee of the example terms is charged on what was read', () => {
    expect(shown(payoutFee(upt('1250'), FEE))).toBe('25.00000000')
  })
})

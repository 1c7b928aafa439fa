import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { fraction } from '../fraction.ts'
import { type CoinUnits, coinUnits, formatUnits } from '../money.ts'
import { Refusal } from '../refusal.ts'
import { PROPERTY_CASES } from '../testing/property-cases.ts'
import { checkPayout, type PayoutGrounds } from './check-payout.ts'
import { payoutAmountProblem, payoutFree, payoutMaximum } from './payout-amounts.ts'

const TERMS = {
  currency: 'UPT' as const,
  minAmount: coinUnits(10n),
  requestLimit: coinUnits(200n) as CoinUnits | null,
  dailyLimit: coinUnits(150n) as CoinUnits | null,
  fee: { percent: fraction('2'), minFee: coinUnits(1n), maxFee: null },
  addressPattern: 'a+',
}
const STATE = {
  balance: coinUnits(340n),
  held: coinUnits(30n),
  waiting: coinUnits(10n),
  available: coinUnits(120n) as CoinUnits | null,
  pending: 2,
}
type Grounds = PayoutGrounds<typeof TERMS>
const GROUNDS: Grounds = { bars: [], route: { terms: TERMS, state: STATE }, maxPending: 3 }

const text = (units: bigint) => formatUnits(coinUnits(units), 8)

/** Code and field of the refusal; null for a payout that may be confirmed. */
function refusalOf(grounds: Grounds, amount: bigint, address = 'aa') {
  try {
    checkPayout(grounds, { address, amount: text(amount) })
    return null
  } catch (error) {
    const { code, params } = error as Refusal
    return params['field'] === undefined ? code : `${code} ${params['field']}`
  }
}
const within = (terms: Partial<typeof TERMS>, state: Partial<typeof STATE> = {}): Grounds => ({
  ...GROUNDS,
  route: { terms: { ...TERMS, ...terms }, state: { ...STATE, ...state } },
})

describe('the check of a payout', () => {
  test('a payout within all bounds has its fee and what arrives', () => {
    expect(checkPayout(GROUNDS, { address: ' aa ', amount: text(100n) })).toEqual({
      terms: TERMS,
      address: 'aa',
      amount: 100n,
      fee: 2n,
      receive: 98n,
    })
  })

  test.each([
    ['at the minimum', GROUNDS, 10n, null],
    ['below the minimum', GROUNDS, 9n, 'minimum_limit amount'],
    ['at what is left of the day', GROUNDS, 120n, null],
    ['above what is left of the day', GROUNDS, 121n, 'daily_limit amount'],
    ['at the daily limit', within({}, { available: null }), 150n, null],
    ['above the daily limit', within({}, { available: null }), 151n, 'daily_limit amount'],
    ['at the limit of a request', within({ dailyLimit: null }, { available: null }), 200n, null],
    ['above the limit of a request and of the day', GROUNDS, 201n, 'request_limit amount'],
    ['above the balance and every limit', GROUNDS, 301n, 'not_enough_funds amount'],
    ['with as many pending as allowed', within({}, { pending: 3 }), 100n, 'pending_count_limit'],
    ['with one pending less', within({}, { pending: 2 }), 100n, null],
  ] as const)('C9 an amount %s', (_title, grounds, amount, refusal) => {
    expect(refusalOf(grounds, amount)).toBe(refusal)
  })

  test('C9 what bars a payout comes before the address, a missing authenticator last', () => {
    const barred = (...bars: Grounds['bars']): Grounds => ({ ...GROUNDS, bars })
    expect(refusalOf(barred('user_not_verified', '2fa_disabled'), 9n, '!')).toBe(
      'user_not_verified',
    )
    expect(refusalOf(barred('2fa_disabled'), 9n, '!')).toBe('validation_error address')
    expect(refusalOf(barred('2fa_disabled'), 9n)).toBe('minimum_limit amount')
    expect(refusalOf(barred('2fa_disabled'), 100n)).toBe('2fa_disabled')
    expect(refusalOf({ ...GROUNDS, route: null }, 100n)).toBe('payout_is_disabled')
  })

  test('an address may have 256 characters, of its pattern alone', () => {
    expect(refusalOf(GROUNDS, 100n, 'a'.repeat(256))).toBeNull()
    expect(refusalOf(GROUNDS, 100n, 'a'.repeat(257))).toBe('validation_error address')
    expect(refusalOf(GROUNDS, 100n, 'ab')).toBe('validation_error address')
  })

  const amount = fc.bigInt({ min: 0n, max: 1_000n }).map(coinUnits)
  const bound = fc.option(amount)
  const balance = fc.bigInt({ min: -100n, max: 1_000n }).map(coinUnits)

  test('PAY-024 PAY-025 the maximum on the screen is never refused for being too high, one unit more always is', () => {
    fc.assert(
      fc.property(
        balance,
        amount,
        bound,
        bound,
        bound,
        (has, held, available, dailyLimit, requestLimit) => {
          const bounds = {
            balance: has,
            held,
            waiting: coinUnits(held / 3n),
            available,
            dailyLimit,
            requestLimit,
          }
          const most = payoutMaximum(bounds)
          const none = coinUnits(0n)
          if (payoutFree(bounds) >= 0n) expect(payoutAmountProblem(most, none, bounds)).toBeNull()
          expect(payoutAmountProblem(coinUnits(most + 1n), none, bounds)).not.toBeNull()
          if (most > 0n) {
            const terms = { minAmount: most, dailyLimit, requestLimit }
            const state = { balance: has, held, waiting: bounds.waiting, available }
            expect(refusalOf(within(terms, state), most)).toBeNull()
          }
        },
      ),
      { numRuns: PROPERTY_CASES },
    )
  })
})

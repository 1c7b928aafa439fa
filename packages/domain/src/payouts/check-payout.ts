import type { Currency } from '../currency.ts'
import type { CoinUnits } from '../money.ts'
import { Refusal } from '../refusal.ts'
import {
  parseCoinAmount,
  payoutAmountProblem,
  type PayoutBounds,
  payoutFee,
  type PayoutFee,
  payoutReceive,
} from './payout-amounts.ts'
import { PAYOUT_BAR_CODES, type PayoutBar } from './payout-bars.ts'
import { matchesWhole } from './transaction-id.ts'

/** Terms of a route that a payout must keep. Units: smallest units of `currency`; null: no limit. */
type CheckedTerms = Pick<PayoutBounds, 'dailyLimit' | 'requestLimit'> & {
  readonly currency: Currency
  readonly minAmount: CoinUnits
  readonly fee: PayoutFee
  readonly addressPattern: string
}

/**
 * What a payout is checked against. `route` is null where there is none; `pending` payouts are those from all sources.
 *
 * Units: smallest units of the route's currency.
 */
export type PayoutGrounds<Terms extends CheckedTerms> = {
  readonly bars: readonly PayoutBar[]
  readonly route: {
    readonly terms: Terms
    readonly state: Omit<PayoutBounds, 'dailyLimit' | 'requestLimit'> & { readonly pending: number }
  } | null
  readonly maxPending: number
}

/** A payout that may be confirmed. Units: smallest units of the route's currency. */
export type CheckedPayout<Terms> = {
  readonly terms: Terms
  readonly address: string
  readonly amount: CoinUnits
  readonly fee: CoinUnits
  readonly receive: CoinUnits
}

const LONGEST_ADDRESS = 256

/**
 * Checks a payout, at its request and again at its confirmation.
 *
 * Refuses: in this order what bars a payout (`PAYOUT_BARS`) except a missing authenticator; `validation_error` for the
 * address, then for the amount; `minimum_limit`; `not_enough_funds`; `request_limit`; `daily_limit`; `pending_count_limit`;
 * `2fa_disabled`.
 * Source: decisions C9.
 */
export function checkPayout<Terms extends CheckedTerms>(
  { bars, route, maxPending }: PayoutGrounds<Terms>,
  asked: { readonly address: string; readonly amount: string },
): CheckedPayout<Terms> {
  refuseFor(bars.filter((bar) => bar !== '2fa_disabled'))
  if (route === null) throw new Refusal(PAYOUT_BAR_CODES.route_disabled)
  const { terms, state } = route

  const address = requireAddress(asked.address, terms)
  const amount = parseCoinAmount(asked.amount, terms.currency)
  if (amount === null) throw invalidFormat('amount')
  const problem = payoutAmountProblem(amount, terms.minAmount, { ...terms, ...state })
  if (problem !== null) throw new Refusal(problem, { field: 'amount' })
  if (state.pending >= maxPending) throw new Refusal('pending_count_limit')

  refuseFor(bars)
  const fee = payoutFee(amount, terms.fee)
  return { terms, address, amount, fee, receive: payoutReceive(amount, fee) }
}

function refuseFor([bar]: readonly PayoutBar[]): void {
  if (bar !== undefined) throw new Refusal(PAYOUT_BAR_CODES[bar])
}

/** Spaces around an address are left out; every other character must be one that the wallet's addresses have. */
function requireAddress(written: string, { addressPattern }: CheckedTerms): string {
  const address = written.replaceAll(/^ +| +$/g, '')
  if (address.length > LONGEST_ADDRESS || !matchesWhole(addressPattern, address)) {
    throw invalidFormat('address')
  }
  return address
}

const invalidFormat = (field: string): Refusal =>
  new Refusal('validation_error', { field, reason: 'invalid_format' })

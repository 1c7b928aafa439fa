import {
  type CoinUnits,
  parsePayoutAmount,
  payoutReceive,
  matchesWhole,
  PAYOUT_BAR_CODES,
  type PayoutBar,
  payoutBars,
  payoutFee,
  Refusal,
  type RefusalCode,
} from '@partner-office/domain'

import type { PayoutBasis } from './payout-basis.ts'
import { eligibilityOf } from './payout-eligibility.ts'
import type { PayoutState } from './payout-state.ts'
import type { PayoutTerms } from '../routes/payout-terms.ts'

/** A payout as a partner asks for it; nothing in it is checked yet. */
export type PayoutRequest = {
  readonly from: string
  readonly to: string
  readonly address: string
  readonly amount: string
}

/** A payout that may be confirmed. Units: smallest units of the route's currency. */
export type CheckedPayout = {
  readonly terms: PayoutTerms
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
export function checkPayout(
  basis: PayoutBasis,
  request: Pick<PayoutRequest, 'address' | 'amount'>,
): CheckedPayout {
  const { settings, route, identity } = basis
  const bars = payoutBars(eligibilityOf({ ...basis, ...identity, terms: route?.terms ?? null }))
  refuseFor(bars.filter((bar) => bar !== '2fa_disabled'))
  // A route that does not exist is not open.
  const { terms, state } = route!

  const address = requireAddress(request.address, terms)
  const amount = parsePayoutAmount(request.amount, terms.currency)
  if (amount === null) throw invalidFormat('amount')
  requireWithin(amount, { terms, state, maxPending: Number(settings.maxPendingPayouts) })

  refuseFor(bars)
  const fee = payoutFee(amount, terms.fee)
  return { terms, address, amount, fee, receive: payoutReceive(amount, fee) }
}

function refuseFor([bar]: readonly PayoutBar[]): void {
  if (bar !== undefined) throw new Refusal(PAYOUT_BAR_CODES[bar])
}

/** Spaces around an address are left out; every other character must be one that the wallet's addresses have. */
function requireAddress(written: string, { addressPattern }: PayoutTerms): string {
  const address = written.replaceAll(/^ +| +$/g, '')
  if (address.length > LONGEST_ADDRESS || !matchesWhole(addressPattern, address)) {
    throw invalidFormat('address')
  }
  return address
}

function requireWithin(
  amount: CoinUnits,
  {
    terms: { minAmount, requestLimit, dailyLimit },
    state,
    maxPending,
  }: { readonly terms: PayoutTerms; readonly state: PayoutState; readonly maxPending: number },
): void {
  const today = state.available ?? dailyLimit
  if (amount < minAmount) throw ofAmount('minimum_limit')
  if (amount > state.balance) throw ofAmount('not_enough_funds')
  if (requestLimit !== null && amount > requestLimit) throw ofAmount('request_limit')
  if (today !== null && amount > today) throw ofAmount('daily_limit')
  if (state.pending >= maxPending) throw new Refusal('pending_count_limit')
}

const ofAmount = (code: RefusalCode): Refusal => new Refusal(code, { field: 'amount' })

const invalidFormat = (field: string): Refusal =>
  new Refusal('validation_error', { field, reason: 'invalid_format' })

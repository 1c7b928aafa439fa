import {
  type CoinUnits,
  parsePayoutAmount,
  payoutReceive,
  payoutFee,
  payoutTwoFaMethod,
  Refusal,
  type RefusalCode,
} from '@partner-office/domain'

import type { Core } from '../../core/core.ts'
import type { Tx } from '../../db/database.ts'
import { type PayoutIdentity, readPayoutIdentity } from '../../passport/accounts/payout-identity.ts'
import type { SettingName } from '../settings/settings.ts'
import { requirePayoutAccess } from './payout-access.ts'
import type { GuessBudget } from './payout-guard.ts'
import { type PayoutState, readPayoutState } from './payout-state.ts'
import { type PayoutTerms, readPayoutTerms } from './payout-terms.ts'

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
  readonly identity: PayoutIdentity
}

type Settings = Readonly<Record<SettingName, string>>

const LONGEST_ADDRESS = 256

/**
 * Checks a payout, at its request and again at its confirmation.
 *
 * Refuses: in this order `access_denied`; `payout_is_disabled`; `user_not_verified`; `validation_error` for the address,
 * then for the amount; `minimum_limit`; `not_enough_funds`; `request_limit`; `daily_limit`; `pending_count_limit`;
 * `2fa_disabled`.
 * Source: decisions C9.
 */
export async function checkPayout(
  core: Core,
  tx: Tx,
  partnerId: number,
  {
    request,
    settings,
    budget,
  }: {
    readonly request: PayoutRequest
    readonly settings: Settings
    readonly budget: GuessBudget
  },
): Promise<CheckedPayout> {
  const methods = requirePayoutAccess(settings)
  const terms = await requireOpenRoute(tx, request, budget)
  const identity = await readPayoutIdentity(tx, partnerId)
  if (terms.verificationRequired && !identity.isVerified) throw new Refusal('user_not_verified')

  const address = requireAddress(request.address, terms)
  const amount = parsePayoutAmount(request.amount, terms.currency)
  if (amount === null) throw invalidFormat('amount')
  const state = await readPayoutState(tx, partnerId, { terms, now: core.clock() })
  requireWithin(amount, { terms, state, maxPending: Number(settings.maxPendingPayouts) })

  const own = identity.authenticatorSince === null ? [] : ['GOOGLE_AUTHENTICATOR']
  if (payoutTwoFaMethod(methods, own) === null) throw new Refusal('2fa_disabled')
  const fee = payoutFee(amount, terms.fee)
  return { terms, address, amount, fee, receive: payoutReceive(amount, fee), identity }
}

async function requireOpenRoute(
  tx: Tx,
  { from, to }: PayoutRequest,
  { left, isLocked }: GuessBudget,
): Promise<PayoutTerms> {
  const terms = (await readPayoutTerms(tx, [from])).find((route) => route.to === to)
  if (terms === undefined || !terms.enabled || isLocked || left === 0) {
    throw new Refusal('payout_is_disabled')
  }
  return terms
}

/** Spaces around an address are left out; every other character must be one that the wallet's addresses have. */
function requireAddress(written: string, { addressPattern }: PayoutTerms): string {
  const address = written.replaceAll(/^ +| +$/g, '')
  if (address.length > LONGEST_ADDRESS || !new RegExp(addressPattern).test(address)) {
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

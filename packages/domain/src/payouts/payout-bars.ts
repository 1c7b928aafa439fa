import type { RefusalCode } from '../refusal.ts'

/** What decides, apart from amount and address, whether a partner may be paid by a route. */
export type PayoutEligibility = {
  readonly isBlocked: boolean
  readonly isClosed: boolean
  /** Whether the company pays out at all. */
  readonly arePayoutsOn: boolean
  readonly isRouteOpen: boolean
  /** After too many wrong codes, or by an operator. */
  readonly isLocked: boolean
  /** True also where the route requires no verification. */
  readonly isVerified: boolean
  readonly hasTwoFactor: boolean
}

/**
 * States that bar a payout, in the order in which a request is refused for them. They bar the request, its confirmation and
 * the sending.
 *
 * Source: decisions C9, C11.13, C11.27.
 */
export const PAYOUT_BARS = [
  'user_blocked',
  'account_closed',
  'payouts_off',
  'route_disabled',
  'payouts_locked',
  'user_not_verified',
  '2fa_disabled',
] as const

/** A state that bars a payout. */
export type PayoutBar = (typeof PAYOUT_BARS)[number]

/** The code with which a request is refused for a state. Source: decisions C9. */
export const PAYOUT_BAR_CODES: Readonly<Record<PayoutBar, RefusalCode>> = {
  user_blocked: 'user_blocked',
  account_closed: 'access_denied',
  payouts_off: 'access_denied',
  route_disabled: 'payout_is_disabled',
  payouts_locked: 'payout_is_disabled',
  user_not_verified: 'user_not_verified',
  '2fa_disabled': '2fa_disabled',
}

/** The states of a partner and a route that bar a payout, in the order of `PAYOUT_BARS`. */
export function payoutBars(eligibility: PayoutEligibility): PayoutBar[] {
  const isBarred: Readonly<Record<PayoutBar, boolean>> = {
    user_blocked: eligibility.isBlocked,
    account_closed: eligibility.isClosed,
    payouts_off: !eligibility.arePayoutsOn,
    route_disabled: !eligibility.isRouteOpen,
    payouts_locked: eligibility.isLocked,
    user_not_verified: !eligibility.isVerified,
    '2fa_disabled': !eligibility.hasTwoFactor,
  }
  return PAYOUT_BARS.filter((bar) => isBarred[bar])
}

import {
  allowedTwoFaMethods,
  type CheckedPayout,
  checkPayout,
  codeBudget,
  payoutBars,
  type PayoutEligibility,
  type PayoutTwoFaMethod,
  payoutTwoFaMethod,
  Refusal,
} from '@partner-office/domain'

import type { PayoutTerms } from '../routes/payout-terms.ts'
import type { PayoutBasis } from './payout-basis.ts'
import type { Guard } from './payout-guard.ts'

/** A payout as a partner asks for it; nothing in it is checked yet. */
export type PayoutRequest = {
  readonly from: string
  readonly to: string
  readonly address: string
  readonly amount: string
}

/** Checks a payout on what is stored. Refuses: what `checkPayout` of the domain refuses. */
export function checkOnBasis(
  basis: PayoutBasis,
  request: Pick<PayoutRequest, 'address' | 'amount'>,
): CheckedPayout<PayoutTerms> {
  const { settings, route, identity } = basis
  const bars = payoutBars(eligibilityOf({ ...basis, ...identity, terms: route?.terms ?? null }))
  return checkPayout({ bars, route, maxPending: Number(settings.maxPendingPayouts) }, request)
}

/** Settings that decide who may pay out. */
export type AccessSettings = Readonly<
  Record<'permissionsPayout' | 'permissionsPayoutTwoFa', string>
>

/**
 * The two-factor methods that payouts allow.
 *
 * Refuses: `access_denied`, when payouts are switched off or no method is configured.
 * Source: ACC-008, ACC-009; decisions D-085.
 */
export function requirePayoutAccess({
  permissionsPayout,
  permissionsPayoutTwoFa,
}: AccessSettings): PayoutTwoFaMethod[] {
  const methods = allowedTwoFaMethods(permissionsPayoutTwoFa)
  if (permissionsPayout !== 'TRUE' || methods.length === 0) throw new Refusal('access_denied')
  return methods
}

/** The stored facts about a partner and a route that can bar a payout. */
export type StoredEligibility = {
  readonly settings: AccessSettings
  /** Null: there is no such route. */
  readonly terms: { readonly enabled: boolean; readonly verificationRequired: boolean } | null
  readonly guard: Pick<Guard, 'wrongAt' | 'lockedAt' | 'stopUntil'>
  readonly isBlocked: boolean
  readonly isClosed: boolean
  readonly isVerified: boolean
  readonly authenticatorSince: number | null
  readonly now: number
}

/** What decides whether a partner may be paid, for a request as for the sending. Source: decisions C9, C11.27. */
export function eligibilityOf(stored: StoredEligibility): PayoutEligibility {
  const { settings, terms, guard, isBlocked, isClosed, isVerified, authenticatorSince, now } =
    stored
  const methods = allowedTwoFaMethods(settings.permissionsPayoutTwoFa)
  const own = authenticatorSince === null ? [] : ['GOOGLE_AUTHENTICATOR']
  const { left, isLocked } = codeBudget(guard, now)
  return {
    isBlocked,
    isClosed,
    arePayoutsOn: settings.permissionsPayout === 'TRUE' && methods.length > 0,
    isRouteOpen: terms !== null && terms.enabled,
    isLocked: isLocked || left === 0,
    isVerified: isVerified || terms?.verificationRequired === false,
    hasTwoFactor: payoutTwoFaMethod(methods, own) !== null,
  }
}

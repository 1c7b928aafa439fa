import {
  allowedTwoFaMethods,
  codeBudget,
  type PayoutEligibility,
  payoutTwoFaMethod,
} from '@partner-office/domain'

import type { AccessSettings } from './payout-access.ts'
import type { Guard } from './payout-guard.ts'

/** What is stored about a partner and a route, as far as it decides whether a payout is barred. */
export type StoredEligibility = {
  readonly settings: AccessSettings
  /** Null: there is no such route. */
  readonly terms: { readonly enabled: boolean; readonly verificationRequired: boolean } | null
  readonly guard: Pick<Guard, 'wrongAt' | 'lockedAt'>
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

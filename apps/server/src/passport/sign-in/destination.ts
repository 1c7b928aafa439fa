import { FormRefusal, problemOf, requireFields } from '@partner-office/domain'

import type { Passport } from '../passport.ts'
import { isReturnUrl } from './return-url.ts'

/** Where a sign-in leads: the application, the address that takes the token, and the challenge of its proof (PKCE). */
export type Destination = {
  readonly application: string
  readonly backUrl: string
  readonly challenge: string
}

/**
 * Requires that a sign-in leads back to the office.
 *
 * Refuses: `required`, `invalid_grant`; `invalid_format` for the challenge.
 * Source: decisions D-005, D-117, D-140.
 */
export async function requireDestination(
  { business, officeOrigin }: Passport,
  destination: Destination,
): Promise<void> {
  requireFields(destination, ['application', 'backUrl'])
  const { application, backUrl, challenge } = destination
  const product = await business.setting('product')
  const isChallenge = challenge === '' || /^[A-Za-z0-9_-]{43}$/.test(challenge)
  FormRefusal.refuseAny([
    ...problemOf('application', application === product ? null : 'invalid_grant'),
    ...problemOf('backUrl', isReturnUrl(backUrl, officeOrigin) ? null : 'invalid_grant'),
    ...problemOf('challenge', isChallenge ? null : 'invalid_format'),
  ])
}

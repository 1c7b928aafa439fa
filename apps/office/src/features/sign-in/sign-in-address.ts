import type { Config } from '../../lib/configuration/config.ts'
import { beginSignIn } from './begin-sign-in.ts'

/** Address of the sign-in, which returns to `/catch`. Source: requirements STA-036, STA-037; decisions D-003, D-140. */
export function signInAddress({ hosts, product }: Config, locale: string): string {
  const query = new URLSearchParams({
    application: product,
    backUrl: `${location.origin}/${locale}/catch`,
    challenge: beginSignIn(),
  })
  return `${hosts.domainPassport}/${locale}/login?${query}`
}

/** Address of the registration. Source: requirements STA-038 to STA-040. */
export function registrationAddress(
  { hosts, product }: Config,
  locale: string,
  referral: string | null,
): string {
  const query = new URLSearchParams({ application: product, ...(referral && { referral }) })
  return `${hosts.domainPassport}/${locale}/registration?${query}`
}

import type { Config } from './config.ts'

/** The address of a page of the identity provider's profile. Source: decisions D-007, D-008. */
export function passportPageAt(
  config: Config,
  locale: string,
  page: 'passport' | 'address' | 'security',
): string {
  const own = page === 'passport' ? config.property('profilePassportUrl') : ''
  return own || config.passportPage(locale, `profile/${page}`)
}

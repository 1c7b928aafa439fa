import type { BackPage } from '@partner-office/web'

import type { Config } from '../configuration/config.ts'

/** The address of a page of the identity provider's profile, which leads back to `back`. Source: decisions D-007, D-008. */
export function passportPageAt(
  config: Config,
  locale: string,
  page: 'passport' | 'address' | 'security',
  back: BackPage,
): string {
  const own = page === 'passport' ? config.property('profilePassportUrl') : ''
  return own || config.passportPage(locale, `profile/${page}?${new URLSearchParams({ back })}`)
}

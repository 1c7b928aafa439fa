import { readInviteCode } from '@partner-office/domain'

import type { Cookies } from '../session/cookies.ts'
import type { ReadInviter } from './inviter.ts'

const COOKIE = 'referral'
/** A visitor waits no longer for the registration; the code of the link is checked again there. */
const MOST_WAIT_MS = 5_000

/** The stored invite code; null for none. */
export const storedReferral = (cookies: Cookies): string | null =>
  readInviteCode(cookies.read(COOKIE) ?? '') || null

/** Stores the first invite code of a visitor at once, before anything can be lost; a later one has to be valid. */
export function storeFirstReferral(cookies: Cookies, code: string): void {
  if (code !== '' && storedReferral(cookies) === null) cookies.write(COOKIE, code)
}

/** Stores the code of a partner, as the service writes it, in place of an earlier one. Source: decisions D-006. */
export const storeValidReferral = (cookies: Cookies, code: string): void =>
  cookies.write(COOKIE, code)

/**
 * The invite code that a registration goes on with: the code of the link if it belongs to a partner, which is then stored,
 * else the stored one. While the service does not answer, the code of the link goes on and the stored one stays.
 *
 * Source: requirements STA-039, STA-040; decisions D-006, C11.28.
 */
export async function referralFor(
  cookies: Cookies,
  readInviter: ReadInviter,
  code: string,
): Promise<string | null> {
  storeFirstReferral(cookies, code)
  const stored = storedReferral(cookies)
  if (code === '' || code === stored) return stored
  try {
    const inviter = await readInviter(code, AbortSignal.timeout(MOST_WAIT_MS))
    if (inviter === null) return stored ?? code
    storeValidReferral(cookies, inviter.invite)
    return inviter.invite
  } catch {
    return code
  }
}

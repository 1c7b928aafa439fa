import { FormRefusal, Refusal } from '@partner-office/domain'

import type { Passport } from '../passport.ts'
import { isPasswordRight } from '../passwords/is-password-right.ts'
import type { Session } from '../tokens/sessions.ts'

/** A sign-in counts as a repeated password for this long. */
export const FRESH_MS = 5 * 60_000

/**
 * Requires the password, unless the session was opened in the last five minutes, so that a stolen session cannot change
 * how its owner signs in. A wrong password counts like one at sign-in.
 *
 * Refuses: `required`, `wrong_old_password`; `user_account_locked`.
 */
export async function requireFresh(
  passport: Passport,
  { userId, openedAt }: Session,
  password: string,
): Promise<void> {
  // A session that was opened while the clock was ahead is not fresh.
  if (Math.abs(passport.core.clock() - openedAt) < FRESH_MS) return
  if (password === '') throw new FormRefusal([{ field: 'password', code: 'required' }])
  if (await isPasswordRight(passport, userId, password)) return
  throw new Refusal('wrong_old_password', { field: 'password' })
}

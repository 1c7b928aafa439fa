import type { Passport } from '../passport.ts'
import { beginAttempt, undoAttempt } from '../sign-in/attempts.ts'
import { storedHash } from '../sign-in/stored-hash.ts'

/**
 * Whether a password is that of an account. A wrong one counts like one at sign-in.
 *
 * Refuses: `user_account_locked`; `too_many_requests`.
 */
export async function isPasswordRight(
  passport: Passport,
  userId: number,
  password: string,
): Promise<boolean> {
  const { core, passwords } = passport
  const tried = { userId, device: null }
  await beginAttempt(core.database.read, tried, core.clock())
  const account = await core.database.read
    .selectFrom('passport.accounts')
    .select(['userId', 'passwordHash', 'sealedPassword'])
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow()
  const isRight = await passwords.isRight(await storedHash(passport, account), password)
  if (isRight) await undoAttempt(core.database.read, tried)
  return isRight
}

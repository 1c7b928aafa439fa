import { Refusal } from '@partner-office/domain'

import type { Tx } from '../../db/database.ts'
import type { Passport } from '../passport.ts'
import { isLockedAt } from '../../proofs/wrong-attempts.ts'
import { hashOf, isSame, newToken } from '../../proofs/secret-token.ts'
import { endSession, openSession, sessionTimes } from './sessions.ts'

const HAND_OFF_MS = 60_000

type NewHandOff = {
  readonly userId: number
  readonly application: string
  /** base64url(SHA-256(verifier)); null: the token cannot be swapped, and sign-in must start again. */
  readonly challenge: string | null
  /** Whether the swap ignores the account's lock: wrong guesses of others do not lock a known device. */
  readonly fromKnownDevice: boolean
  readonly device: string
  readonly place: string
}

/** Issues a token that the caller of the sign-in swaps once, within 60 s, for an access token. Source: decisions D-140. */
export async function issueHandOff({ core }: Passport, tx: Tx, handOff: NewHandOff) {
  const token = newToken()
  const expiresAt = core.clock() + HAND_OFF_MS
  await tx
    .insertInto('passport.handOffs')
    .values({ ...handOff, tokenHash: hashOf(token), expiresAt })
    .execute()
  return token
}

/**
 * Swaps a hand-off token for an access token. A second use ends the session that the first one opened.
 *
 * Refuses: `invalid_grant`; `user_account_locked`.
 * Source: decisions D-140.
 */
export async function swapHandOff(
  passport: Passport,
  token: string,
  verifier: string,
): Promise<{ access_token: string; expires: number }> {
  const swapped = await passport.core.database.transaction((tx) =>
    swapOnce(passport, tx, { token, verifier }),
  )
  // Thrown after the commit, so that the session ended by a second use stays ended.
  if (swapped === null) {
    await passport.core.database.recent.revoke()
    throw new Refusal('invalid_grant')
  }
  const { idle, most } = await sessionTimes(passport)
  return { access_token: swapped, expires: passport.core.clock() + Math.min(idle, most) }
}

async function swapOnce(
  passport: Passport,
  tx: Tx,
  { token, verifier }: { readonly token: string; readonly verifier: string },
): Promise<string | null> {
  const now = passport.core.clock()
  // The row lock serializes two uses: the second finds the session that the first has opened.
  const handOff = await tx
    .selectFrom('passport.handOffs')
    .selectAll()
    .where('tokenHash', '=', hashOf(token))
    .forUpdate()
    .executeTakeFirst()
  if (handOff === undefined) return null
  if (handOff.sessionHash !== null) {
    await endSession(tx, handOff.sessionHash)
    return null
  }
  if (now >= handOff.expiresAt || !matchesChallenge(verifier, handOff.challenge)) return null

  await requireOpen(tx, handOff, now)
  const session = await openSession(passport, tx, handOff)
  await tx
    .updateTable('passport.handOffs')
    .set({ sessionHash: session.tokenHash })
    .where('tokenHash', '=', handOff.tokenHash)
    .execute()
  return session.token
}

function matchesChallenge(verifier: string, challenge: string | null): boolean {
  if (challenge === null || !/^[A-Za-z0-9\-._~]{43,128}$/.test(verifier)) return false
  return isSame(hashOf(verifier).toString('base64url'), challenge)
}

async function requireOpen(
  tx: Tx,
  { userId, fromKnownDevice }: Pick<NewHandOff, 'userId' | 'fromKnownDevice'>,
  now: number,
): Promise<void> {
  const account = await tx
    .selectFrom('passport.accounts')
    .select(['lockedUntil', 'closedAt'])
    .where('userId', '=', userId)
    .executeTakeFirst()
  if (account === undefined || account.closedAt !== null) throw new Refusal('invalid_grant')
  if (!fromKnownDevice && isLockedAt(account.lockedUntil, now)) {
    throw new Refusal('user_account_locked')
  }
}

import { Refusal } from '@partner-office/domain'

import { sql } from 'kysely'

import type { Db, Tx } from '../../db/database.ts'
import type { Passport } from '../passport.ts'
import { hashOf, newToken } from './secret-token.ts'

/** What a mailed token allows. */
type Purpose = 'confirm' | 'reset' | 'email' | 'emailBack'

/** The old address can take a change of address back for this long. */
export const BACK_MS = 72 * 3_600_000

const LIFE_MS = {
  confirm: 24 * 3_600_000,
  reset: 30 * 60_000,
  email: 24 * 3_600_000,
  emailBack: BACK_MS,
} as const

/**
 * Issues a token for a mail and replaces an earlier one of the same purpose. Only its hash is stored.
 *
 * Tokens for a new password stay valid side by side: anybody may ask for one, and nobody can end the owner's that way.
 */
export async function issueMailedToken(
  { core }: Passport,
  db: Db,
  userId: number,
  purpose: Purpose,
): Promise<string> {
  const token = newToken()
  const tokenHash = hashOf(token)
  const expiresAt = core.clock() + LIFE_MS[purpose]
  await db
    .insertInto('passport.mailedTokens')
    .values({ tokenHash, userId, purpose, expiresAt })
    .onConflict((conflict) =>
      conflict
        .columns(['userId', 'purpose'])
        .where(sql<boolean>`purpose <> 'reset'`)
        .doUpdateSet({ tokenHash, expiresAt }),
    )
    .execute()
  return token
}

/** Whether a link for a new password that went out earlier still works. */
export async function hasResetToken({ core }: Passport, userId: number): Promise<boolean> {
  const token = await core.database.read
    .selectFrom('passport.mailedTokens')
    .select('userId')
    .where('userId', '=', userId)
    .where('purpose', '=', 'reset')
    .where('expiresAt', '>', core.clock())
    .limit(1)
    .executeTakeFirst()
  return token !== undefined
}

/**
 * Requires a mailed token that still works, and does not use it up; returns its owner.
 *
 * Refuses: `not_found`, for an unknown, used or expired token.
 */
export async function requireMailedToken(
  { core }: Passport,
  token: string,
  purpose: Purpose,
): Promise<number> {
  const found = await core.database.read
    .selectFrom('passport.mailedTokens')
    .select('userId')
    .where('tokenHash', '=', hashOf(token))
    .where('purpose', '=', purpose)
    .where('expiresAt', '>', core.clock())
    .executeTakeFirst()
  if (found === undefined) throw new Refusal('not_found', { field: 'token' })
  return found.userId
}

/** Ends the links for a new password and for another address that were mailed for an account. */
export async function endPendingLinks(tx: Tx, userId: number): Promise<void> {
  await tx
    .deleteFrom('passport.mailedTokens')
    .where('userId', '=', userId)
    .where('purpose', 'in', ['reset', 'email'])
    .execute()
}

/**
 * Redeems a mailed token; returns its owner.
 *
 * Refuses: `not_found`, for an unknown, used or expired token.
 */
export async function redeemMailedToken(
  { core }: Passport,
  tx: Tx,
  token: string,
  purpose: Purpose,
): Promise<number> {
  const redeemed = await tx
    .deleteFrom('passport.mailedTokens')
    .where('tokenHash', '=', hashOf(token))
    .where('purpose', '=', purpose)
    .where('expiresAt', '>', core.clock())
    .returning('userId')
    .executeTakeFirst()
  if (redeemed === undefined) throw new Refusal('not_found', { field: 'token' })
  return redeemed.userId
}

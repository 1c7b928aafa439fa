import { Refusal } from '@partner-office/domain'

import type { Tx } from '../../db/database.ts'
import type { Passport } from '../passport.ts'
import { hashOf, newToken } from './secret-token.ts'

/** What the reader of a mail may do with its token. */
type Purpose = 'confirm' | 'reset'

const LIFE_MS = { confirm: 24 * 3_600_000, reset: 30 * 60_000 } as const

/** A token for a mail; an earlier one for the same purpose ends. It is told once and stored as a hash. */
export async function issueMailedToken(
  { core }: Passport,
  userId: number,
  purpose: Purpose,
): Promise<string> {
  const token = newToken()
  const tokenHash = hashOf(token)
  const expiresAt = core.clock() + LIFE_MS[purpose]
  await core.database.read
    .insertInto('passport.mailedTokens')
    .values({ tokenHash, userId, purpose, expiresAt })
    .onConflict((conflict) =>
      conflict.columns(['userId', 'purpose']).doUpdateSet({ tokenHash, expiresAt }),
    )
    .execute()
  return token
}

/**
 * Use a token of a mail up; it says whose it is.
 *
 * Refuses: `not_found`, for a token that is unknown, used or too old alike.
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

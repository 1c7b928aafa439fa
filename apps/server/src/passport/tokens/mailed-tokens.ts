import { Refusal } from '@partner-office/domain'

import { type RawBuilder, sql } from 'kysely'

import type { Db, Tx } from '../../db/database.ts'
import { lockAccount } from '../accounts/accounts.ts'
import type { Passport } from '../passport.ts'
import { hashOf, newToken } from '../../proofs/secret-token.ts'

/** What a mailed token allows. */
type Purpose = 'confirm' | 'reset' | 'email' | 'emailBack'

/** The old address can take a change of address back for this long. */
export const BACK_MS = 72 * 3_600_000

/** A change of address can be confirmed for this long. */
export const CONFIRM_MS = 24 * 3_600_000

const LIFE_MS = {
  confirm: 24 * 3_600_000,
  reset: 30 * 60_000,
  email: CONFIRM_MS,
  emailBack: BACK_MS,
} as const

const ACCOUNT_ADDRESS = sql<string>`(
  select a.email from passport.accounts a where a.user_id = mailed_tokens.user_id and a.closed_at is null)`

/** For each purpose the address that the token must have been mailed to. A token mailed to any other address is not redeemed. */
const BOUND_TO: Readonly<Record<Purpose, RawBuilder<string>>> = {
  confirm: ACCOUNT_ADDRESS,
  reset: ACCOUNT_ADDRESS,
  email: sql`(
    select c.new_email from passport.email_changes c
    where c.user_id = mailed_tokens.user_id and c.changed_at is null)`,
  emailBack: sql`(
    select c.old_email from passport.email_changes c
    where c.user_id = mailed_tokens.user_id and c.changed_at is not null)`,
}

type NewMailedToken = {
  readonly userId: number
  readonly purpose: Purpose
  /** The address that the mail goes to. */
  readonly address: string
}

/**
 * Issues a token for a mail and replaces an earlier one of the same purpose. Only its hash is stored.
 *
 * The transaction is that of what the token confirms, and has locked the account: token, address and change appear together.
 *
 * Tokens for a new password stay valid side by side: anybody may ask for one, and nobody can end the owner's that way.
 */
export async function issueMailedToken(
  { core }: Pick<Passport, 'core'>,
  tx: Tx,
  { userId, purpose, address }: NewMailedToken,
): Promise<string> {
  const token = newToken()
  const tokenHash = hashOf(token)
  const expiresAt = core.clock() + LIFE_MS[purpose]
  await tx
    .insertInto('passport.mailedTokens')
    .values({ tokenHash, userId, purpose, address, expiresAt })
    .onConflict((conflict) =>
      conflict
        .columns(['userId', 'purpose'])
        .where(sql<boolean>`purpose <> 'reset'`)
        .doUpdateSet({ tokenHash, address, expiresAt }),
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
 * Refuses: `not_found`, for an unknown, used or expired token, and for one that was mailed for another purpose or address.
 */
export async function requireMailedToken(
  { core }: Passport,
  db: Db,
  token: string,
  purpose: Purpose,
): Promise<number> {
  const found = await db
    .selectFrom('passport.mailedTokens')
    .select('userId')
    .where('tokenHash', '=', hashOf(token))
    .where('purpose', '=', purpose)
    .where('address', '=', BOUND_TO[purpose])
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
 * Redeems a mailed token; returns its owner, whose account is locked first: every change of an address waits there.
 *
 * Refuses: as `requireMailedToken`.
 */
export async function redeemMailedToken(
  passport: Passport,
  tx: Tx,
  token: string,
  purpose: Purpose,
): Promise<number> {
  const owner = await requireMailedToken(passport, tx, token, purpose)
  await lockAccount(tx, owner)
  const { numDeletedRows } = await tx
    .deleteFrom('passport.mailedTokens')
    .where('tokenHash', '=', hashOf(token))
    .where('purpose', '=', purpose)
    .where('address', '=', BOUND_TO[purpose])
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw new Refusal('not_found', { field: 'token' })
  return owner
}

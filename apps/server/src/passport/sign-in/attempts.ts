import { Refusal } from '@partner-office/domain'
import { type RawBuilder, sql } from 'kysely'

import type { Db } from '../../db/database.ts'
import { hashOf } from '../tokens/secret-token.ts'

const WRONG_IN_A_ROW = 10
const FIRST_LOCK_MS = 15 * 60_000
const LONGEST_LOCK_MS = 24 * 3_600_000

/** After this long nothing depends on an attempt any more: no lock lasts longer. */
export const ATTEMPT_KEPT_MS = 2 * LONGEST_LOCK_MS

/** The account that an attempt is on, or the address that has none. */
export type Tried = { readonly userId: number } | { readonly email: string }

/**
 * Count an attempt as wrong before it is looked at, so that no number of attempts at the same time gets more guesses.
 *
 * Refuses: `user_account_locked`.
 * Source: decisions D-031.
 */
export async function beginAttempt(db: Db, tried: Tried, now: number): Promise<void> {
  const counted = 'userId' in tried ? countOn(tried.userId, now) : countUnknown(tried.email, now)
  const { rows } = await counted.execute(db)
  if (rows.length === 0) throw new Refusal('user_account_locked')
}

function countOn(userId: number, now: number): RawBuilder<unknown> {
  return sql`
    update passport.accounts set
      wrong_passwords = wrong_passwords + 1,
      locked_until = ${lockAfter(sql`wrong_passwords + 1`, now)}
    where user_id = ${userId} and coalesce(locked_until, 0) <= ${now}
    returning user_id`
}

/** An address without an account locks like any other: a lock must not tell which is which. */
function countUnknown(email: string, now: number): RawBuilder<unknown> {
  return sql`
    insert into passport.unknown_sign_ins as u (email_hash, wrong_passwords, last_at)
    values (${hashOf(email.toLowerCase())}, 1, ${now})
    on conflict (email_hash) do update set
      wrong_passwords = u.wrong_passwords + 1,
      locked_until = ${lockAfter(sql`u.wrong_passwords + 1`, now)},
      last_at = ${now}
    where coalesce(u.locked_until, 0) <= ${now}
    returning email_hash`
}

/** Every tenth in a row locks, each time for twice as long, at most a day. */
function lockAfter(wrong: RawBuilder<unknown>, now: number): RawBuilder<unknown> {
  return sql`case when (${wrong}) % ${sql.lit(WRONG_IN_A_ROW)} = 0 then ${now}::bigint + least(
    ${sql.lit(LONGEST_LOCK_MS)}::bigint,
    ${sql.lit(FIRST_LOCK_MS)}::bigint * power(2, least(20, (${wrong}) / ${sql.lit(WRONG_IN_A_ROW)} - 1))::bigint)
    end`
}

/** The attempt was no guess: nothing about it was wrong, but it did not succeed either. */
export async function takeBackAttempt(db: Db, userId: number): Promise<void> {
  await sql`
    update passport.accounts set wrong_passwords = greatest(wrong_passwords - 1, 0), locked_until = null
    where user_id = ${userId}`.execute(db)
}

/** The attempt succeeded: counting starts again. */
export async function forgetAttempts(db: Db, userId: number): Promise<void> {
  await db
    .updateTable('passport.accounts')
    .set({ wrongPasswords: 0, lockedUntil: null })
    .where('userId', '=', userId)
    .execute()
}

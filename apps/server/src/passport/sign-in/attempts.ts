import { Refusal } from '@partner-office/domain'
import { type RawBuilder, sql } from 'kysely'

import type { Db } from '../../db/database.ts'
import { hashOf } from '../../proofs/secret-token.ts'
import { isLocked, lockAfter, nextCount, secondsLeft } from '../../proofs/wrong-attempts.ts'

/** The target of an attempt: an account, from a known device or from any other browser; or an e-mail without account. */
export type Attempt =
  | { readonly userId: number; readonly device: Buffer | null }
  | { readonly email: string }

type AccountAttempt = Extract<Attempt, { userId: number }>

/**
 * Counts an attempt as wrong before comparing anything, so that parallel attempts get no extra guesses. Each known device
 * of the owner has its own count, so that others cannot lock the owner out.
 *
 * Refuses: `user_account_locked`, with the seconds until the end of the lock.
 * Source: decisions D-031.
 */
export async function beginAttempt(db: Db, tried: Attempt, now: number): Promise<void> {
  const counted = 'userId' in tried ? countOn(tried, now) : countUnknown(tried.email, now)
  const { rows } = await counted.execute(db)
  if (rows.length > 0) return
  const until = await lockEnd(db, tried)
  throw new Refusal('user_account_locked', {
    retryAfter: secondsLeft(until, now),
  })
}

/** End of the lock that refused an attempt; 0 where it was removed meanwhile. */
async function lockEnd(db: Db, tried: Attempt): Promise<number> {
  const { table, row } =
    'userId' in tried
      ? counterOf(tried)
      : {
          table: sql`passport.unknown_sign_ins`,
          row: sql`email_hash = ${hashOf(tried.email.toLowerCase())}`,
        }
  const { rows } = await sql<{ lockedUntil: number | null }>`
    select locked_until from ${table} where ${row}`.execute(db)
  return rows[0]?.lockedUntil ?? 0
}

function countOn(tried: AccountAttempt, now: number): RawBuilder<unknown> {
  const { table, row } = counterOf(tried)
  const isOwners = tried.device !== null
  const wrong = isOwners
    ? sql`wrong_passwords + 1`
    : nextCount(sql`wrong_passwords`, sql`coalesce(last_attempt_at, 0)`, now)
  return sql`
    update ${table} set
      wrong_passwords = ${wrong},
      ${isOwners ? sql`` : sql`last_attempt_at = ${now},`}
      locked_until = ${lockAfter(wrong, now)}
    where ${row} and not ${isLocked(sql`locked_until`, now)}
    returning user_id`
}

/** The table and row with the count of attempts. */
function counterOf({ userId, device }: AccountAttempt) {
  return device === null
    ? { table: sql`passport.accounts`, row: sql`user_id = ${userId}` }
    : { table: sql`passport.devices`, row: sql`user_id = ${userId} and token_hash = ${device}` }
}

/** An address without an account locks like one with an account, so that a lock does not reveal which exist. */
function countUnknown(email: string, now: number): RawBuilder<unknown> {
  const wrong = nextCount(sql`u.wrong_passwords`, sql`u.last_at`, now)
  return sql`
    insert into passport.unknown_sign_ins as u (email_hash, wrong_passwords, last_at)
    values (${hashOf(email.toLowerCase())}, 1, ${now})
    on conflict (email_hash) do update set
      wrong_passwords = ${wrong},
      locked_until = ${lockAfter(wrong, now)},
      last_at = ${now}
    where not ${isLocked(sql`u.locked_until`, now)}
    returning email_hash`
}

/** Uncounts an attempt that was not wrong but did not complete either. */
export async function undoAttempt(db: Db, tried: AccountAttempt): Promise<void> {
  await setCount(db, tried, sql`greatest(wrong_passwords - 1, 0)`)
}

/** Resets the count after a successful attempt. */
export async function resetAttempts(db: Db, tried: AccountAttempt): Promise<void> {
  await setCount(db, tried, sql`0`)
}

async function setCount(db: Db, tried: AccountAttempt, count: RawBuilder<unknown>): Promise<void> {
  const { table, row } = counterOf(tried)
  await sql`update ${table} set wrong_passwords = ${count}, locked_until = null where ${row}`.execute(
    db,
  )
}

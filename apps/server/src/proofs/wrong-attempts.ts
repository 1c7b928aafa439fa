import { Refusal } from '@partner-office/domain'
import { type RawBuilder, sql } from 'kysely'

import type { Db } from '../db/database.ts'
import { WRONG_PASSWORDS } from '../input/limits.ts'
import { hashOf } from './secret-token.ts'

/** Attempts count this long: no lock lasts longer. */
export const ATTEMPT_KEPT_MS = 2 * WRONG_PASSWORDS.longestLockMs

/** The row that counts the attempts on somebody. `forgets`: it has the time of the last one, and two days later starts again. */
export type CountedRow = {
  readonly table: RawBuilder<unknown>
  readonly row: RawBuilder<unknown>
  readonly forgets: boolean
}

/** The table that counts attempts on addresses that nobody has: they lock like others, so that a lock tells nothing. */
type Unknown = { readonly unknown: RawBuilder<unknown>; readonly email: string }

/** Seconds until a lock ends, to tell who waits; at least one. */
export const secondsLeft = (until: number, now: number): number =>
  Math.max(1, Math.ceil((until - now) / 1_000))

/** Whether a lock holds at a time. One that ends after the longest lock comes from a clock that was ahead: it is over. */
export const isLockedAt = (lockedUntil: number | null, now: number): boolean =>
  lockedUntil !== null && lockedUntil > now && lockedUntil <= now + WRONG_PASSWORDS.longestLockMs

/**
 * Counts an attempt as wrong before anything is compared, so that parallel attempts get no extra guesses; returns the end of
 * the lock that this attempt begins if it is wrong, or null.
 *
 * Refuses: `user_account_locked`, with the seconds until the end of the lock.
 * Source: decisions D-031.
 */
export async function beginCounted(
  db: Db,
  tried: CountedRow | Unknown,
  now: number,
): Promise<number | null> {
  const counted = 'unknown' in tried ? countUnknown(tried, now) : countOn(tried, now)
  const { rows } = await counted.execute(db)
  if (rows[0] !== undefined) return rows[0].lockedUntil
  const retryAfter = secondsLeft(await lockEnd(db, tried), now)
  throw new Refusal('user_account_locked', { retryAfter })
}

/** Uncounts an attempt that was not wrong but did not complete either. */
export const undoCounted = (db: Db, counted: CountedRow): Promise<void> =>
  setCount(db, counted, sql`greatest(wrong_passwords - 1, 0)`)

/** Resets the count after a successful attempt, and ends a lock. */
export const resetCounted = (db: Db, counted: CountedRow): Promise<void> =>
  setCount(db, counted, sql`0`)

async function setCount(
  db: Db,
  { table, row }: CountedRow,
  count: RawBuilder<unknown>,
): Promise<void> {
  await sql`update ${table} set wrong_passwords = ${count}, locked_until = null where ${row}`.execute(
    db,
  )
}

type Counted = RawBuilder<{ lockedUntil: number | null }>

function countOn({ table, row, forgets }: CountedRow, now: number): Counted {
  const wrong = forgets
    ? nextCount(sql`wrong_passwords`, sql`coalesce(last_attempt_at, 0)`, now)
    : sql`wrong_passwords + 1`
  return sql`
    update ${table} set
      wrong_passwords = ${wrong},
      ${forgets ? sql`last_attempt_at = ${now},` : sql``}
      locked_until = ${lockAfter(wrong, now)}
    where ${row} and not ${isLocked(sql`locked_until`, now)}
    returning locked_until`
}

function countUnknown({ unknown, email }: Unknown, now: number): Counted {
  const wrong = nextCount(sql`u.wrong_passwords`, sql`u.last_at`, now)
  return sql`
    insert into ${unknown} as u (email_hash, wrong_passwords, last_at)
    values (${hashOf(email.toLowerCase())}, 1, ${now})
    on conflict (email_hash) do update set
      wrong_passwords = ${wrong},
      locked_until = ${lockAfter(wrong, now)},
      last_at = ${now}
    where not ${isLocked(sql`u.locked_until`, now)}
    returning locked_until`
}

/** End of the lock that refused an attempt; 0 where it was removed meanwhile. */
async function lockEnd(db: Db, tried: CountedRow | Unknown): Promise<number> {
  const { table, row } =
    'unknown' in tried
      ? { table: tried.unknown, row: sql`email_hash = ${hashOf(tried.email.toLowerCase())}` }
      : tried
  const { rows } = await sql<{ lockedUntil: number | null }>`
    select locked_until from ${table} where ${row}`.execute(db)
  return rows[0]?.lockedUntil ?? 0
}

/** Whether a lock holds, in SQL. */
const isLocked = (lockedUntil: RawBuilder<unknown>, now: number) =>
  sql`(coalesce(${lockedUntil}, 0) between ${now + 1}::bigint and ${now + WRONG_PASSWORDS.longestLockMs}::bigint)`

/** The count with one more attempt. After two days without an attempt it starts again, whether the account exists or not. */
const nextCount = (count: RawBuilder<unknown>, lastAt: RawBuilder<unknown>, now: number) =>
  sql`case when ${lastAt} <= ${now - ATTEMPT_KEPT_MS} then 1 else ${count} + 1 end`

/** The end of the lock after `wrong` wrong attempts in a row, null for none: see `WRONG_PASSWORDS`. */
function lockAfter(wrong: RawBuilder<unknown>, now: number): RawBuilder<unknown> {
  return sql`case when (${wrong}) % ${sql.lit(WRONG_PASSWORDS.inARow)} = 0 then ${now}::bigint + least(
    ${sql.lit(WRONG_PASSWORDS.longestLockMs)}::bigint,
    ${sql.lit(WRONG_PASSWORDS.firstLockMs)}::bigint * power(2, least(20, (${wrong}) / ${sql.lit(WRONG_PASSWORDS.inARow)} - 1))::bigint)
    end`
}

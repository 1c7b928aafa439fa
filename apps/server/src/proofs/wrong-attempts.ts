import { type RawBuilder, sql } from 'kysely'

import { WRONG_PASSWORDS } from '../input/limits.ts'

/** Attempts count this long: no lock lasts longer. */
export const ATTEMPT_KEPT_MS = 2 * WRONG_PASSWORDS.longestLockMs

/** Seconds until a lock ends, to tell who waits; at least one. */
export const secondsLeft = (until: number, now: number): number =>
  Math.max(1, Math.ceil((until - now) / 1_000))

/** Whether a lock holds at a time. One that ends after the longest lock comes from a clock that was ahead: it is over. */
export const isLockedAt = (lockedUntil: number | null, now: number): boolean =>
  lockedUntil !== null && lockedUntil > now && lockedUntil <= now + WRONG_PASSWORDS.longestLockMs

/** The same in SQL. */
export const isLocked = (lockedUntil: RawBuilder<unknown>, now: number): RawBuilder<boolean> =>
  sql`(coalesce(${lockedUntil}, 0) between ${now + 1}::bigint and ${now + WRONG_PASSWORDS.longestLockMs}::bigint)`

/** The count with one more attempt. After two days without an attempt it starts again, whether the account exists or not. */
export const nextCount = (
  count: RawBuilder<unknown>,
  lastAt: RawBuilder<unknown>,
  now: number,
): RawBuilder<number> =>
  sql`case when ${lastAt} <= ${now - ATTEMPT_KEPT_MS} then 1 else ${count} + 1 end`

/** The end of the lock after `wrong` wrong attempts in a row, null for none: see `WRONG_PASSWORDS`. */
export function lockAfter(wrong: RawBuilder<unknown>, now: number): RawBuilder<unknown> {
  return sql`case when (${wrong}) % ${sql.lit(WRONG_PASSWORDS.inARow)} = 0 then ${now}::bigint + least(
    ${sql.lit(WRONG_PASSWORDS.longestLockMs)}::bigint,
    ${sql.lit(WRONG_PASSWORDS.firstLockMs)}::bigint * power(2, least(20, (${wrong}) / ${sql.lit(WRONG_PASSWORDS.inARow)} - 1))::bigint)
    end`
}

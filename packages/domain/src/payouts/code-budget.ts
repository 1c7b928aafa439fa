import { DAY_MS } from '../instant.ts'

/** Wrong codes that an hour allows, and wrong codes in a row that lock payouts. Source: decisions D-142. */
const WRONG_AN_HOUR = 10
const LONGEST_STREAK = 100

const HOUR_MS = 3_600_000

/** The stored wrong codes of a partner. `stopUntil`: when the lock ends; null: it has no end. Units: epoch milliseconds. */
export type WrongCodes = {
  readonly wrongAt: readonly number[]
  readonly wrongStreak: number
  readonly lockedAt: number | null
  readonly stopUntil: number | null
}

/** What the wrong codes of a partner leave: how many more this hour allows, until when none, and whether payouts are locked. */
export type CodeBudget = {
  readonly left: number
  readonly waitsUntil: number | null
  readonly isLocked: boolean
}

/**
 * The budget that wrong codes leave. A clock that is set back gives no more codes: wrong codes of up to a day after now
 * count too. Later ones do not, as a clock that once ran far ahead would lock its partners out.
 */
export function codeBudget(
  { wrongAt, ...lock }: Pick<WrongCodes, 'wrongAt' | 'lockedAt' | 'stopUntil'>,
  now: number,
): CodeBudget {
  const counted = wrongAt.filter((at) => at > now - HOUR_MS && at <= now + DAY_MS)
  const left = Math.max(0, WRONG_AN_HOUR - counted.length)
  return {
    left,
    waitsUntil: left > 0 ? null : counted.at(-WRONG_AN_HOUR)! + HOUR_MS,
    isLocked: isPayoutLocked(lock, now),
  }
}

/** Whether a lock of payouts holds. An end before the lock is that of an earlier stop: a lock after wrong codes has none. */
export const isPayoutLocked = (
  { lockedAt, stopUntil }: Pick<WrongCodes, 'lockedAt' | 'stopUntil'>,
  now: number,
): boolean => lockedAt !== null && (stopUntil === null || stopUntil <= lockedAt || now < stopUntil)

/** Whether so many wrong codes in a row have locked payouts; otherwise the company has. */
export const isLockedByCodes = ({ wrongStreak }: Pick<WrongCodes, 'wrongStreak'>): boolean =>
  wrongStreak >= LONGEST_STREAK

/** The guard after one more wrong code; the hundredth in a row locks payouts. */
export function withWrongCode<Guard extends WrongCodes>(guard: Guard, now: number): Guard {
  const wrongStreak = guard.wrongStreak + 1
  return {
    ...guard,
    wrongStreak,
    wrongAt: [...guard.wrongAt, now].slice(-WRONG_AN_HOUR),
    lockedAt: isLockedByCodes({ wrongStreak }) ? now : null,
  }
}

/** The guard after a right code, which ends the row of wrong ones; the hour's budget stays as it is. */
export const withRightCode = <Guard extends WrongCodes>(guard: Guard): Guard =>
  guard.wrongStreak === 0 ? guard : { ...guard, wrongStreak: 0 }

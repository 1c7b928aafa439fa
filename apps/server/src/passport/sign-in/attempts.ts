import { sql } from 'kysely'

import type { Db } from '../../db/database.ts'
import {
  beginCounted,
  type CountedRow,
  resetCounted,
  undoCounted,
} from '../../proofs/wrong-attempts.ts'

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
export const beginAttempt = async (db: Db, tried: Attempt, now: number): Promise<void> =>
  void (await beginCounted(
    db,
    'userId' in tried
      ? counterOf(tried)
      : { unknown: sql`passport.unknown_sign_ins`, email: tried.email },
    now,
  ))

/** The row with the count of attempts. */
const counterOf = ({ userId, device }: AccountAttempt): CountedRow =>
  device === null
    ? { table: sql`passport.accounts`, row: sql`user_id = ${userId}`, forgets: true }
    : {
        table: sql`passport.devices`,
        row: sql`user_id = ${userId} and token_hash = ${device}`,
        forgets: false,
      }

/** Uncounts an attempt that was not wrong but did not complete either. */
export const undoAttempt = (db: Db, tried: AccountAttempt): Promise<void> =>
  undoCounted(db, counterOf(tried))

/** Resets the count after a successful attempt. */
export const resetAttempts = (db: Db, tried: AccountAttempt): Promise<void> =>
  resetCounted(db, counterOf(tried))

import { randomBytes } from 'node:crypto'

import { Refusal } from '@partner-office/domain'

import type { Core } from '../../core/core.ts'
import type { Db, Tx } from '../../db/database.ts'
import type { Passport } from '../passport.ts'
import { beginAttempt, undoAttempt } from '../sign-in/attempts.ts'
import { endOtherSessions, type Session } from '../tokens/sessions.ts'
import { stepOfCode, toBase32 } from './totp.ts'

const SECRET_BYTES = 20

/** Whether an account signs in with a code besides the password. */
export async function hasAuthenticator(db: Db, userId: number): Promise<boolean> {
  const found = await db
    .selectFrom('passport.authenticators')
    .select('userId')
    .where('userId', '=', userId)
    .where('confirmedAt', 'is not', null)
    .executeTakeFirst()
  return found !== undefined
}

/** The two-factor methods of an account, as the wire names them. */
export async function twoFaMethods(db: Db, userId: number): Promise<'GOOGLE_AUTHENTICATOR'[]> {
  return (await hasAuthenticator(db, userId)) ? ['GOOGLE_AUTHENTICATOR'] : []
}

/**
 * Begin to set up an authenticator. The secret is told this once; it counts from when a code has confirmed it.
 *
 * Refuses: `otp_confirmation_error`, while there is one that counts: it is removed first, with a code of it.
 */
export async function beginAuthenticator(
  { core, business }: Passport,
  { userId, email }: Session,
): Promise<{ secret: string; otpauthUrl: string }> {
  const secret = toBase32(randomBytes(SECRET_BYTES))
  const sealedSecret = core.passwords.seal(userId, secret)
  const { numInsertedOrUpdatedRows } = await core.database.read
    .insertInto('passport.authenticators')
    .values({ userId, sealedSecret })
    .onConflict((conflict) =>
      conflict
        .column('userId')
        .doUpdateSet({ sealedSecret })
        .where('passport.authenticators.confirmedAt', 'is', null),
    )
    .executeTakeFirstOrThrow()
  if (numInsertedOrUpdatedRows === 0n) throw new Refusal('otp_confirmation_error')
  return { secret, otpauthUrl: otpauthUrl(await business.setting('product'), email, secret) }
}

function otpauthUrl(product: string, email: string, secret: string): string {
  const label = `${encodeURIComponent(product)}:${encodeURIComponent(email)}`
  const query = new URLSearchParams({ secret, issuer: product, algorithm: 'SHA1', digits: '6' })
  return `otpauth://totp/${label}?${query}&period=30`
}

/**
 * Finish setting up an authenticator. Wrong codes count like wrong passwords.
 *
 * Refuses: `otp_confirmation_error`, for a wrong code, and where nothing is being set up; `user_account_locked`.
 */
export async function confirmAuthenticator(
  { core }: Passport,
  { userId }: Session,
  code: string,
): Promise<void> {
  const tried = { userId, device: null }
  await beginAttempt(core.database.read, tried, core.clock())
  await core.database.transaction(async (tx) => {
    if (await hasAuthenticator(tx, userId)) throw new Refusal('otp_confirmation_error')
    if (!(await acceptCode(core, tx, userId, code))) {
      throw new Refusal('otp_confirmation_error', { field: 'code' })
    }
    await tx
      .updateTable('passport.authenticators')
      .set({ confirmedAt: core.clock() })
      .where('userId', '=', userId)
      .execute()
    // Not a new beginning: a stolen session could make authenticators of its own to get more guesses.
    await undoAttempt(tx, tried)
  })
}

/**
 * Remove the authenticator; every other session of the account ends.
 *
 * Wrong codes count like wrong passwords: a stolen session must not get to guess.
 *
 * Refuses: `incorrect_otp`; `user_account_locked`.
 * Source: decisions D-150.
 */
export async function removeAuthenticator(
  { core }: Passport,
  { userId, tokenHash }: Session,
  code: string,
): Promise<void> {
  const tried = { userId, device: null }
  await beginAttempt(core.database.read, tried, core.clock())
  await core.database.transaction(async (tx) => {
    const isRemoved =
      (await hasAuthenticator(tx, userId)) && (await acceptCode(core, tx, userId, code))
    if (!isRemoved) throw new Refusal('incorrect_otp', { field: 'code' })
    // The row stays: a time step is accepted once, whatever authenticator comes next.
    await tx
      .updateTable('passport.authenticators')
      .set({ sealedSecret: null, confirmedAt: null })
      .where('userId', '=', userId)
      .execute()
    await endOtherSessions(tx, userId, tokenHash)
    await undoAttempt(tx, tried)
  })
}

/**
 * Whether a code is right, and was not used before: a time step is accepted once, and no step before an accepted one.
 *
 * Source: decisions D-142; RFC 6238 section 5.2.
 */
export async function acceptCode(
  core: Core,
  tx: Tx,
  userId: number,
  code: string,
): Promise<boolean> {
  const authenticator = await tx
    .selectFrom('passport.authenticators')
    .select('sealedSecret')
    .where('userId', '=', userId)
    .forUpdate()
    .executeTakeFirst()
  const sealed = authenticator?.sealedSecret ?? null
  const secret = sealed === null ? null : core.passwords.open(userId, sealed)
  const step = secret === null ? null : stepOfCode(secret, code, core.clock())
  if (step === null) return false
  const { numUpdatedRows } = await tx
    .updateTable('passport.authenticators')
    .set({ lastStep: step })
    .where('userId', '=', userId)
    .where('lastStep', '<', step)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

import { Refusal } from '@partner-office/domain'

import type { Core } from '../../core/core.ts'
import type { Db, Tx } from '../../db/database.ts'
import { oweNotice } from '../notices/notices.ts'
import { acceptedStep, lockAuthenticator, useStep } from '../accounts/authenticator-steps.ts'
import type { Passport } from '../passport.ts'
import { beginAttempt, undoAttempt } from '../sign-in/attempts.ts'
import { endOtherSessions, lockOpenSession, type Session } from '../tokens/sessions.ts'
import { deleteRecoveryCodes, useRecoveryCode } from './recovery-codes.ts'
import { newAuthenticatorSecret, otpauthUrl } from '../../proofs/totp.ts'

/** Whether an account has a confirmed authenticator, so that sign-in requires a code. */
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
 * Begins to set up an authenticator; returns its secret once. Sign-in requires codes after a code has confirmed it.
 *
 * Refuses: `otp_confirmation_error`, when the account already has a confirmed authenticator.
 */
export async function beginAuthenticator(
  { core, business }: Passport,
  session: Session,
): Promise<{ secret: string; otpauthUrl: string }> {
  const { userId, email } = session
  const secret = newAuthenticatorSecret()
  const sealedSecret = core.passwords.seal(userId, secret)
  await core.database.transaction(async (tx) => {
    await lockOpenSession(tx, session)
    const { numInsertedOrUpdatedRows } = await tx
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
  })
  return { secret, otpauthUrl: otpauthUrl(await business.setting('product'), email, secret) }
}

/**
 * Confirms a new authenticator with a code. Wrong codes count like wrong passwords.
 *
 * Refuses: `incorrect_otp`; `otp_confirmation_error`, when none is being set up; `user_account_locked`.
 */
export async function confirmAuthenticator(
  { core }: Passport,
  { userId, tokenHash }: Session,
  code: string,
): Promise<void> {
  const tried = { userId, device: null }
  await beginAttempt(core.database.read, tried, core.clock())
  await core.database.transaction(async (tx) => {
    await lockOpenSession(tx, { userId, tokenHash })
    if (!(await isBeingSetUp(tx, userId))) throw new Refusal('otp_confirmation_error')
    if (!(await acceptCode(core, tx, userId, code))) {
      throw new Refusal('incorrect_otp', { field: 'code' })
    }
    await tx
      .updateTable('passport.authenticators')
      .set({ confirmedAt: core.clock() })
      .where('userId', '=', userId)
      .execute()
    await oweNotice(core, tx, { userId, kind: 'authenticatorAdded' })
    // Uncounts this attempt only. A reset would give a stolen session more guesses by adding authenticators.
    await undoAttempt(tx, tried)
  })
}

async function isBeingSetUp(tx: Tx, userId: number): Promise<boolean> {
  const secret = await tx
    .selectFrom('passport.authenticators')
    .select('userId')
    .where('userId', '=', userId)
    .where('sealedSecret', 'is not', null)
    .where('confirmedAt', 'is', null)
    .executeTakeFirst()
  return secret !== undefined
}

/**
 * Removes the authenticator, with a code of it or a recovery code, and ends all other sessions of the account.
 *
 * Wrong codes count like wrong passwords, so that a stolen session cannot guess.
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
  const change = core.database.transaction(async (tx) => {
    await lockOpenSession(tx, { userId, tokenHash })
    const isAllowed =
      (await hasAuthenticator(tx, userId)) &&
      ((await acceptCode(core, tx, userId, code)) ||
        (await useRecoveryCode(core, tx, userId, code)))
    if (!isAllowed) throw new Refusal('incorrect_otp', { field: 'code' })
    await forgetAuthenticator(tx, userId)
    await oweNotice(core, tx, { userId, kind: 'authenticatorRemoved' })
    await endOtherSessions(tx, userId, tokenHash)
    await undoAttempt(tx, tried)
  })
  await core.database.recent.revokeAfter(change)
}

/** Removes the authenticator and the recovery codes of an account; returns whether it had an authenticator. */
export async function forgetAuthenticator(tx: Tx, userId: number): Promise<boolean> {
  // The row stays with its last time step, which the next authenticator must not accept again.
  const { numUpdatedRows } = await tx
    .updateTable('passport.authenticators')
    .set({ sealedSecret: null, confirmedAt: null })
    .where('userId', '=', userId)
    .where('sealedSecret', 'is not', null)
    .executeTakeFirst()
  await deleteRecoveryCodes(tx, userId)
  return numUpdatedRows === 1n
}

/** Whether a code is right and unused; it is used up then. */
export async function acceptCode(
  core: Core,
  tx: Tx,
  userId: number,
  code: string,
): Promise<boolean> {
  const step = acceptedStep(core, await lockAuthenticator(tx, userId), code)
  if (typeof step !== 'number') return false
  await useStep(tx, userId, step)
  return true
}

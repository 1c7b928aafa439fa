import type { CallInput, postPasswordReset, putPassword } from '@partner-office/contracts'
import { FormRefusal, problemOf, Refusal, requireFields } from '@partner-office/domain'
import { sql } from 'kysely'

import type { Tx } from '../../db/database.ts'
import { confirmAddress, readAccount } from '../accounts/accounts.ts'
import { sendReset } from '../mail/letters.ts'
import { oweNotice } from '../notices/notices.ts'
import type { Caller, Passport } from '../passport.ts'
import { newPasswordProblem } from '../../proofs/common-passwords.ts'
import { isPasswordRight } from './is-password-right.ts'
import { rememberDevice } from '../sign-in/devices.ts'
import { countMailOfDay, limitCalls } from '../sign-in/rate-limits.ts'
import {
  endPendingLinks,
  hasResetToken,
  issueMailedToken,
  redeemMailedToken,
  requireMailedToken,
} from '../tokens/mailed-tokens.ts'
import { endOtherSessions, lockOpenSession, type Session } from '../tokens/sessions.ts'
import { RESET_MAILS_A_DAY } from '../../input/limits.ts'

/**
 * Sends a mail with the link that sets a new password.
 *
 * Neither the answer nor the response time reveals whether the account exists.
 *
 * Refuses: `required`; `too_many_requests`.
 */
export async function forgotPassword(
  passport: Passport,
  form: { readonly email: string },
  address: string,
): Promise<void> {
  requireFields(form, ['email'])
  await limitCalls(passport, { purpose: 'reset', email: form.email, address, eachNetwork: true })
  void passport.background.run(() => mailReset(passport, form.email))
}

async function mailReset(passport: Passport, written: string): Promise<void> {
  const { core, business } = passport
  const account = await core.database.read
    .selectFrom('passport.accounts')
    .select(['userId', 'email'])
    .where(sql`lower(email)`, '=', sql`lower(${written})`)
    .where('closedAt', 'is', null)
    .executeTakeFirst()
  if (account === undefined) return
  const { userId, email } = account
  if (!(await isMailDue(passport, userId))) return
  const { language } = await business.contactOf(userId)
  const token = await issueResetToken(passport, userId, email)
  if (token !== null) await sendReset(passport, { userId, email, language, token })
}

/** Issues a token for a mail to this address; null if the account has just got another one. A change waits at its row. */
async function issueResetToken(
  passport: Passport,
  userId: number,
  email: string,
): Promise<string | null> {
  return passport.core.database.transaction(async (tx) => {
    const account = await tx
      .selectFrom('passport.accounts')
      .select('userId')
      .where('userId', '=', userId)
      .where('email', '=', email)
      .forShare()
      .executeTakeFirst()
    if (account === undefined) return null
    return issueMailedToken(passport, tx, { userId, purpose: 'reset', address: email })
  })
}

/**
 * Whether an account gets another mail with a link. Beyond the day's mails it gets one only when no earlier link works any
 * more: strangers who keep asking cannot flood its owner, and the owner's mailbox always holds a link that works.
 */
async function isMailDue(passport: Passport, userId: number): Promise<boolean> {
  const mails = await countMailOfDay(passport, 'reset', userId)
  return mails <= RESET_MAILS_A_DAY || !(await hasResetToken(passport, userId))
}

/**
 * Checks the link of a mail for a new password and leaves it valid, so that its page asks for no password in vain.
 *
 * Returns the account's address, under which a password manager stores the new password. It is the address that the link
 * was mailed to: a change of address ends such links.
 *
 * Refuses: `required`; `not_found`, for an unknown, used or expired token; `too_many_requests`.
 */
export async function checkResetLink(
  passport: Passport,
  token: string,
  address: string,
): Promise<{ email: string }> {
  requireFields({ token }, ['token'])
  await limitCalls(passport, { purpose: 'reset link', address })
  const { read } = passport.core.database
  const userId = await requireMailedToken(passport, read, token, 'reset')
  return read
    .selectFrom('passport.accounts')
    .select('email')
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow()
}

/**
 * Sets a new password with the token of a mail. It ends all sessions and a lock, and confirms the address, because its
 * owner has read the mail. The browser counts as a known device, so that nobody else uses up its attempts to sign in.
 *
 * Refuses: `required`, `invalid_password_format`, `invalid_password_chars`; `not_found` for the token;
 * `too_many_requests`.
 * Source: decisions D-031, D-150.
 */
export async function resetPassword(
  passport: Passport,
  form: CallInput<typeof postPasswordReset>['body'],
  { address, setDeviceToken }: Pick<Caller, 'address' | 'setDeviceToken'>,
): Promise<void> {
  requireFields(form, ['token', 'password'])
  FormRefusal.refuseAny(problemOf('password', await newPasswordProblem(form.password)))
  await limitCalls(passport, { purpose: 'new password', address })

  const passwordHash = await passport.passwords.hash(form.password)
  const { read } = passport.core.database
  await admitReader(passport, await requireMailedToken(passport, read, form.token, 'reset'))
  const change = passport.core.database.transaction(async (tx) => {
    const userId = await redeemMailedToken(passport, tx, form.token, 'reset')
    await storePassword(passport, tx, userId, passwordHash)
    await endOtherSessions(tx, userId)
    return rememberDevice(passport.core, tx, userId, { token: null, isKnown: false })
  })
  const device = await passport.core.database.recent.revokeAfter(change)
  setDeviceToken(device)
}

/** Confirms the address of an account whose mail was read, which makes a registration a partner; a fact of its own. */
async function admitReader({ core, business }: Passport, userId: number): Promise<void> {
  const account = await readAccount(core.database.read, userId)
  if (account?.emailConfirmed !== false) return
  await business.enroll(userId, (tx) => confirmAddress(tx, userId))
}

/**
 * Changes the caller's password and ends all other sessions. A wrong old password counts like one at sign-in.
 *
 * Refuses: `required`, `not_match`, `invalid_password_format`, `invalid_password_chars`; `wrong_old_password`;
 * `user_account_locked`; `invalid_token`, when the session ended meanwhile.
 * Source: decisions D-150.
 */
export async function changePassword(
  passport: Passport,
  session: Session,
  form: CallInput<typeof putPassword>['body'],
): Promise<void> {
  requireFields(form, ['oldPassword', 'newPassword', 'repeat'])
  FormRefusal.refuseAny([
    ...problemOf('newPassword', await newPasswordProblem(form.newPassword)),
    ...problemOf('repeat', form.repeat === form.newPassword ? null : 'not_match'),
  ])
  if (!(await isPasswordRight(passport, session.userId, form.oldPassword))) {
    throw new Refusal('wrong_old_password', { field: 'oldPassword' })
  }

  const passwordHash = await passport.passwords.hash(form.newPassword)
  const change = passport.core.database.transaction(async (tx) => {
    await lockOpenSession(tx, session)
    await storePassword(passport, tx, session.userId, passwordHash)
    await endOtherSessions(tx, session.userId, session.tokenHash)
  })
  await passport.core.database.recent.revokeAfter(change)
}

/** Stores a password and removes what belonged to the old one: wrong guesses, the lock, known devices, mailed tokens. */
async function storePassword(
  { core }: Passport,
  tx: Tx,
  userId: number,
  passwordHash: string,
): Promise<void> {
  await tx
    .updateTable('passport.accounts')
    .set({
      passwordHash,
      sealedPassword: null,
      wrongPasswords: 0,
      lockedUntil: null,
      passwordChangedAt: core.clock(),
    })
    .where('userId', '=', userId)
    .where('closedAt', 'is', null)
    .execute()
  await tx.deleteFrom('passport.devices').where('userId', '=', userId).execute()
  await endPendingLinks(tx, userId)
  await oweNotice(core, tx, { userId, kind: 'passwordChanged' })
}

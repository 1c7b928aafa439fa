import { type CallReply, type CallInput, postLogin } from '@partner-office/contracts'
import { Refusal, requireFields } from '@partner-office/domain'
import { sql } from 'kysely'

import type { Core } from '../../core/core.ts'
import type { Tx } from '../../db/database.ts'
import { networkOf } from '../../input/network-of.ts'
import { askPasskeyOf } from '../passkeys/ask-passkey.ts'
import { passkeyProblem } from '../passkeys/prove-passkey.ts'
import type { Passport } from '../passport.ts'
import { acceptCode, hasAuthenticator } from '../two-factor/authenticators.ts'
import { useRecoveryCode } from '../two-factor/recovery-codes.ts'
import { beginAttempt, undoAttempt } from './attempts.ts'
import { completeSignIn, type SignInCaller, type SigningIn } from './complete-sign-in.ts'
import { deleteExpired } from './delete-expired.ts'
import { requireDestination } from './destination.ts'
import { knownDevice } from './devices.ts'
import { limitCalls } from './rate-limits.ts'
import { storedHash } from './stored-hash.ts'

type Form = CallInput<typeof postLogin>['body'] & { readonly backUrl: string }

/**
 * Signs in with a password and, if the account has an authenticator, its code or one of the account's passkeys.
 *
 * Neither the answer nor the response time reveals whether the account exists.
 *
 * Refuses: `required`, `invalid_grant`, `invalid_format` for the return URL; `bad_credentials`, `user_account_locked`,
 * `unverified_user`, `incorrect_otp`, `invalid_passkey`, `2fa_disabled`; `too_many_requests`.
 * Source: decisions D-031, D-106, D-140, D-146; operations.md, "Signing in from a script".
 */
export async function signIn(
  passport: Passport,
  body: CallInput<typeof postLogin>['body'],
  caller: SignInCaller,
): Promise<CallReply<typeof postLogin>> {
  const { address } = caller
  const form = { ...body, backUrl: body.backUrl ?? '' }
  requireFields(form, ['email', 'password', 'application', 'backUrl'])
  await requireDestination(passport, form)
  // Limited before it waits, so that a network waits with no more sign-ins than it may make.
  const device = await knownDevice(passport.core, form.email, caller.device)
  await limitCalls(passport, { purpose: 'sign-in', email: form.email, device, address })
  deleteExpired(passport)
  return passport.signIns.run(
    () => signInNow(passport, { form, device }, caller),
    networkOf(address),
  )
}

async function signInNow(
  passport: Passport,
  { form, device }: { readonly form: Form; readonly device: Buffer | null },
  caller: SignInCaller,
): Promise<CallReply<typeof postLogin>> {
  const account = await requirePassword(passport, form, device)
  const db = passport.core.database.read
  const hasSecondFactor = form.code !== '' || (form.passkey ?? null) !== null
  if (!hasSecondFactor && (await hasAuthenticator(db, account.userId))) {
    await undoAttempt(db, account)
    const passkey = await askPasskeyOf(passport, caller, account.userId)
    return { twoFaRequired: true, ...(passkey !== undefined && { passkey }) }
  }
  return completeSignIn(passport, {
    account,
    destination: form,
    caller,
    problemOf: async (tx) => {
      // Locks the account's row: a password change waits here, and then ends the session that is opened afterwards.
      if (!(await lockUnchangedAccount(tx, account))) return new Refusal('bad_credentials')
      return secondFactorProblem(passport, tx, account, { ...form, browser: caller.passkeyBrowser })
    },
  })
}

/** An account whose password was right, and the hash it matched. */
type VerifiedAccount = SigningIn & { readonly passwordHash: string }

async function requirePassword(
  passport: Passport,
  { email, password }: Form,
  device: Buffer | null,
): Promise<VerifiedAccount> {
  const { core, passwords } = passport
  const db = core.database.read
  const account = await findAccount(core, email)
  const tried = account === undefined ? { email } : { userId: account.userId, device }
  await beginAttempt(db, tried, core.clock())
  const stored = account === undefined ? null : await storedHash(passport, account)
  const isRight = await passwords.isRight(stored, password)
  if (account === undefined || stored === null || !isRight) throw new Refusal('bad_credentials')
  const { userId } = account
  if (account.emailConfirmed) return { userId, passwordHash: stored, device }
  await undoAttempt(db, { userId, device })
  throw new Refusal('unverified_user')
}

type Account = {
  readonly userId: number
  readonly passwordHash: string | null
  readonly sealedPassword: Buffer | null
  readonly emailConfirmed: boolean
}

function findAccount({ database }: Core, email: string): Promise<Account | undefined> {
  return database.read
    .selectFrom('passport.accounts')
    .select(['userId', 'passwordHash', 'sealedPassword', 'emailConfirmed'])
    .where(sql`lower(email)`, '=', sql`lower(${email})`)
    .where('closedAt', 'is', null)
    .executeTakeFirst()
}

async function lockUnchangedAccount(
  tx: Tx,
  { userId, passwordHash }: VerifiedAccount,
): Promise<boolean> {
  const account = await tx
    .selectFrom('passport.accounts')
    .select('userId')
    .where('userId', '=', userId)
    .where('passwordHash', '=', passwordHash)
    .forUpdate()
    .executeTakeFirst()
  return account !== undefined
}

type SecondFactor = Pick<Form, 'code' | 'passkey'> & { readonly browser: string | null }

function secondFactorProblem(
  passport: Passport,
  tx: Tx,
  account: SigningIn,
  { code, passkey, browser }: SecondFactor,
): Promise<Refusal | null> {
  if (passkey === undefined || passkey === null)
    return codeProblem(passport.core, tx, account, code)
  const { userId } = account
  return passkeyProblem(passport, tx, { answer: passkey, purpose: 'secondFactor', browser, userId })
}

async function codeProblem(
  core: Core,
  tx: Tx,
  account: SigningIn,
  code: string,
): Promise<Refusal | null> {
  if (await hasAuthenticator(tx, account.userId)) {
    const isAccepted =
      (await acceptCode(core, tx, account.userId, code)) ||
      (await useRecoveryCode(core, tx, account.userId, code))
    return isAccepted ? null : new Refusal('incorrect_otp', { field: 'code' })
  }
  if (code === '') return null
  await undoAttempt(tx, account)
  return new Refusal('2fa_disabled', { field: 'code' })
}

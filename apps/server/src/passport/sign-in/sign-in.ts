import { type CallReply, type CallInput, postLogin } from '@partner-office/contracts'
import { FormRefusal, Refusal } from '@partner-office/domain'
import { sql } from 'kysely'

import type { Core } from '../../business/core.ts'
import type { Tx } from '../../db/database.ts'
import { replaceSealed } from '../accounts/accounts.ts'
import { problemOf, requireFields } from '../form-checks.ts'
import type { Passport } from '../passport.ts'
import { issueHandOff } from '../tokens/hand-offs.ts'
import { openSession } from '../tokens/sessions.ts'
import { acceptCode, hasAuthenticator } from '../two-factor/authenticators.ts'
import { beginAttempt, forgetAttempts, takeBackAttempt } from './attempts.ts'
import { isBackAddress, withToken } from './back-address.ts'
import { forgetExpired } from './forget-expired.ts'
import { limitCalls } from './rate-limits.ts'

type Form = CallInput<typeof postLogin>['body'] & { readonly backUrl: string }

/**
 * Sign in with a password and, where the account has an authenticator, its code.
 *
 * Whether there is such an account is told neither by the answer nor by the time it takes.
 *
 * Refuses: `required`, `invalid_grant`, `invalid_format` for the way back; `bad_credentials`, `user_account_locked`,
 * `unverified_user`, `incorrect_otp`, `2fa_disabled`; `too_many_requests`.
 * Source: decisions D-031, D-106, D-140, D-146; operations.md, "Signing in from a script".
 */
export async function signIn(
  passport: Passport,
  body: CallInput<typeof postLogin>['body'],
  address: string,
): Promise<CallReply<typeof postLogin>> {
  const form = { ...body, backUrl: body.backUrl ?? '' }
  requireFields(form, ['email', 'password', 'application', 'backUrl'])
  await requireWayBack(passport, form)
  await limitCalls(passport, { purpose: 'sign-in', email: form.email, address })
  forgetExpired(passport)

  const account = await requirePassword(passport, form)
  const { userId } = account
  const db = passport.core.database.read
  if ((await hasAuthenticator(db, userId)) && form.code === '') {
    await takeBackAttempt(db, userId)
    return { twoFaRequired: true }
  }
  return { redirect: withToken(form.backUrl, await proven(passport, account, form)) }
}

/** Source: decisions D-005, D-117, D-140. */
async function requireWayBack(passport: Passport, form: Form): Promise<void> {
  const { application, backUrl, challenge } = form
  const product = await passport.business.setting('product')
  const isFit = challenge === '' || /^[A-Za-z0-9_-]{43}$/.test(challenge)
  FormRefusal.refuseAny([
    ...problemOf('application', application === product ? null : 'invalid_grant'),
    ...problemOf('backUrl', isBackAddress(backUrl, passport.officeOrigin) ? null : 'invalid_grant'),
    ...problemOf('challenge', isFit ? null : 'invalid_format'),
  ])
}

/** Whose password was right, and which one that was. */
type Known = { readonly userId: number; readonly passwordHash: string }

async function requirePassword(passport: Passport, { email, password }: Form): Promise<Known> {
  const { core, passwords } = passport
  const db = core.database.read
  const account = await findAccount(core, email)
  const tried = account === undefined ? { email } : { userId: account.userId }
  await beginAttempt(db, tried, core.clock())
  const stored = account === undefined ? null : await storedHash(passport, account)
  const isRight = await passwords.isRight(stored, password)
  if (account === undefined || stored === null || !isRight) throw new Refusal('bad_credentials')
  if (account.emailConfirmed) return { userId: account.userId, passwordHash: stored }
  await takeBackAttempt(db, account.userId)
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

/** A password that still waits to be hashed is hashed now. Source: decisions D-146. */
export async function storedHash(
  { core, passwords }: Passport,
  { userId, passwordHash, sealedPassword }: Omit<Account, 'emailConfirmed'>,
): Promise<string | null> {
  if (sealedPassword === null) return passwordHash
  const password = core.passwords.open(userId, sealedPassword)
  if (password === null) return null
  const hashed = await passwords.hash(password)
  await replaceSealed(core, userId, sealedPassword, hashed)
  return hashed
}

/** The token of somebody whose password was right, once the code is right too. */
async function proven(passport: Passport, account: Known, form: Form): Promise<string> {
  const { core, business } = passport
  const kind = await business.setting('signInToken')
  const outcome = await core.database.transaction(async (tx) => {
    // From here on the password stays as it is: a change of it waits, and then ends what is opened here.
    if (!(await isStillSo(tx, account))) return new Refusal('bad_credentials')
    const refused = await codeProblem(core, tx, account.userId, form.code)
    if (refused !== null) return refused
    await forgetAttempts(tx, account.userId)
    return issueToken(passport, tx, { userId: account.userId, form, kind })
  })
  // Not inside: an attempt that was taken back stays so.
  if (outcome instanceof Refusal) throw outcome
  return outcome
}

async function isStillSo(tx: Tx, { userId, passwordHash }: Known): Promise<boolean> {
  const account = await tx
    .selectFrom('passport.accounts')
    .select('userId')
    .where('userId', '=', userId)
    .where('passwordHash', '=', passwordHash)
    .forUpdate()
    .executeTakeFirst()
  return account !== undefined
}

type Proven = { readonly userId: number; readonly form: Form; readonly kind: string }

async function issueToken(passport: Passport, tx: Tx, { userId, form, kind }: Proven) {
  const { application, challenge } = form
  if (kind === 'access') return (await openSession(passport, tx, { userId, application })).token
  const bound = { userId, application, challenge: challenge === '' ? null : challenge }
  return issueHandOff(passport, tx, bound)
}

async function codeProblem(
  core: Core,
  tx: Tx,
  userId: number,
  code: string,
): Promise<Refusal | null> {
  if (await hasAuthenticator(tx, userId)) {
    const isAccepted = await acceptCode(core, tx, userId, code)
    return isAccepted ? null : new Refusal('incorrect_otp', { field: 'code' })
  }
  if (code === '') return null
  await takeBackAttempt(tx, userId)
  return new Refusal('2fa_disabled', { field: 'code' })
}

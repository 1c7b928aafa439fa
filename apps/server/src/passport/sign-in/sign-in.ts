import { type CallReply, type CallInput, postLogin } from '@partner-office/contracts'
import { FormRefusal, problemOf, Refusal, requireFields } from '@partner-office/domain'
import { sql } from 'kysely'

import type { Core } from '../../core/core.ts'
import type { Tx } from '../../db/database.ts'
import { networkOf } from '../../core/network-of.ts'
import { oweNotice } from '../notices/notices.ts'
import type { Caller, Passport } from '../passport.ts'
import { issueHandOff } from '../tokens/hand-offs.ts'
import { openSession } from '../tokens/sessions.ts'
import { acceptCode, hasAuthenticator } from '../two-factor/authenticators.ts'
import { useRecoveryCode } from '../two-factor/recovery-codes.ts'
import { beginAttempt, resetAttempts, undoAttempt } from './attempts.ts'
import { isReturnUrl, withToken } from './return-url.ts'
import { deviceName, placeOf } from './device-name.ts'
import { hasDevices, knownDevice, rememberDevice } from './devices.ts'
import { storedHash } from './stored-hash.ts'
import { deleteExpired } from './delete-expired.ts'
import { limitCalls } from './rate-limits.ts'

type Form = CallInput<typeof postLogin>['body'] & { readonly backUrl: string }

/**
 * Signs in with a password and, if the account has an authenticator, its code.
 *
 * Neither the answer nor the response time reveals whether the account exists.
 *
 * Refuses: `required`, `invalid_grant`, `invalid_format` for the return URL; `bad_credentials`, `user_account_locked`,
 * `unverified_user`, `incorrect_otp`, `2fa_disabled`; `too_many_requests`.
 * Source: decisions D-031, D-106, D-140, D-146; operations.md, "Signing in from a script".
 */
export async function signIn(
  passport: Passport,
  body: CallInput<typeof postLogin>['body'],
  caller: Omit<Caller, 'authorization'>,
): Promise<CallReply<typeof postLogin>> {
  const { address } = caller
  const form = { ...body, backUrl: body.backUrl ?? '' }
  requireFields(form, ['email', 'password', 'application', 'backUrl'])
  await validateReturnUrl(passport, form)
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
  { address, userAgent, device: token, setDeviceToken }: Omit<Caller, 'authorization'>,
): Promise<CallReply<typeof postLogin>> {
  const account = await requirePassword(passport, form, device)
  const db = passport.core.database.read
  if ((await hasAuthenticator(db, account.userId)) && form.code === '') {
    await undoAttempt(db, account)
    return { twoFaRequired: true }
  }
  const origin = { device: deviceName(userAgent), place: placeOf(address) }
  const issued = await completeSignIn(passport, account, { ...form, deviceToken: token, origin })
  setDeviceToken(issued.device)
  return { redirect: withToken(form.backUrl, issued.token) }
}

/** Source: decisions D-005, D-117, D-140. */
async function validateReturnUrl(passport: Passport, form: Form): Promise<void> {
  const { application, backUrl, challenge } = form
  const product = await passport.business.setting('product')
  const isChallenge = challenge === '' || /^[A-Za-z0-9_-]{43}$/.test(challenge)
  FormRefusal.refuseAny([
    ...problemOf('application', application === product ? null : 'invalid_grant'),
    ...problemOf('backUrl', isReturnUrl(backUrl, passport.officeOrigin) ? null : 'invalid_grant'),
    ...problemOf('challenge', isChallenge ? null : 'invalid_format'),
  ])
}

/** An account whose password was right, the hash it matched, and the known device it came from. */
type VerifiedAccount = {
  readonly userId: number
  readonly passwordHash: string
  readonly device: Buffer | null
}

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

/** The tokens of a completed sign-in. */
type Issued = { readonly token: string; readonly device: string }

/** Where a sign-in comes from, in coarse words. */
type Origin = { readonly device: string; readonly place: string }

/** Checks the code, then issues the token and stores the device. */
async function completeSignIn(
  passport: Passport,
  account: VerifiedAccount,
  form: Form & { readonly deviceToken: string | null; readonly origin: Origin },
): Promise<Issued> {
  const { core, business } = passport
  const kind = await business.setting('signInToken')
  const outcome = await core.database.transaction(async (tx) => {
    // Locks the account's row: a password change waits here, and then ends the session that is opened below.
    if (!(await lockUnchangedAccount(tx, account))) return new Refusal('bad_credentials')
    const refused = await codeProblem(core, tx, account, form.code)
    if (refused !== null) return refused
    await resetAttempts(tx, account)
    const isKnown = account.device !== null
    const browser = { token: form.deviceToken, isKnown }
    await tellOfNewDevice(core, tx, account, form.origin)
    return {
      token: await issueToken(passport, tx, { account, form, kind, origin: form.origin }),
      device: await rememberDevice(core, tx, account.userId, browser),
    }
  })
  // Thrown after the commit, so that an attempt that was uncounted stays uncounted.
  if (outcome instanceof Refusal) throw outcome
  return outcome
}

/** The first device of an account is no news to its owner. */
async function tellOfNewDevice(
  core: Core,
  tx: Tx,
  { userId, device }: VerifiedAccount,
  { device: name, place }: Origin,
): Promise<void> {
  if (device !== null || !(await hasDevices(tx, userId))) return
  const facts = { device: name || '–', place: place || '–' }
  await oweNotice(core, tx, { userId, kind: 'newDevice', facts })
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

type TokenRequest = {
  readonly account: VerifiedAccount
  readonly form: Form
  readonly kind: string
  readonly origin: Origin
}

async function issueToken(
  passport: Passport,
  tx: Tx,
  { account: { userId, device }, form, kind, origin }: TokenRequest,
): Promise<string> {
  const { application, challenge } = form
  if (kind === 'access')
    return (await openSession(passport, tx, { userId, application, ...origin })).token
  return issueHandOff(passport, tx, {
    userId,
    application,
    challenge: challenge === '' ? null : challenge,
    fromKnownDevice: device !== null,
    ...origin,
  })
}

async function codeProblem(
  core: Core,
  tx: Tx,
  account: VerifiedAccount,
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

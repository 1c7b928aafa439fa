import type { Refusal } from '@partner-office/domain'

import type { Core } from '../../core/core.ts'
import type { Tx } from '../../db/database.ts'
import { oweNotice } from '../notices/notices.ts'
import type { Caller, Passport } from '../passport.ts'
import { issueHandOff } from '../tokens/hand-offs.ts'
import { openSession } from '../tokens/sessions.ts'
import { resetAttempts } from './attempts.ts'
import type { Destination } from './destination.ts'
import { deviceName, placeOf } from '../../proofs/device-name.ts'
import { hasDevices, rememberDevice } from './devices.ts'
import { withToken } from './return-url.ts'

/** An account that signs in, and the known device it comes from. */
export type SigningIn = { readonly userId: number; readonly device: Buffer | null }

/** What HTTP says about a browser that signs in. */
export type SignInCaller = Omit<Caller, 'authorization'>

/** Where a sign-in comes from, in coarse words. */
type Origin = { readonly device: string; readonly place: string }

type SignIn = {
  readonly account: SigningIn
  readonly destination: Destination
  readonly caller: SignInCaller
  /** Locks the account and checks what is left to check; returns what is wrong. */
  readonly problemOf: (tx: Tx) => Promise<Refusal | null>
}

/** Completes a sign-in: issues the token, stores the device, and returns the way back to the application. */
export async function completeSignIn(
  passport: Passport,
  signIn: SignIn,
): Promise<{ redirect: string }> {
  const { account, destination, caller } = signIn
  const { core, business } = passport
  const kind = await business.setting('signInToken')
  const origin = { device: deviceName(caller.userAgent), place: placeOf(caller.address) }
  const outcome = await core.database.transaction(async (tx) => {
    const problem = await signIn.problemOf(tx)
    if (problem !== null) return problem
    await resetAttempts(tx, account)
    const browser = { token: caller.device, isKnown: account.device !== null }
    await tellOfNewDevice(core, tx, account, origin)
    return {
      token: await issueToken(passport, tx, { account, destination, kind, origin }),
      device: await rememberDevice(core, tx, account.userId, browser),
    }
  })
  // Thrown after the commit, so that an attempt that was uncounted stays uncounted, and a used challenge used.
  if (outcome instanceof Error) throw outcome
  caller.setDeviceToken(outcome.device)
  return { redirect: withToken(destination.backUrl, outcome.token) }
}

/** The first device of an account is no news to its owner. */
async function tellOfNewDevice(
  core: Core,
  tx: Tx,
  { userId, device }: SigningIn,
  { device: name, place }: Origin,
): Promise<void> {
  if (device !== null || !(await hasDevices(tx, userId))) return
  const facts = { device: name || '–', place: place || '–' }
  await oweNotice(core, tx, { userId, kind: 'newDevice', facts })
}

type TokenRequest = {
  readonly account: SigningIn
  readonly destination: Destination
  readonly kind: string
  readonly origin: Origin
}

async function issueToken(
  passport: Passport,
  tx: Tx,
  { account: { userId, device }, destination, kind, origin }: TokenRequest,
): Promise<string> {
  const { application, challenge } = destination
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

import type {
  CallInput,
  CallReply,
  PasskeyAnswer,
  postLoginPasskey,
} from '@partner-office/contracts'
import { Refusal } from '@partner-office/domain'

import { networkOf } from '../../input/network-of.ts'
import type { Db, Tx } from '../../db/database.ts'
import { type PasskeyProof, passkeyProblem } from '../passkeys/prove-passkey.ts'
import type { Passport } from '../passport.ts'
import { beginAttempt, undoAttempt } from './attempts.ts'
import { completeSignIn, type SignInCaller, type SigningIn } from './complete-sign-in.ts'
import { deleteExpired } from './delete-expired.ts'
import { type Destination, requireDestination } from './destination.ts'
import { knownDevice } from './devices.ts'
import { limitCalls } from './rate-limits.ts'

/**
 * Signs in with a passkey whose device has verified its user: it replaces the password and the second factor.
 *
 * Limits, locks and known devices are those of a sign-in with a password.
 *
 * Refuses: `required`, `invalid_grant`, `invalid_format` for the return URL; `invalid_passkey`, `user_account_locked`,
 * `unverified_user`; `too_many_requests`.
 * Source: decisions D-031, D-106, D-140.
 */
export async function signInWithPasskey(
  passport: Passport,
  body: CallInput<typeof postLoginPasskey>['body'],
  caller: SignInCaller,
): Promise<CallReply<typeof postLoginPasskey>> {
  const { core } = passport
  const destination = { ...body, backUrl: body.backUrl ?? '' }
  await requireDestination(passport, destination)
  const owner = await findOwner(core.database.read, body.passkey)
  const device = owner === undefined ? null : await knownDevice(core, owner.email, caller.device)
  const { address } = caller
  await limitCalls(passport, {
    purpose: 'sign-in',
    address,
    ...(owner !== undefined && { email: owner.email, device }),
  })
  deleteExpired(passport)
  if (owner === undefined) throw new Refusal('invalid_passkey')
  const account = { userId: owner.userId, device }
  return passport.signIns.run(
    () => signInNow(passport, { account, passkey: body.passkey, destination }, caller),
    networkOf(address),
  )
}

type Owner = { readonly userId: number; readonly email: string }

function findOwner(db: Db, { id }: PasskeyAnswer): Promise<Owner | undefined> {
  return db
    .selectFrom('passport.passkeys as p')
    .innerJoin('passport.accounts as a', 'a.userId', 'p.userId')
    .select(['a.userId', 'a.email'])
    .where('p.credentialId', '=', Buffer.from(id, 'base64url'))
    .where('a.closedAt', 'is', null)
    .executeTakeFirst()
}

type Form = {
  readonly account: SigningIn
  readonly passkey: PasskeyAnswer
  readonly destination: Destination
}

async function signInNow(
  passport: Passport,
  { account, passkey, destination }: Form,
  caller: SignInCaller,
): Promise<{ redirect: string }> {
  const { database, clock } = passport.core
  await beginAttempt(database.read, account, clock())
  const proof = {
    answer: passkey,
    purpose: 'signIn',
    browser: caller.passkeyBrowser,
    userId: account.userId,
  } as const
  return completeSignIn(passport, {
    account,
    destination,
    caller,
    problemOf: (tx) => problemOf(passport, tx, proof, account),
  })
}

/** Locks the account's row first, as every sign-in does, so that no two wait for each other. */
async function problemOf(
  passport: Passport,
  tx: Tx,
  proof: PasskeyProof,
  account: SigningIn,
): Promise<Refusal | null> {
  const open = await tx
    .selectFrom('passport.accounts')
    .select('emailConfirmed')
    .where('userId', '=', account.userId)
    .where('closedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (open === undefined) return new Refusal('invalid_passkey')
  const problem = await passkeyProblem(passport, tx, proof)
  if (problem !== null || open.emailConfirmed) return problem
  await undoAttempt(tx, account)
  return new Refusal('unverified_user')
}

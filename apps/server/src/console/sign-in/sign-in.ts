import type {
  CallInput,
  CallReply,
  postConsoleFactor,
  postConsoleLogin,
  postConsolePasskey,
  postConsolePasskeyOptions,
} from '@partner-office/contracts'
import { Refusal, requireFields } from '@partner-office/domain'
import { sql } from 'kysely'

import { writeEntries } from '../../business/audit/audit-log.ts'
import type { Core } from '../../core/core.ts'
import type { Tx } from '../../db/database.ts'
import { passkeyRequest } from '../../proofs/passkey-creation.ts'
import { hasPasskeys, relyingParty } from '../../proofs/relying-party.ts'
import { hashOf, newToken } from '../../proofs/secret-token.ts'
import { resetCounted, undoCounted } from '../../proofs/wrong-attempts.ts'
import type { Browser, Console, Operating } from '../console.ts'
import { readSignedIn, type SignedInReply } from '../own-account/read-me.ts'
import { accessEntry, attempt, attemptsOn, limitCalls } from './attempts.ts'
import { issueChallenge } from './challenges.ts'
import {
  askFactors,
  type FactorCheck,
  factorProblem,
  type GivenFactor,
  requireFactor,
} from './factors.ts'
import { endOverdue, openSession } from './sessions.ts'

type Known = { readonly id: number; readonly email: string; readonly passwordHash: string }

/**
 * Signs in with a password, and at once with a code if there is one. Neither the answer nor the time tells whether the address
 * is an operator's.
 *
 * Refuses: `required`; `bad_credentials`, `incorrect_otp`, `user_account_locked`; `too_many_requests`.
 * Source: requirements OPR-004, OPR-015, OPR-016, OPR-027.
 */
export async function signIn(
  { core, passwords }: Console,
  { email, password, code }: CallInput<typeof postConsoleLogin>['body'],
  browser: Browser,
): Promise<CallReply<typeof postConsoleLogin>> {
  requireFields({ email, password }, ['email', 'password'])
  await limitCalls(core, { purpose: 'sign-in', address: browser.address, email })
  await endOverdue(core)
  const known = await findOperator(core, email)
  const tried = known === undefined ? { id: null, email } : known
  return attempt(core, { tried, browser }, async () => {
    const isRight = await passwords.isRight(known?.passwordHash ?? null, password)
    if (known === undefined || !isRight) throw new Refusal('bad_credentials')
    if (code === '') return askSecondFactor(core, known, browser)
    const holder = hashOf('a code needs no holder')
    return complete(core, { known, browser, factor: { code, passkey: null }, holder })
  })
}

/** The operator who may sign in with an address. */
async function findOperator({ database }: Core, email: string): Promise<Known | undefined> {
  const found = await database.read
    .selectFrom('console.operators')
    .select(['id', 'email', 'passwordHash'])
    .where(sql`lower(email)`, '=', sql`lower(${email})`)
    .where('removedAt', 'is', null)
    .where('lockedAt', 'is', null)
    .executeTakeFirst()
  if (found === undefined || found.passwordHash === null) return undefined
  return { ...found, passwordHash: found.passwordHash }
}

async function askSecondFactor(core: Core, { id }: Known, browser: Browser) {
  const token = await core.database.transaction(async (tx) => {
    await undoCounted(tx, attemptsOn(id))
    return openSession(core, tx, { operatorId: id, browser, isHalf: true })
  })
  browser.setToken(token)
  return askFactors(core, { operatorId: id, holder: hashOf(token), origin: browser.origin })
}

/**
 * Finishes a sign-in with the second factor. The session gets a new token, so nobody has it who knew the one before.
 *
 * Refuses: `required`; `incorrect_otp`, `invalid_passkey`, `user_account_locked`; `too_many_requests`.
 */
export async function finishSignIn(
  { core }: Console,
  factor: CallInput<typeof postConsoleFactor>['body'],
  { session, ...browser }: Operating,
): Promise<SignedInReply> {
  requireFactor(factor)
  const { operatorId, email, tokenHash } = session
  await limitCalls(core, { purpose: 'factor', address: browser.address, email })
  const tried = { id: operatorId, email }
  return attempt(core, { tried, browser }, async () => {
    const known = await findOperator(core, email)
    if (known === undefined) throw new Refusal('invalid_token')
    return complete(core, { known, browser, factor, holder: tokenHash })
  })
}

type Completing = {
  readonly known: Known
  readonly browser: Browser
  readonly factor: GivenFactor
  /** Hash of the token that alone may answer the challenge of a passkey. */
  readonly holder: Buffer
  readonly purpose?: 'signIn'
}

async function complete(core: Core, completing: Completing): Promise<SignedInReply> {
  const { known, browser, factor, holder } = completing
  const purpose: FactorCheck['purpose'] = completing.purpose ?? 'secondFactor'
  const outcome = await core.database.transaction(async (tx) => {
    if (!(await lockUnchanged(tx, known))) return new Refusal('bad_credentials')
    const { origin } = browser
    const check = { given: factor, operatorId: known.id, purpose, holder, origin }
    const problem = await factorProblem(core, tx, check)
    if (problem !== null) return problem
    const way = purpose === 'signIn' ? 'passkey' : 'password and second factor'
    return enter(core, tx, { operator: known, browser, way })
  })
  // Thrown after the commit, so that a used challenge stays used.
  if (outcome instanceof Error) throw outcome
  browser.setToken(outcome)
  return readSignedIn(core, outcome)
}

/** Opens the session of an operator who has proved everything, in place of the browser's earlier one. */
export async function enter(
  core: Core,
  tx: Tx,
  {
    operator: { id, email },
    browser,
    way,
  }: {
    readonly operator: Pick<Known, 'id' | 'email'>
    readonly browser: Browser
    readonly way: string
  },
): Promise<string> {
  await resetCounted(tx, attemptsOn(id))
  const now = core.clock()
  await tx
    .updateTable('console.operators')
    .set({ lastSignInAt: now })
    .where('id', '=', id)
    .execute()
  if (browser.token !== null) {
    await tx.deleteFrom('console.sessions').where('tokenHash', '=', hashOf(browser.token)).execute()
  }
  const token = await openSession(core, tx, { operatorId: id, browser, isHalf: false })
  await writeEntries(tx, now, [accessEntry(email, 'console sign-in', browser, { way })])
  return token
}

/** Locks the operator: a new password or a lock at the same time waits here, or has come first. */
async function lockUnchanged(tx: Tx, { id, passwordHash }: Known): Promise<boolean> {
  const found = await tx
    .selectFrom('console.operators')
    .select('id')
    .where('id', '=', id)
    .where('passwordHash', '=', passwordHash)
    .where('lockedAt', 'is', null)
    .where('removedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  return found !== undefined
}

/**
 * Asks a browser for a passkey of any operator. The answer does not depend on an operator, so it reveals none.
 *
 * Refuses: `invalid_passkey`, on an IP address; `too_many_requests`.
 */
export async function askAnyPasskey(
  { core }: Console,
  { address, origin, token, setToken }: Browser,
): Promise<CallReply<typeof postConsolePasskeyOptions>> {
  await limitCalls(core, { purpose: 'passkey', address })
  const party = relyingParty(origin)
  if (!hasPasskeys(party)) throw new Refusal('invalid_passkey')
  // A session of this browser keeps its cookie.
  const holder = token ?? newToken()
  if (token === null) setToken(holder)
  const ceremony = { purpose: 'signIn', holderHash: hashOf(holder), operatorId: null } as const
  return passkeyRequest(party, await issueChallenge(core, ceremony), [])
}

/**
 * Signs in with a passkey alone, whose device has verified its user.
 *
 * Refuses: `invalid_passkey`, `user_account_locked`; `too_many_requests`.
 */
export async function signInWithPasskey(
  { core }: Console,
  { passkey }: CallInput<typeof postConsolePasskey>['body'],
  browser: Browser,
): Promise<SignedInReply> {
  await limitCalls(core, { purpose: 'passkey', address: browser.address })
  await endOverdue(core)
  const owner = await core.database.read
    .selectFrom('console.operatorFactors as f')
    .innerJoin('console.operators as o', 'o.id', 'f.operatorId')
    .select('o.email')
    .where('f.credentialId', '=', Buffer.from(passkey.id, 'base64url'))
    .executeTakeFirst()
  const known = owner && (await findOperator(core, owner.email))
  const holder = hashOf(browser.token ?? '')
  if (known === undefined || browser.token === null) throw new Refusal('invalid_passkey')
  return attempt(core, { tried: known, browser }, () =>
    complete(core, { known, browser, factor: { code: '', passkey }, holder, purpose: 'signIn' }),
  )
}

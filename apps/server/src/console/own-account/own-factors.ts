import {
  type CallReply,
  type getMyFactors,
  MOST_PASSKEYS,
  type NewPasskey,
  type postMyAuthenticator,
  type postMyPasskeyOptions,
} from '@partner-office/contracts'
import { Refusal, requireFields } from '@partner-office/domain'

import { writeEntries } from '../../business/audit/audit-log.ts'
import { readSetting } from '../../business/settings/read-settings.ts'
import type { Core } from '../../core/core.ts'
import type { Tx } from '../../db/database.ts'
import { deviceName } from '../../proofs/device-name.ts'
import { passkeyCreation } from '../../proofs/passkey-creation.ts'
import { hasPasskeys, operatorHandle, relyingParty } from '../../proofs/relying-party.ts'
import { newAuthenticatorSecret, otpauthUrl, unusedStep } from '../../proofs/totp.ts'
import { undoCounted } from '../../proofs/wrong-attempts.ts'
import type { Console, Operating } from '../console.ts'
import { accessEntry, attempt, attemptsOn, limitCalls } from '../sign-in/attempts.ts'
import { issueChallenge } from '../sign-in/challenges.ts'
import {
  checkedPasskey,
  factorsOf,
  passkeysOf,
  secretName,
  storeFactor,
} from '../sign-in/factors.ts'
import { endOtherSessions, lockOpenSession } from '../sign-in/sessions.ts'

/** The second factors of the operator, the oldest first. */
export async function readFactors(
  { database }: Core,
  { session: { operatorId } }: Operating,
): Promise<CallReply<typeof getMyFactors>> {
  return (await factorsOf(database.read, operatorId)).map(
    ({ id, kind, name, addedAt, usedAt }) => ({ id, kind, name, addedAt, usedAt }),
  )
}

/** Begins to add an authenticator; returns its secret once. Refuses: `not_unique`, when there is one. */
export async function beginAuthenticator(
  { core }: Console,
  { session }: Operating,
): Promise<CallReply<typeof postMyAuthenticator>> {
  const { operatorId, email } = session
  const secret = newAuthenticatorSecret()
  const sealedSecret = core.passwords.sealBytes(secretName(operatorId), Buffer.from(secret))
  await core.database.transaction(async (tx) => {
    await lockOpenSession(tx, session)
    await deletePending(tx, operatorId)
    const row = { operatorId, kind: 'authenticator', name: 'Authenticator', sealedSecret } as const
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('console.operatorFactors')
      .values({ ...row, addedAt: core.clock() })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    if (numInsertedOrUpdatedRows !== 1n) throw new Refusal('not_unique')
  })
  const product = await readSetting(core.database.read, 'product')
  return { secret, otpauthUrl: otpauthUrl(`${product} console`, email, secret) }
}

const deletePending = (tx: Tx, operatorId: number) =>
  tx
    .deleteFrom('console.operatorFactors')
    .where('operatorId', '=', operatorId)
    .where('confirmedAt', 'is', null)
    .returningAll()
    .execute()

/**
 * Finishes adding an authenticator with a code of it. Wrong codes count like wrong passwords.
 *
 * Refuses: `required`; `not_found`, when none is being added; `incorrect_otp`, `user_account_locked`; `invalid_token`.
 */
export async function confirmAuthenticator(
  { core }: Console,
  code: string,
  { session, ...browser }: Operating,
): Promise<void> {
  requireFields({ code }, ['code'])
  const { operatorId, email } = session
  await limitCalls(core, { purpose: 'factor', address: browser.address, email })
  await attempt(core, { tried: { id: operatorId, email }, browser }, () =>
    core.database.transaction(async (tx) => {
      await lockOpenSession(tx, session)
      const [pending] = await deletePending(tx, operatorId)
      if (pending === undefined) throw new Refusal('not_found')
      const sealedSecret = pending.sealedSecret!
      const opened = core.passwords.openBytes(secretName(operatorId), sealedSecret)
      const secret = opened?.toString('utf8') ?? ''
      const lastStep = unusedStep({ secret, lastStep: 0 }, code, core.clock())
      if (typeof lastStep !== 'number') throw new Refusal('incorrect_otp', { field: 'code' })
      const factor = { kind: 'authenticator', sealedSecret, lastStep } as const
      await storeFactor(core, tx, { operatorId, name: pending.name, ...factor })
      await undoCounted(tx, attemptsOn(operatorId))
      await changed(core, tx, { session, ...browser }, 'authenticator added')
    }),
  )
}

/** Begins to add a passkey. Refuses: `invalid_passkey`, on an IP address; `max_length`. */
export async function beginPasskey(
  { core }: Console,
  { session: { operatorId, email, tokenHash }, origin }: Operating,
): Promise<CallReply<typeof postMyPasskeyOptions>> {
  const party = relyingParty(origin)
  if (!hasPasskeys(party)) throw new Refusal('invalid_passkey')
  const known = await passkeysOf(core.database.read, operatorId)
  if (known.length >= MOST_PASSKEYS) throw new Refusal('max_length')
  const ceremony = { purpose: 'add', holderHash: tokenHash, operatorId } as const
  const challenge = await issueChallenge(core, ceremony)
  const product = await readSetting(core.database.read, 'product')
  const user = { id: operatorHandle(operatorId), email }
  return passkeyCreation(party, { challenge, product, user, known })
}

/** Finishes adding a passkey. Refuses: `invalid_passkey`; `not_unique`; `max_length`; `invalid_token`. */
export async function addPasskey(
  { core }: Console,
  passkey: NewPasskey,
  caller: Operating,
): Promise<void> {
  const { operatorId, tokenHash: holderHash } = caller.session
  const { origin } = caller
  const checked = await checkedPasskey(core, { passkey, origin, holderHash, operatorId })
  await core.database.transaction(async (tx) => {
    await lockOpenSession(tx, caller.session)
    if ((await passkeysOf(tx, operatorId)).length >= MOST_PASSKEYS) throw new Refusal('max_length')
    const name = deviceName(caller.userAgent) || 'Passkey'
    await storeFactor(core, tx, { kind: 'passkey', operatorId, name, ...checked })
    await changed(core, tx, caller, 'passkey added')
  })
}

/** Removes a second factor. Refuses: `not_found`; `required`, for the last one; `invalid_token`. Source: requirements OPR-003. */
export async function removeFactor(
  { core }: Console,
  id: number,
  caller: Operating,
): Promise<void> {
  await core.database.transaction(async (tx) => {
    await lockOpenSession(tx, caller.session)
    const factors = await factorsOf(tx, caller.session.operatorId)
    const removed = factors.find((factor) => factor.id === id)
    if (removed === undefined) throw new Refusal('not_found')
    if (factors.length === 1) throw new Refusal('required', { field: 'factor' })
    await tx.deleteFrom('console.operatorFactors').where('id', '=', id).execute()
    await changed(core, tx, caller, `${removed.kind} removed`)
  })
}

/** A changed factor ends all other sessions. Source: requirements OPR-025. */
async function changed(
  core: Core,
  tx: Tx,
  { session, ...browser }: Operating,
  what: string,
): Promise<void> {
  await endOtherSessions(tx, session)
  const entry = accessEntry(session.email, `console ${what}`, browser)
  await writeEntries(tx, core.clock(), [entry])
}

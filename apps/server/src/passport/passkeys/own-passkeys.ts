import {
  type CallInput,
  type CallReply,
  type getPasskeys,
  MOST_PASSKEYS,
  type NewPasskey,
  PASSKEY_NAME_LENGTH,
  type postPasskeyOptions,
  type putPasskey,
} from '@partner-office/contracts'
import { FormRefusal, problemOf, Refusal, requireFields } from '@partner-office/domain'
import type { Core } from '../../core/core.ts'
import type { Tx } from '../../db/database.ts'
import { isolated } from '../../mails/letter-bodies.ts'
import { oweNotice } from '../notices/notices.ts'
import type { Passport } from '../passport.ts'
import { endOtherSessions, lockOpenSession, type Session } from '../tokens/sessions.ts'
import { passkeysOf } from './ask-passkey.ts'
import { challengeIn } from '../../proofs/challenge-in.ts'
import { passkeyCreation } from '../../proofs/passkey-creation.ts'
import { issueChallenge, redeemChallenge } from './challenges.ts'
import { type CheckedPasskey, checkNewPasskey } from '../../proofs/check-new-passkey.ts'
import { relyingParty } from '../../proofs/relying-party.ts'

/** Lists the passkeys of the signed-in partner, the oldest first. */
export function readPasskeys(
  { database }: Core,
  { userId }: Session,
): Promise<CallReply<typeof getPasskeys>> {
  return database.read
    .selectFrom('passport.passkeys')
    .select(['id', 'name', 'addedAt', 'usedAt'])
    .where('userId', '=', userId)
    .orderBy('id')
    .execute()
}

/**
 * Begins to add a passkey; returns what the browser needs to create it.
 *
 * Refuses: `max_length`, when the account has as many as it can have.
 */
export async function beginPasskey(
  passport: Passport,
  { userId, email, tokenHash }: Session,
): Promise<CallReply<typeof postPasskeyOptions>> {
  const { core, business } = passport
  const excludeCredentials = await passkeysOf(core.database.read, userId)
  if (excludeCredentials.length >= MOST_PASSKEYS) throw new Refusal('max_length')
  const ceremony = { purpose: 'add', holderHash: tokenHash, userId } as const
  return passkeyCreation(relyingParty(passport.passportOrigin), {
    challenge: await issueChallenge(core, ceremony),
    product: await business.setting('product'),
    user: { id: userId, email },
    known: excludeCredentials,
  })
}

/**
 * Adds a passkey that answers the challenge of the session; its first name is that of the browser's device.
 *
 * Refuses: `invalid_passkey`; `not_unique`; `max_length`.
 */
export async function addPasskey(
  passport: Passport,
  { userId, tokenHash }: Session,
  { passkey, device }: { readonly passkey: NewPasskey; readonly device: string },
): Promise<void> {
  const { core } = passport
  const challenge = challengeIn(passkey.response.clientDataJSON) ?? ''
  const ceremony = { purpose: 'add', holderHash: tokenHash, userId } as const
  const isAsked = await redeemChallenge(core, core.database.read, challenge, ceremony)
  const checked = isAsked
    ? await checkNewPasskey(relyingParty(passport.passportOrigin), passkey, challenge)
    : null
  if (checked === null) throw new Refusal('invalid_passkey')
  const name = device || 'Passkey'
  await core.database.transaction(async (tx) => {
    await lockOpenSession(tx, { userId, tokenHash })
    await storePasskey(core, tx, { ...checked, userId, name })
    await oweNotice(core, tx, { userId, kind: 'passkeyAdded', facts: { name: isolated(name) } })
  })
}

async function storePasskey(
  { clock }: Core,
  tx: Tx,
  passkey: CheckedPasskey & { readonly userId: number; readonly name: string },
): Promise<void> {
  const { userId } = passkey
  // The account's row is locked, so that parallel calls do not exceed the most an account can have.
  if ((await passkeysOf(tx, userId)).length >= MOST_PASSKEYS) throw new Refusal('max_length')
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('passport.passkeys')
    .values({ ...passkey, addedAt: clock() })
    .onConflict((conflict) => conflict.column('credentialId').doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows === 0n) throw new Refusal('not_unique')
}

/**
 * Renames a passkey of the signed-in partner.
 *
 * Refuses: `required`; `max_length`; `not_found`, also for a passkey of another partner.
 */
export async function renamePasskey(
  { database }: Core,
  { userId }: Session,
  { params: { id }, body }: Pick<CallInput<typeof putPasskey>, 'params' | 'body'>,
): Promise<void> {
  const name = body.name.trim()
  requireFields({ name }, ['name'])
  FormRefusal.refuseAny(problemOf('name', name.length > PASSKEY_NAME_LENGTH ? 'max_length' : null))
  const { numUpdatedRows } = await database.read
    .updateTable('passport.passkeys')
    .set({ name })
    .where('id', '=', id)
    .where('userId', '=', userId)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new Refusal('not_found')
}

/**
 * Removes a passkey of the signed-in partner and ends all other sessions of the account.
 *
 * Refuses: `not_found`, also for a passkey of another partner.
 * Source: decisions D-150.
 */
export async function removePasskey(
  { core }: Passport,
  { userId, tokenHash }: Session,
  id: number,
): Promise<void> {
  const change = core.database.transaction(async (tx) => {
    await lockOpenSession(tx, { userId, tokenHash })
    const removed = await tx
      .deleteFrom('passport.passkeys')
      .where('id', '=', id)
      .where('userId', '=', userId)
      .returning('name')
      .execute()
    if (removed.length === 0) throw new Refusal('not_found')
    await tellOfRemoved(core, tx, userId, removed)
    await endOtherSessions(tx, userId, tokenHash)
  })
  await core.database.recent.revokeAfter(change)
}

/** Removes the passkeys that an account has added since an instant; returns whether there was any. */
export async function forgetPasskeys(
  core: Core,
  tx: Tx,
  userId: number,
  since = 0,
): Promise<boolean> {
  const removed = await tx
    .deleteFrom('passport.passkeys')
    .where('userId', '=', userId)
    .where('addedAt', '>=', since)
    .returning('name')
    .execute()
  await tellOfRemoved(core, tx, userId, removed)
  return removed.length > 0
}

async function tellOfRemoved(
  core: Core,
  tx: Tx,
  userId: number,
  removed: readonly { readonly name: string }[],
): Promise<void> {
  for (const { name } of removed) {
    await oweNotice(core, tx, { userId, kind: 'passkeyRemoved', facts: { name: isolated(name) } })
  }
}

import type {
  CallInput,
  FactorKind,
  NewPasskey,
  PasskeyRequest,
  postFresh,
  Transport,
} from '@partner-office/contracts'
import { Refusal, requireFields } from '@partner-office/domain'

import type { Core } from '../../core/core.ts'
import type { Db, Tx } from '../../db/database.ts'
import { challengeIn } from '../../proofs/challenge-in.ts'
import { checkNewPasskey } from '../../proofs/check-new-passkey.ts'
import { passkeyRequest } from '../../proofs/passkey-creation.ts'
import {
  hasPasskeys,
  operatorHandle,
  relyingParty,
  userHandleOf,
} from '../../proofs/relying-party.ts'
import { isCopied, signedCounter } from '../../proofs/signed-counter.ts'
import { unusedStep } from '../../proofs/totp.ts'
import { type Ceremony, issueChallenge, redeemChallenge } from './challenges.ts'

/** A second factor as a caller gives it. */
export type GivenFactor = CallInput<typeof postFresh>['body']

/** The name under which a secret of an operator's authenticator is sealed. */
export const secretName = (operatorId: number): string => `operator ${operatorId} authenticator`

/** The confirmed factors of an operator. */
export const factorsOf = (db: Db, operatorId: number) =>
  db
    .selectFrom('console.operatorFactors')
    .selectAll()
    .where('operatorId', '=', operatorId)
    .where('confirmedAt', 'is not', null)
    .orderBy('id')
    .execute()

/** The passkeys of an operator, as browsers describe them. */
export async function passkeysOf(
  db: Db,
  operatorId: number,
): Promise<PasskeyRequest['allowCredentials']> {
  return (await factorsOf(db, operatorId)).flatMap(({ credentialId, transports }) =>
    credentialId === null
      ? []
      : {
          id: credentialId.toString('base64url'),
          type: 'public-key' as const,
          transports: transports as Transport[],
        },
  )
}

/** The kinds of factors that an operator can be asked for, and what a browser needs to ask for a passkey. */
export async function askFactors(
  core: Core,
  {
    operatorId,
    holder,
    origin,
  }: {
    readonly operatorId: number
    readonly holder: Buffer
    readonly origin: string
  },
): Promise<{ factors: FactorKind[]; passkey?: PasskeyRequest }> {
  const kinds = (await factorsOf(core.database.read, operatorId)).map(({ kind }) => kind)
  const party = relyingParty(origin)
  const factors = [...new Set(kinds)].toSorted()
  if (!kinds.includes('passkey') || !hasPasskeys(party)) return { factors }
  const ceremony = { purpose: 'secondFactor', holderHash: holder, operatorId } as const
  const challenge = await issueChallenge(core, ceremony)
  const known = await passkeysOf(core.database.read, operatorId)
  return { factors, passkey: passkeyRequest(party, challenge, known) }
}

/** A factor to check: of whom, for what, and from which page. */
export type FactorCheck = {
  readonly given: GivenFactor
  readonly operatorId: number
  readonly purpose: 'signIn' | 'secondFactor'
  readonly holder: Buffer
  readonly origin: string
}

/**
 * Checks a second factor and uses it up. A challenge is used up even if the check fails, so the transaction must commit; the
 * operator is locked.
 *
 * Returns: `incorrect_otp`, `invalid_passkey`, or null when the factor is right.
 * Source: requirements OPR-003; decisions D-091, D-142.
 */
export const factorProblem = (core: Core, tx: Tx, check: FactorCheck): Promise<Refusal | null> =>
  (check.given.passkey ?? null) === null
    ? codeProblem(core, tx, check)
    : passkeyProblem(core, tx, check)

/** Refuses: `required`, without a code or a passkey. */
export function requireFactor({ code, passkey }: GivenFactor): void {
  if ((passkey ?? null) === null) requireFields({ code }, ['code'])
}

async function codeProblem(
  core: Core,
  tx: Tx,
  { given: { code }, operatorId }: FactorCheck,
): Promise<Refusal | null> {
  const refused = new Refusal('incorrect_otp', { field: 'code' })
  const factors = await factorsOf(tx, operatorId)
  const authenticator = factors.find(({ kind }) => kind === 'authenticator')
  if (authenticator === undefined) return refused
  const { id, sealedSecret, lastStep } = authenticator
  const secret = core.passwords.openBytes(secretName(operatorId), sealedSecret!)?.toString('utf8')
  if (secret === undefined) return refused
  const step = unusedStep({ secret, lastStep }, code, core.clock())
  if (typeof step !== 'number') return refused
  await noteUse(core, tx, id, { lastStep: step })
  return null
}

async function passkeyProblem(
  core: Core,
  tx: Tx,
  { given, operatorId, purpose, holder, origin }: FactorCheck,
): Promise<Refusal | null> {
  const refused = new Refusal('invalid_passkey')
  const answer = given.passkey!
  const challenge = challengeIn(answer.response.clientDataJSON)
  const asked = purpose === 'signIn' ? null : operatorId
  const ceremony: Ceremony = { purpose, holderHash: holder, operatorId: asked }
  if (challenge === null || !(await redeemChallenge(core, tx, challenge, ceremony))) return refused
  const credential = Buffer.from(answer.id, 'base64url')
  const passkey = (await factorsOf(tx, operatorId)).find(
    ({ credentialId }) => credentialId?.equals(credential) === true,
  )
  const { userHandle } = answer.response
  const isNamed =
    userHandle === undefined || userHandle === userHandleOf(operatorHandle(operatorId))
  if (passkey === undefined || !isNamed) return refused
  const counter = await signedCounter(relyingParty(origin), challenge, answer, passkey.publicKey!)
  if (counter === null || isCopied(passkey.counter, counter)) return refused
  await noteUse(core, tx, passkey.id, { counter })
  return null
}

async function noteUse(
  core: Core,
  tx: Tx,
  id: number,
  used: { readonly lastStep: number } | { readonly counter: number },
): Promise<void> {
  await tx
    .updateTable('console.operatorFactors')
    .set({ ...used, usedAt: core.clock() })
    .where('id', '=', id)
    .execute()
}

/** What is stored of a new passkey that answers its challenge. Refuses: `invalid_passkey`. */
export async function checkedPasskey(
  core: Core,
  {
    passkey,
    origin,
    ...ceremony
  }: {
    readonly passkey: NewPasskey
    readonly origin: string
    readonly holderHash: Buffer
    readonly operatorId: number
  },
) {
  const challenge = challengeIn(passkey.response.clientDataJSON) ?? ''
  const asked = { ...ceremony, purpose: 'add' } as const
  const isAsked = await redeemChallenge(core, core.database.read, challenge, asked)
  const checked = isAsked ? await checkNewPasskey(relyingParty(origin), passkey, challenge) : null
  if (checked === null) throw new Refusal('invalid_passkey')
  return checked
}

/** What to store of a factor that is added. */
type NewFactor =
  | { readonly kind: 'authenticator'; readonly sealedSecret: Buffer; readonly lastStep: number }
  | ({ readonly kind: 'passkey' } & Awaited<ReturnType<typeof checkedPasskey>>)

/** Stores a confirmed factor. Refuses: `not_unique`, for a passkey or a second authenticator that is there already. */
export async function storeFactor(
  core: Core,
  tx: Tx,
  {
    operatorId,
    name,
    ...factor
  }: NewFactor & { readonly operatorId: number; readonly name: string },
): Promise<void> {
  const now = core.clock()
  const row = { operatorId, name, addedAt: now, confirmedAt: now, ...factor }
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('console.operatorFactors')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows !== 1n) throw new Refusal('not_unique')
}

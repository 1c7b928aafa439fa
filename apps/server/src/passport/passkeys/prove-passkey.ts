import type { PasskeyAnswer } from '@partner-office/contracts'
import { Refusal } from '@partner-office/domain'

import type { Tx } from '../../db/database.ts'
import { isolated } from '../../mails/letter-bodies.ts'
import { oweNotice } from '../notices/notices.ts'
import type { Passport } from '../passport.ts'
import { hashOf } from '../../proofs/secret-token.ts'
import { redeemChallenge } from './challenges.ts'
import { challengeIn } from '../../proofs/challenge-in.ts'
import { relyingParty, userHandleOf } from '../../proofs/relying-party.ts'
import { isCopied, signedCounter } from '../../proofs/signed-counter.ts'

/** The answer of a browser that was asked for a passkey. */
export type PasskeyProof = {
  readonly answer: PasskeyAnswer
  readonly purpose: 'signIn' | 'secondFactor'
  /** The token of the browser's cookie; null when the browser was not asked. */
  readonly browser: string | null
  /** The account that signs in. */
  readonly userId: number
}

type StoredPasskey = {
  readonly id: number
  readonly publicKey: Buffer
  readonly counter: number
  readonly name: string
}

/**
 * Checks that a browser has answered its challenge with a passkey of the account, whose device has verified its user. The
 * challenge is used up even if the check fails, so the transaction must commit.
 *
 * A device that counts its signatures shows a copy of the passkey by a count that does not rise; its owner is told.
 *
 * Returns: `invalid_passkey`, or null when the proof is right.
 * Source: WebAuthn level 3, section 7.2.
 */
export async function passkeyProblem(
  passport: Passport,
  tx: Tx,
  proof: PasskeyProof,
): Promise<Refusal | null> {
  const refused = new Refusal('invalid_passkey')
  const challenge = challengeIn(proof.answer.response.clientDataJSON)
  if (challenge === null || !(await isAsked(passport, tx, challenge, proof))) return refused
  const passkey = await lockPasskey(tx, proof)
  if (passkey === undefined || !isHandleRight(proof)) return refused
  const counter = await signedCounter(
    relyingParty(passport.passportOrigin),
    challenge,
    proof.answer,
    passkey.publicKey,
  )
  if (counter === null) return refused
  if (isCopied(passkey.counter, counter)) {
    const facts = { name: isolated(passkey.name) }
    await oweNotice(passport.core, tx, { userId: proof.userId, kind: 'passkeyCopied', facts })
    return refused
  }
  await tx
    .updateTable('passport.passkeys')
    .set({ counter, usedAt: passport.core.clock() })
    .where('id', '=', passkey.id)
    .execute()
  return null
}

async function isAsked(
  { core }: Passport,
  tx: Tx,
  challenge: string,
  { purpose, browser, userId }: PasskeyProof,
): Promise<boolean> {
  if (browser === null) return false
  return redeemChallenge(core, tx, challenge, {
    purpose,
    holderHash: hashOf(browser),
    userId: purpose === 'signIn' ? null : userId,
  })
}

/** The row lock orders two signatures of one passkey, so that each is compared with the count of the one before. */
function lockPasskey(tx: Tx, { answer, userId }: PasskeyProof): Promise<StoredPasskey | undefined> {
  return tx
    .selectFrom('passport.passkeys')
    .select(['id', 'publicKey', 'counter', 'name'])
    .where('credentialId', '=', Buffer.from(answer.id, 'base64url'))
    .where('userId', '=', userId)
    .forUpdate()
    .executeTakeFirst()
}

/** A sign-in without an e-mail must name the account; a second factor may. */
function isHandleRight({ answer, purpose, userId }: PasskeyProof): boolean {
  const { userHandle } = answer.response
  if (userHandle === undefined) return purpose === 'secondFactor'
  return userHandle === userHandleOf(userId)
}

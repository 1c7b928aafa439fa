import type { PasskeyAnswer } from '@partner-office/contracts'

import { loadVerifier, type RelyingParty } from './relying-party.ts'

/** Whether a count shows a copy of the passkey: a device that counts its signatures never repeats a count. */
export const isCopied = (before: number, counter: number): boolean =>
  counter <= before && Math.max(counter, before) > 0

/** The count of a right signature; null for a wrong one. */
export async function signedCounter(
  { id, origin }: RelyingParty,
  challenge: string,
  answer: PasskeyAnswer,
  publicKey: Buffer,
): Promise<number | null> {
  const { verifyAuthenticationResponse } = await loadVerifier()
  const checked = verifyAuthenticationResponse({
    response: answer as Parameters<typeof verifyAuthenticationResponse>[0]['response'],
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: id,
    requireUserVerification: true,
    // The caller compares the counts: the library would not tell a copy from a wrong signature.
    credential: { id: answer.id, publicKey: new Uint8Array(publicKey), counter: 0 },
  })
  return checked.then(
    ({ verified, authenticationInfo }) => (verified ? authenticationInfo.newCounter : null),
    // The library throws for each kind of wrong answer.
    () => null,
  )
}

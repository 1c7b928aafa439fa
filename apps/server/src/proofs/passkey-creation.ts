import type { PasskeyCreation, PasskeyRequest } from '@partner-office/contracts'
import type { z } from 'zod'

import { ALGORITHMS, type RelyingParty, userHandleOf } from './relying-party.ts'

/** A challenge waits this long for its signature. */
export const CHALLENGE_MS = 5 * 60_000

type Asked = {
  readonly challenge: string
  readonly product: string
  readonly user: { readonly id: number | string; readonly email: string }
  /** The passkeys that the account has. */
  readonly known: PasskeyRequest['allowCredentials']
}

/** What a browser needs to create a passkey that proves its user. */
export const passkeyCreation = (
  { id }: RelyingParty,
  { challenge, product, user, known }: Asked,
): z.infer<typeof PasskeyCreation> => ({
  challenge,
  rp: { id, name: product },
  user: { id: userHandleOf(user.id), name: user.email, displayName: user.email },
  pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
  timeout: CHALLENGE_MS,
  attestation: 'none',
  excludeCredentials: known,
  authenticatorSelection: {
    residentKey: 'required',
    requireResidentKey: true,
    userVerification: 'required',
  },
})

/** What a browser needs to ask for a passkey, of an account's or of any. */
export const passkeyRequest = (
  { id }: RelyingParty,
  challenge: string,
  allowCredentials: PasskeyRequest['allowCredentials'],
): PasskeyRequest => ({
  challenge,
  rpId: id,
  timeout: CHALLENGE_MS,
  userVerification: 'required',
  allowCredentials,
})

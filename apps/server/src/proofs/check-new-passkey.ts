import type { NewPasskey } from '@partner-office/contracts'

import { ALGORITHMS, loadVerifier, type RelyingParty } from './relying-party.ts'

/** What is stored of a new passkey. */
export type CheckedPasskey = {
  readonly credentialId: Buffer
  readonly publicKey: Buffer
  readonly counter: number
  readonly transports: string[]
}

const TRANSPORTS = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb']
/** Source: WebAuthn level 3, section 4, "Credential ID". */
const LONGEST_ID = 1_023

/** Returns what to store of a new passkey that answers a challenge; null if it is not right. Source: WebAuthn level 3, 7.1. */
export async function checkNewPasskey(
  { id, origin }: RelyingParty,
  passkey: NewPasskey,
  challenge: string,
): Promise<CheckedPasskey | null> {
  const { verifyRegistrationResponse } = await loadVerifier()
  if (!(await hasNoCertificates(passkey.response.attestationObject))) return null
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: passkey as Parameters<typeof verifyRegistrationResponse>[0]['response'],
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: id,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(() => ({ verified: false as const, registrationInfo: undefined }))
  if (!verified || registrationInfo === undefined) return null
  const { credential } = registrationInfo
  const credentialId = Buffer.from(credential.id, 'base64url')
  // The stored id is the one inside the signed data; the browser's own must be the same.
  if (credential.id !== passkey.id || credentialId.length > LONGEST_ID) return null
  return {
    credentialId,
    publicKey: Buffer.from(credential.publicKey),
    counter: credential.counter,
    transports: (passkey.response.transports ?? []).filter((way) => TRANSPORTS.includes(way)),
  }
}

/**
 * Whether a passkey comes without certificates of its device, as it was asked to. The library would read lists of revoked
 * certificates from the addresses that such certificates name.
 */
async function hasNoCertificates(attestationObject: string): Promise<boolean> {
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers')
  try {
    const decoded = decodeAttestationObject(
      new Uint8Array(Buffer.from(attestationObject, 'base64url')),
    )
    const format = decoded.get('fmt')
    return (
      format === 'none' || (format === 'packed' && decoded.get('attStmt').get('x5c') === undefined)
    )
  } catch {
    return false
  }
}

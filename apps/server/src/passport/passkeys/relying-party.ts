import type { Passport } from '../passport.ts'

/** The name under which devices keep passkeys, and the one origin that may use them. */
export function relyingParty({ passportOrigin }: Pick<Passport, 'passportOrigin'>): {
  readonly id: string
  readonly origin: string
} {
  const { hostname, origin } = new URL(passportOrigin)
  return { id: hostname, origin }
}

/** Signature algorithms, the preferred first: EdDSA, ES256, RS256. Source: IANA, COSE algorithms. */
export const ALGORITHMS = [-8, -7, -257]

/** The name of an account inside a passkey, as base64url. */
export const userHandleOf = (userId: number): string =>
  Buffer.from(String(userId)).toString('base64url')

/** Loads the library that verifies passkeys: it takes 100 ms and 20 MB, so the start does not wait for it. */
export const loadVerifier = () => import('@simplewebauthn/server')

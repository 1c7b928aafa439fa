import { isIP } from 'node:net'

/** The name under which devices keep passkeys, and the one origin that may use them. */
export type RelyingParty = { readonly id: string; readonly origin: string }

/** The relying party of an origin. */
export function relyingParty(of: string): RelyingParty {
  const { hostname, origin } = new URL(of)
  return { id: hostname, origin }
}

/** Whether browsers know passkeys there: on no IP address. Source: WebAuthn level 3, section 5.1.3. */
export const hasPasskeys = ({ id }: RelyingParty): boolean =>
  isIP(id.replaceAll(/^\[|\]$/g, '')) === 0

/** Signature algorithms, the preferred first: EdDSA, ES256, RS256. Source: IANA, COSE algorithms. */
export const ALGORITHMS = [-8, -7, -257]

/**
 * The name of an account inside a passkey, as base64url. A device keeps one passkey for each name on a host, so operators have
 * other names than partners.
 */
export const userHandleOf = (user: number | string): string =>
  Buffer.from(String(user)).toString('base64url')

/** The name of an operator inside a passkey. */
export const operatorHandle = (operatorId: number): string => `operator ${operatorId}`

/** Loads the library that verifies passkeys: it takes 100 ms and 20 MB, so the start does not wait for it. */
export const loadVerifier = () => import('@simplewebauthn/server')

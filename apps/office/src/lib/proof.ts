import { sha256 } from '@noble/hashes/sha2.js'

const KEY = 'sign-in-verifier'
const AGAIN = 'sign-in-again'

/**
 * Begin a sign-in that only this tab can end: keep a random verifier, and answer the challenge that is made of it.
 *
 * Not with the browser's own SHA-256, which is missing where an office is served without TLS.
 * Source: decisions D-140; RFC 7636.
 */
export function beginSignIn(): string {
  const verifier = base64url(crypto.getRandomValues(new Uint8Array(48)))
  sessionStorage.setItem(KEY, verifier)
  return base64url(sha256(new TextEncoder().encode(verifier)))
}

/** The verifier of the sign-in that this tab began, once. */
export function takeVerifier(): string | null {
  const verifier = sessionStorage.getItem(KEY)
  sessionStorage.removeItem(KEY)
  return verifier
}

/** Whether a sign-in that came back to the wrong tab may be begun anew: once. Source: decisions D-140. */
export function mayBeginAgain(): boolean {
  const isFirst = sessionStorage.getItem(AGAIN) === null
  sessionStorage.setItem(AGAIN, 'yes')
  return isFirst
}

/** The sign-in is through. */
export const endSignIn = (): void => sessionStorage.removeItem(AGAIN)

const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

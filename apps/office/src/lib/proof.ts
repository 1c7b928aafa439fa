import { sha256 } from '@noble/hashes/sha2.js'

const KEY = 'sign-in-verifier'
const AGAIN = 'sign-in-again'

/**
 * Begins a sign-in that only this tab can finish: stores a random verifier and returns its challenge (PKCE).
 *
 * Browsers offer no SHA-256 to pages without TLS, so a library computes it.
 * Source: decisions D-140; RFC 7636.
 */
export function beginSignIn(): string {
  const verifier = base64url(crypto.getRandomValues(new Uint8Array(48)))
  sessionStorage.setItem(KEY, verifier)
  return base64url(sha256(new TextEncoder().encode(verifier)))
}

/** Returns and removes the verifier of the sign-in that this tab began. */
export function takeVerifier(): string | null {
  const verifier = sessionStorage.getItem(KEY)
  sessionStorage.removeItem(KEY)
  return verifier
}

/** Whether a sign-in that came back to the wrong tab may begin again. True once per tab. Source: decisions D-140. */
export function mayBeginAgain(): boolean {
  const isFirst = sessionStorage.getItem(AGAIN) === null
  sessionStorage.setItem(AGAIN, 'yes')
  return isFirst
}

/** Allows one new attempt after the next sign-in. */
export const endSignIn = (): void => sessionStorage.removeItem(AGAIN)

const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

import { sha256 } from '@noble/hashes/sha2.js'

import { storeVerifier } from '../../lib/session/proof.ts'

/**
 * Begins a sign-in that only this tab can finish: stores a random verifier and returns its challenge (PKCE).
 *
 * Browsers offer no SHA-256 to pages without TLS, so a library computes it.
 * Source: decisions D-140; RFC 7636.
 */
export function beginSignIn(): string {
  const verifier = base64url(crypto.getRandomValues(new Uint8Array(48)))
  storeVerifier(verifier)
  return base64url(sha256(new TextEncoder().encode(verifier)))
}

const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

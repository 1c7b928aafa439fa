import { sha256 } from '@noble/hashes/sha2.js'

/**
 * A random verifier and its challenge (PKCE).
 *
 * Browsers offer no SHA-256 to pages without TLS, so a library computes it.
 * Source: decisions D-140; RFC 7636.
 */
export function beginProof(): { readonly verifier: string; readonly challenge: string } {
  const verifier = base64url(crypto.getRandomValues(new Uint8Array(48)))
  return { verifier, challenge: base64url(sha256(new TextEncoder().encode(verifier))) }
}

const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

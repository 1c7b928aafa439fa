import { createHmac, createSecretKey, type KeyObject, randomBytes } from 'node:crypto'

import { isSame } from './secret-token.ts'

export const STEP_MS = 30_000
const DIGITS = 6
const SECRET_BYTES = 20
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/**
 * Returns the time step of a code: the current, previous or next one; null for a wrong code.
 *
 * Units: `now` in epoch milliseconds; steps of 30 seconds.
 * Source: RFC 6238; six digits, SHA-1, as authenticator apps expect.
 */
export function stepOfCode(secret: string, code: string, now: number): number | null {
  const key = keyOf(secret)
  const current = Math.floor(now / STEP_MS)
  const steps = [current, current - 1, current + 1]
  return steps.find((step) => isSame(codeOf(key, step), code)) ?? null
}

/** Returns the code of a time step. */
export const codeAt = (secret: string, step: number): string => codeOf(keyOf(secret), step)

/**
 * Returns the time step of a code that may be used: each step is accepted once, and never after a later one. `used` is the
 * code of a step that is not accepted any more.
 *
 * Source: decisions D-091, D-142; RFC 6238 section 5.2.
 */
export function unusedStep(
  { secret, lastStep }: { readonly secret: string; readonly lastStep: number },
  code: string,
  now: number,
): number | 'used' | 'wrong' {
  const step = stepOfCode(secret, code, now)
  if (step === null) return 'wrong'
  return step <= lastStep ? 'used' : step
}

/** A key object, as Node takes five times as long for an HMAC with the bytes of a key. */
const keyOf = (secret: string): KeyObject => createSecretKey(fromBase32(secret))

function codeOf(key: KeyObject, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', key).update(counter).digest()
  const truncated = mac.readUInt32BE(mac.at(-1)! & 0xf) & 0x7fff_ffff
  return String(truncated % 10 ** DIGITS).padStart(DIGITS, '0')
}

/** Encodes bytes in Base32 without padding. Source: RFC 4648 section 6. */
export function toBase32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? [])
    .map((five) => BASE32[Number.parseInt(five.padEnd(5, '0'), 2)])
    .join('')
}

/** Decodes Base32; the bits after the last whole byte are padding. */
function fromBase32(text: string): Buffer {
  const bytes = Buffer.alloc((text.length * 5) >> 3)
  let bits = 0
  let value = 0
  let length = 0
  for (const letter of text) {
    value = ((value << 5) | BASE32.indexOf(letter)) & 0xfff
    bits += 5
    if (bits < 8) continue
    bits -= 8
    bytes[length++] = value >> bits
  }
  return bytes
}

/** A new secret of an authenticator. */
export const newAuthenticatorSecret = (): string => toBase32(randomBytes(SECRET_BYTES))

/** The address that hands a secret to an authenticator app. */
export function otpauthUrl(product: string, email: string, secret: string): string {
  const label = `${encodeURIComponent(product)}:${encodeURIComponent(email)}`
  const query = new URLSearchParams({ secret, issuer: product, algorithm: 'SHA1', digits: '6' })
  return `otpauth://totp/${label}?${query}&period=30`
}

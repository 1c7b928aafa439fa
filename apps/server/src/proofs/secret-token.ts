import { hash, randomBytes, timingSafeEqual } from 'node:crypto'

/** A new random secret of 256 bits. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** The stored hash of a secret. One round of SHA-256 suffices, because the secret is random. */
export const hashOf = (token: string): Buffer => hash('sha256', token, 'buffer')

/** Whether two texts are equal, in constant time. */
export const isSame = (one: string, other: string): boolean =>
  timingSafeEqual(hashOf(one), hashOf(other))

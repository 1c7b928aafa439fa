import { hash, randomBytes, timingSafeEqual } from 'node:crypto'

/** A secret to hand out, of 256 bits. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** What is stored of a secret: as random as it is, one round suffices. */
export const hashOf = (token: string): Buffer => hash('sha256', token, 'buffer')

/** Whether two texts are the same; how long it takes does not tell where they differ. */
export const isSame = (one: string, other: string): boolean =>
  timingSafeEqual(hashOf(one), hashOf(other))

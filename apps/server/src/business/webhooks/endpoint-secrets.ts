import type { Core } from '../../core/core.ts'

/** The secrets of an endpoint as they are stored. */
export type SealedSecrets = {
  readonly sealedSecret: Buffer
  readonly sealedFormerSecret: Buffer | null
  readonly formerUntil: number | null
}

const NAME = 'secret of an endpoint'

/** Encrypts the secret of an endpoint with the key of the installation. */
export const sealSecret = ({ passwords }: Core, secret: string): Buffer =>
  passwords.sealBytes(NAME, Buffer.from(secret))

/**
 * The secrets that sign for an endpoint now, the newest first: for a day after a rotation also the one before. Those that were sealed
 * with another key are left out.
 */
export function secretsOf(
  { passwords }: Core,
  { sealedSecret, sealedFormerSecret, formerUntil }: SealedSecrets,
  now: number,
): string[] {
  const isFormerValid = sealedFormerSecret !== null && formerUntil !== null && now < formerUntil
  return [sealedSecret, ...(isFormerValid ? [sealedFormerSecret] : [])].flatMap((sealed) => {
    const secret = passwords.openBytes(NAME, sealed)
    return secret === null ? [] : [secret.toString()]
  })
}

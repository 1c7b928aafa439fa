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
 * The secrets that sign the events of an endpoint now, the newest first. For a day after a rotation the former secret signs, too.
 * A secret that was encrypted with another key of the installation is left out.
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

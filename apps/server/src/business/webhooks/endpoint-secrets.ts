import type { Core } from '../../core/core.ts'

/** The secrets of an endpoint as they are stored. */
type Sealed = {
  readonly sealedSecret: Buffer
  readonly sealedFormerSecret: Buffer | null
  readonly formerUntil: number | null
}

const NAME = 'secret of an endpoint'

/** Encrypts the secret of an endpoint with the key of the installation. */
export const sealSecret = ({ passwords }: Core, secret: string): Buffer =>
  passwords.sealBytes(NAME, Buffer.from(secret))

/**
 * The secrets that sign for an endpoint now, the newest first: for a day after a rotation also the one before.
 *
 * Refuses: an `Error`, when they were sealed with another key: a new secret mends it.
 */
export function secretsOf({ passwords }: Core, sealed: Sealed, now: number): string[] {
  const { sealedSecret, sealedFormerSecret, formerUntil } = sealed
  const isFormerValid = sealedFormerSecret !== null && formerUntil !== null && now < formerUntil
  return [sealedSecret, ...(isFormerValid ? [sealedFormerSecret] : [])].map((each) => {
    const secret = passwords.openBytes(NAME, each)
    if (secret === null) {
      throw new Error('The secret of an endpoint was sealed with another key: make a new one')
    }
    return secret.toString()
  })
}

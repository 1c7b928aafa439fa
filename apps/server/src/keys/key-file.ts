import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from 'node:crypto'

import { z } from 'zod'

const FORMAT = 'partner-office-keys-1'
const KEY_BYTES = 32
const SALT_BYTES = 16
const NONCE_BYTES = 12
const TAG_BYTES = 16
/** Costs 128 MiB and about half a second for each guess. */
const COST = { N: 2 ** 17, r: 8, p: 1 } as const
const MOST_MEMORY = 256 * 1024 * 1024

/** The secrets of an installation, by name. */
export type Keys = Readonly<Record<string, string>>

const base64 = z.base64url()
const KeyFile = z.object({
  format: z.literal(FORMAT),
  N: z.literal(COST.N),
  r: z.literal(COST.r),
  p: z.literal(COST.p),
  salt: base64,
  nonce: base64,
  tag: base64,
  sealed: base64,
})
const KeysShape = z.record(z.string().regex(/^[a-z0-9-]{1,64}$/), z.string().min(1).max(1_000))

/** Seals keys with a passphrase: scrypt, then AES-256-GCM. */
export function sealKeys(keys: Keys, passphrase: string): string {
  const [salt, nonce] = [randomBytes(SALT_BYTES), randomBytes(NONCE_BYTES)]
  const cipher = createCipheriv('aes-256-gcm', stretched(passphrase, salt), nonce)
  const sealed = Buffer.concat([cipher.update(JSON.stringify(keys)), cipher.final()])
  const file: z.infer<typeof KeyFile> = {
    format: FORMAT,
    ...COST,
    salt: salt.toString('base64url'),
    nonce: nonce.toString('base64url'),
    tag: cipher.getAuthTag().toString('base64url'),
    sealed: sealed.toString('base64url'),
  }
  return `${JSON.stringify(file)}\n`
}

/** The keys of a file; null for another passphrase, a damaged file, and a file of another kind. */
export function openKeys(text: string, passphrase: string): Keys | null {
  try {
    const { salt, nonce, tag, sealed } = KeyFile.parse(JSON.parse(text))
    const key = stretched(passphrase, bytesOf(salt))
    const decipher = createDecipheriv('aes-256-gcm', key, bytesOf(nonce), {
      authTagLength: TAG_BYTES,
    }).setAuthTag(bytesOf(tag))
    const opened = Buffer.concat([decipher.update(bytesOf(sealed)), decipher.final()])
    return KeysShape.parse(JSON.parse(opened.toString('utf8')))
  } catch {
    return null
  }
}

const bytesOf = (text: string): Buffer => Buffer.from(text, 'base64url')

const stretched = (passphrase: string, salt: Buffer): Buffer =>
  scryptSync(passphrase.normalize('NFC'), salt, KEY_BYTES, { ...COST, maxmem: MOST_MEMORY })

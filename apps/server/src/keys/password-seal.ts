import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  randomBytes,
} from 'node:crypto'

/** Encrypts what only the server may read: passwords that wait to be hashed, authenticator secrets, mails, documents. */
export type PasswordSeal = {
  seal(userId: number, password: string): Buffer
  /** Null for data sealed with another key or for another account. */
  open(userId: number, sealed: Buffer): string | null
  /** Encrypts bytes; they open only with the same name. */
  sealBytes(name: string, bytes: Uint8Array): Buffer
  /** Null for data sealed with another key or under another name. */
  openBytes(name: string, sealed: Buffer): Buffer | null
  /** A code that only the holder of the key can make: a text that has its code is as the server has written it. */
  codeOf(text: string): string
}

export const SEAL_KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** AES-256-GCM with the owner as additional data: a sealed password copied to another account does not open. */
export function passwordSeal(keyBytes: Buffer): PasswordSeal {
  // Node takes five times as long for a cipher with the bytes of a key.
  const key = createSecretKey(keyBytes)
  const keyOfCodes = createSecretKey(
    createHmac('sha256', key).update('partner-office codes').digest(),
  )
  const sealBytes = (name: string, bytes: Uint8Array): Buffer => {
    const nonce = randomBytes(NONCE_BYTES)
    const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(name))
    const text = Buffer.concat([cipher.update(bytes), cipher.final()])
    return Buffer.concat([nonce, cipher.getAuthTag(), text])
  }
  const openBytes = (name: string, sealed: Buffer): Buffer | null => {
    const nonce = sealed.subarray(0, NONCE_BYTES)
    const tag = sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES)
    const text = sealed.subarray(NONCE_BYTES + TAG_BYTES)
    try {
      const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
      decipher.setAAD(Buffer.from(name)).setAuthTag(tag)
      return Buffer.concat([decipher.update(text), decipher.final()])
    } catch {
      return null
    }
  }
  return {
    sealBytes,
    openBytes,
    codeOf: (text) => createHmac('sha256', keyOfCodes).update(text).digest('base64url'),
    seal: (userId, password) => sealBytes(`account ${userId}`, Buffer.from(password)),
    open: (userId, sealed) => openBytes(`account ${userId}`, sealed)?.toString('utf8') ?? null,
  }
}

import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

/** Encrypts plain passwords that wait to be hashed. */
export type PasswordSeal = {
  seal(userId: number, password: string): Buffer
  /** Null for data sealed with another key or for another account. */
  open(userId: number, sealed: Buffer): string | null
}

export const SEAL_KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** AES-256-GCM with the account as additional data: a sealed password copied to another account does not open. */
export function passwordSeal(key: Buffer): PasswordSeal {
  return {
    seal(userId, password) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(boundTo(userId))
      const text = Buffer.concat([cipher.update(password, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), text])
    },
    open(userId, sealed) {
      const nonce = sealed.subarray(0, NONCE_BYTES)
      const tag = sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES)
      const text = sealed.subarray(NONCE_BYTES + TAG_BYTES)
      try {
        const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
        decipher.setAAD(boundTo(userId)).setAuthTag(tag)
        return Buffer.concat([decipher.update(text), decipher.final()]).toString('utf8')
      } catch {
        return null
      }
    },
  }
}

const boundTo = (userId: number): Buffer => Buffer.from(`account ${userId}`)

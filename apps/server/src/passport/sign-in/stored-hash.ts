import { replaceSealed } from '../accounts/accounts.ts'
import type { Passport } from '../passport.ts'

type Credentials = {
  readonly userId: number
  readonly passwordHash: string | null
  readonly sealedPassword: Buffer | null
}

/** Returns an account's password hash; hashes a password that is still sealed. Source: decisions D-146. */
export async function storedHash(
  { core, passwords }: Passport,
  { userId, passwordHash, sealedPassword }: Credentials,
): Promise<string | null> {
  if (sealedPassword === null) return passwordHash
  const password = core.passwords.open(userId, sealedPassword)
  if (password === null) return null
  return replaceSealed(core, userId, sealedPassword, await passwords.hash(password))
}

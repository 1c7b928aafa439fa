import { hash, verify } from '@node-rs/argon2'

import { Semaphore } from '../semaphore.ts'

// Of argon2id, the library's default algorithm. Units: memoryCost in KiB.
const ARGON2 = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 }
const AT_ONCE = 2

/** The hash of a password: argon2id, 19 MiB, two passes. */
export const hashPassword = (password: string): Promise<string> => hash(password, ARGON2)

/** Hashes and compares passwords for requests, few at a time: each takes memory and tens of milliseconds. */
export class PasswordHasher {
  readonly #semaphore = new Semaphore(AT_ONCE)
  readonly #nobody = hashPassword('nobody has this password')

  /** Refuses: `too_many_requests`, when too many wait already. */
  hash(password: string): Promise<string> {
    return this.#semaphore.run(() => hashPassword(password))
  }

  /**
   * Whether a password is the one that was hashed; null, for no password at all, takes as long to say no.
   *
   * Refuses: `too_many_requests`, when too many wait already.
   */
  async isRight(stored: string | null, password: string): Promise<boolean> {
    const compared = stored ?? (await this.#nobody)
    return (await this.#semaphore.run(() => verify(compared, password))) && stored !== null
  }
}

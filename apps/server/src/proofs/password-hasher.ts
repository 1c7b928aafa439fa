import { hash, verify } from '@node-rs/argon2'

import { Semaphore } from '../turns/semaphore.ts'
import { AT_ONCE } from '../input/limits.ts'

// The library's default algorithm is argon2id. Units: memoryCost in KiB.
const ARGON2 = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 }

/** Hashes a password with argon2id: 19 MiB, two passes. */
export const hashPassword = (password: string): Promise<string> => hash(password, ARGON2)

/** The hash that a password is compared with where an account has none. All hashers share this hash. */
let decoy: Promise<string> | undefined

/** Hashes and compares passwords, two at a time: each takes 19 MiB and tens of milliseconds. */
export class PasswordHasher {
  readonly #semaphore = new Semaphore(AT_ONCE.passwordsHashed)
  readonly #decoy = (decoy ??= hashPassword('nobody has this password'))

  /** Hashes a password. Refuses: `too_many_requests`, when the queue is full. */
  hash(password: string): Promise<string> {
    return this.#semaphore.run(() => hashPassword(password))
  }

  /**
   * Whether a password matches a hash. Without a hash the answer is no, after the same time.
   *
   * Refuses: `too_many_requests`, when the queue is full.
   */
  async isRight(stored: string | null, password: string): Promise<boolean> {
    const compared = stored ?? (await this.#decoy)
    return (await this.#semaphore.run(() => verify(compared, password))) && stored !== null
  }
}

import { hash, verify } from '@node-rs/argon2'
import { Refusal } from '@partner-office/domain'

// Of argon2id, the library's default algorithm. Units: memoryCost in KiB.
const ARGON2 = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 }
const AT_ONCE = 2
const MOST_WAITING = 100

/** The hash of a password: argon2id, 19 MiB, two passes. */
export const hashPassword = (password: string): Promise<string> => hash(password, ARGON2)

/** Hashes and compares passwords for requests, few at a time: each takes memory and tens of milliseconds. */
export class PasswordWork {
  readonly #waiting: (() => void)[] = []
  readonly #nobody = hashPassword('nobody has this password')
  #running = 0

  /** Refuses: `too_many_requests`, when too many wait already. */
  hash(password: string): Promise<string> {
    return this.#inTurn(() => hashPassword(password))
  }

  /**
   * Whether a password is the one that was hashed; null, for no password at all, takes as long to say no.
   *
   * Refuses: `too_many_requests`, when too many wait already.
   */
  async isRight(stored: string | null, password: string): Promise<boolean> {
    const compared = stored ?? (await this.#nobody)
    return (await this.#inTurn(() => verify(compared, password))) && stored !== null
  }

  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running < AT_ONCE) this.#running += 1
    else await this.#turn()
    try {
      return await work()
    } finally {
      const next = this.#waiting.shift()
      // The place is handed on, so that nobody slips in between.
      if (next === undefined) this.#running -= 1
      else next()
    }
  }

  #turn(): Promise<void> {
    if (this.#waiting.length >= MOST_WAITING) {
      throw new Refusal('too_many_requests', { retryAfter: 1 })
    }
    return new Promise((resolve) => this.#waiting.push(resolve))
  }
}

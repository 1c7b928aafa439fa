import { Refusal } from '@partner-office/domain'

const MOST_WAITING = 100

/** Lets a few pieces of work run at once; the others wait in the order in which they came. */
export class Turns {
  readonly #atOnce: number
  readonly #waiting: (() => void)[] = []
  #running = 0

  constructor(atOnce: number) {
    this.#atOnce = atOnce
  }

  /** Refuses: `too_many_requests`, when too many wait already. */
  async take<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running < this.#atOnce) this.#running += 1
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

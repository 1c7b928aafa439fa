import { Refusal } from '@partner-office/domain'

const MAX_QUEUED = 100

/** Limits how many tasks run at once. Further tasks queue, first in first out. */
export class Semaphore {
  readonly #permits: number
  readonly #queue: (() => void)[] = []
  #running = 0

  constructor(permits: number) {
    this.#permits = permits
  }

  /** Runs a task once a permit is free. Refuses: `too_many_requests`, when the queue is full. */
  async run<T>(task: () => Promise<T>): Promise<T> {
    if (this.#running < this.#permits) this.#running += 1
    else await this.#permit()
    try {
      return await task()
    } finally {
      const next = this.#queue.shift()
      // The permit goes directly to the next task: a new caller cannot take it in between.
      if (next === undefined) this.#running -= 1
      else next()
    }
  }

  #permit(): Promise<void> {
    if (this.#queue.length >= MAX_QUEUED) {
      throw new Refusal('too_many_requests', { retryAfter: 1 })
    }
    return new Promise((resolve) => this.#queue.push(resolve))
  }
}

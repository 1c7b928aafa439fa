import { Refusal } from '@partner-office/domain'
import { MOST_QUEUED } from '../input/limits.ts'

type Waiting = { readonly start: () => void; readonly refuse: (error: Refusal) => void }

/**
 * Limits how many tasks run at once. Further tasks queue, first in first out; groups take turns, so that the tasks of one
 * group never wait behind all tasks of another.
 */
export class Semaphore {
  readonly #permits: number
  readonly #mostQueued: number
  /** One queue per group, the group of the next turn first. */
  readonly #queues = new Map<string, Waiting[]>()
  #queued = 0
  #running = 0

  constructor(permits: number, { mostQueued = MOST_QUEUED } = {}) {
    this.#permits = permits
    this.#mostQueued = mostQueued
  }

  /**
   * Runs a task of a group once a permit is free.
   *
   * Refuses: `too_many_requests`, when all places of the queue are taken and no other group has more of them.
   */
  async run<T>(task: () => Promise<T>, group = ''): Promise<T> {
    if (this.#running < this.#permits) this.#running += 1
    else await this.#permit(group)
    try {
      return await task()
    } finally {
      const next = this.#next()
      // The permit goes directly to the next task: a new caller cannot take it in between.
      if (next === undefined) this.#running -= 1
      else next.start()
    }
  }

  #permit(group: string): Promise<void> {
    const queue = this.#queues.get(group) ?? []
    if (this.#queued >= this.#mostQueued) this.#makeRoom(queue.length)
    this.#queues.set(group, queue)
    this.#queued += 1
    return new Promise((start, refuse) => queue.push({ start, refuse }))
  }

  /** Takes the last place of the longest queue away, for a group with at least two places fewer. */
  #makeRoom(places: number): void {
    const tooMany = new Refusal('too_many_requests', { retryAfter: 1 })
    const longest = [...this.#queues.values()].reduce((a, b) => (b.length > a.length ? b : a))
    if (longest.length < places + 2) throw tooMany
    longest.pop()!.refuse(tooMany)
    this.#queued -= 1
  }

  #next(): Waiting | undefined {
    const [turn] = this.#queues
    if (turn === undefined) return undefined
    const [group, queue] = turn
    const next = queue.shift()
    this.#queued -= 1
    this.#queues.delete(group)
    if (queue.length > 0) this.#queues.set(group, queue)
    return next
  }
}

import { Refusal } from '@partner-office/domain'
import { CALL_WINDOW_MS } from '../input/limits.ts'

/**
 * Counts the calls of the current minute in this process, cheap enough for every call. Each of N processes allows an Nth of a
 * limit, rounded up, so together they allow at most N calls more; limits that must hold to the call are counted in the database.
 *
 * Source: decisions D-106; cluster.md, D-199.
 */
export class CallWindow {
  readonly #clock: () => number
  readonly #processes: () => number
  readonly #calls = new Map<string, number>()
  #minute = 0

  constructor(clock: () => number, processes: () => number = () => 1) {
    this.#clock = clock
    this.#processes = processes
  }

  /**
   * Counts one call.
   *
   * Units: `limit` in calls a minute of all processes; 0: no limit.
   * Refuses: `too_many_requests`, with the seconds to wait.
   */
  count(subject: string, limit: number): void {
    if (limit === 0) return
    const now = this.#clock()
    const minute = Math.floor(now / CALL_WINDOW_MS)
    if (minute !== this.#minute) this.#calls.clear()
    this.#minute = minute

    const calls = (this.#calls.get(subject) ?? 0) + 1
    this.#calls.set(subject, calls)
    if (calls <= Math.ceil(limit / this.#processes())) return
    const retryAfter = Math.max(1, Math.ceil(((minute + 1) * CALL_WINDOW_MS - now) / 1_000))
    throw new Refusal('too_many_requests', { retryAfter })
  }
}

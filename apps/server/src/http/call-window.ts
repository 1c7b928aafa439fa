import { Refusal } from '@partner-office/domain'
import { CALL_WINDOW_MS } from '../input/limits.ts'

/**
 * Counts the calls of the current minute in this process, cheap enough for every call. Several processes together
 * allow as many times more; limits that must hold across processes are counted in the database.
 *
 * Source: decisions D-106.
 */
export class CallWindow {
  readonly #clock: () => number
  readonly #calls = new Map<string, number>()
  #minute = 0

  constructor(clock: () => number) {
    this.#clock = clock
  }

  /**
   * Counts one call.
   *
   * Units: `limit` in calls a minute; 0: no limit.
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
    if (calls <= limit) return
    const retryAfter = Math.max(1, Math.ceil(((minute + 1) * CALL_WINDOW_MS - now) / 1_000))
    throw new Refusal('too_many_requests', { retryAfter })
  }
}

import { DatabaseBusy } from '../db/bounded-pool.ts'

/** As long as a call waits for the one session of the embedded database. */
const CALL_WAITS_MS = 30_000
/** As long as a command waits for a lock of PostgreSQL. */
const LONG_WORK_WAITS_MS = 10 * 60_000

/**
 * A lock of the process, held while a file of orders is recorded in slices, and by all work that must see such a file as a
 * whole. First in, first out.
 *
 * One process owns an embedded database, so a lock in its memory is enough. It must be taken outside of transactions: its
 * holder needs the session.
 */
export class FileLock {
  #isHeld = false
  readonly #waiting: (() => void)[] = []
  #finish: (() => Promise<void>) | null = null

  /**
   * Runs work that holds the lock. A file that failed half-way is finished before it.
   *
   * Refuses: `DatabaseBusy`, after a wait of `longestWaitMs`.
   */
  async run<T>(work: () => Promise<T>, longestWaitMs = CALL_WAITS_MS): Promise<T> {
    if (this.#isHeld) await this.#turn(longestWaitMs)
    this.#isHeld = true
    try {
      await this.#finish?.()
      this.#finish = null
      return await work()
    } finally {
      const next = this.#waiting.shift()
      // The lock passes directly to the next: a new caller cannot take it in between.
      if (next === undefined) this.#isHeld = false
      else next()
    }
  }

  /** Called by a holder whose file failed half-way: the next holder calls `finish` first. */
  finishNext(finish: () => Promise<void>): void {
    this.#finish = finish
  }

  /** The same lock with the patience of commands and jobs. */
  forLongWork(): Pick<FileLock, 'run' | 'finishNext' | 'forLongWork'> {
    const patient = {
      run: <T>(work: () => Promise<T>) => this.run(work, LONG_WORK_WAITS_MS),
      finishNext: (finish: () => Promise<void>) => this.finishNext(finish),
      forLongWork: () => patient,
    }
    return patient
  }

  #turn(longestWaitMs: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const start = () => {
        clearTimeout(giveUp)
        resolve()
      }
      const giveUp = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(start), 1)
        reject(new DatabaseBusy('a file of orders is being recorded'))
      }, longestWaitMs)
      this.#waiting.push(start)
    })
  }
}

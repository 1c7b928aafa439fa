import { setTimeout as wait } from 'node:timers/promises'

import type { Core } from '../../core/core.ts'
import { changeJob } from './stored-jobs.ts'

const WRITTEN_EVERY_MS = 500
const TRIED_AGAIN_MS = 1_000
const MOST_TRIES = 60

type Noted = { readonly done: number; readonly of: number; readonly part?: string }

/** Writes the progress of a job twice a second at most: work that does a thousand steps a second is not slowed down. */
export class JobProgress {
  readonly #core: Core
  readonly #id: number
  #latest: Noted | null = null
  #writing: Promise<void> | null = null
  /** Ends the pause after a progress: no end waits for it. */
  readonly #ending = new AbortController()

  constructor(core: Core, id: number) {
    this.#core = core
    this.#id = id
  }

  note(done: number, of: number, part?: string): void {
    this.#latest = part === undefined ? { done, of } : { done, of, part }
    this.#writing ??= this.#write().finally(() => (this.#writing = null))
  }

  /** Writes the end, with the last progress. A database that is away for a while does not lose it. */
  async end(end: Parameters<typeof changeJob>[2]): Promise<void> {
    this.#ending.abort()
    await this.#writing
    const last = this.#latest ?? {}
    for (let tries = 1; ; tries += 1) {
      try {
        await changeJob(this.#core, this.#id, { ...last, ...end })
        return
      } catch (error) {
        if (tries === MOST_TRIES) throw error
        await wait(TRIED_AGAIN_MS, undefined, { ref: false })
      }
    }
  }

  /** A progress that cannot be written is left out: the next one says more. */
  async #write(): Promise<void> {
    const latest = this.#latest!
    this.#latest = null
    await changeJob(this.#core, this.#id, { state: 'RUNNING', ...latest }).catch(() => {})
    const { signal } = this.#ending
    await wait(WRITTEN_EVERY_MS, undefined, { ref: false, signal }).catch(() => {})
    if (this.#latest !== null && !signal.aborted) await this.#write()
  }
}

import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

import type { TicketFileKind } from '@partner-office/domain'

import type { Checked } from './check-worker.ts'

/** The largest ordinary files take a few seconds, and less than half of the memory. */
const LIMITS = { heapMb: 256, ms: 30_000 }

/** How a thread ends that its file exhausts. */
const EXHAUSTED: readonly unknown[] = ['ERR_WORKER_OUT_OF_MEMORY', 'ABORT_ERR']

/** A thread that checks one file after the other, so that the calls of others never wait for a large file. */
export class FileChecker {
  readonly #limits: typeof LIMITS
  #worker: Worker | null = null
  #last: Promise<unknown> = Promise.resolve()

  constructor(limits = LIMITS) {
    this.#limits = limits
  }

  /** A file that takes too much memory or time cannot be used. */
  async check(path: string): Promise<TicketFileKind | null> {
    const answered = this.#last.then(() => this.#answer(path))
    this.#last = answered.catch(() => {})
    const checked = await answered.catch((error: NodeJS.ErrnoException) => {
      if (EXHAUSTED.includes(error.code)) return { kind: null }
      throw error
    })
    if ('kind' in checked) return checked.kind
    throw Object.assign(new Error(checked.failure), { code: checked.code })
  }

  async #answer(path: string): Promise<Checked> {
    const { heapMb, ms } = this.#limits
    const worker = (this.#worker ??= new Worker(new URL('./check-worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: heapMb },
    }))
    // A process ends when nothing but an idle thread is left.
    worker.ref()
    try {
      const answer = once(worker, 'message', { signal: AbortSignal.timeout(ms) })
      worker.postMessage(path)
      const [checked] = await answer
      worker.unref()
      return checked as Checked
    } catch (error) {
      // The next file gets another thread.
      this.#worker = null
      await worker.terminate()
      throw error
    }
  }
}

const checker = new FileChecker()

/**
 * Checks a stored file by its whole content, and replaces an image by one that holds only what shows it. Returns its kind;
 * null for a file that cannot be used: see `fileContent`.
 */
export const checkFile = (path: string): Promise<TicketFileKind | null> => checker.check(path)

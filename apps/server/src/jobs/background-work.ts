import { setTimeout as wait } from 'node:timers/promises'

import type { FastifyBaseLogger } from 'fastify'

/** A piece of work done again and again; true when there is more to do right away. */
export type Job = {
  readonly name: string
  readonly everyMs: number
  readonly run: () => Promise<boolean>
}

const TOLD_AGAIN_AFTER_MS = 60_000

/** Runs jobs beside the requests; one that fails is tried again, and never takes the process with it. */
export class BackgroundWork {
  readonly #log: FastifyBaseLogger
  readonly #stopper = new AbortController()
  readonly #loops: Promise<void>[] = []
  readonly #toldAt = new Map<string, number>()

  constructor(log: FastifyBaseLogger) {
    this.#log = log
  }

  start(jobs: readonly Job[]): void {
    for (const job of jobs) this.#loops.push(this.#repeat(job))
  }

  /** Ends when what runs now has ended. */
  async stop(): Promise<void> {
    this.#stopper.abort()
    await Promise.all(this.#loops)
  }

  async #repeat(job: Job): Promise<void> {
    const { signal } = this.#stopper
    while (!signal.aborted) {
      const isMore = await this.#runOnce(job)
      await wait(isMore ? 0 : job.everyMs, undefined, { signal }).catch(() => {})
    }
  }

  async #runOnce({ name, run }: Job): Promise<boolean> {
    try {
      return await run()
    } catch (error) {
      this.#tell(name, error)
      return false
    }
  }

  /** A job that fails every second would fill the log with one and the same line. */
  #tell(name: string, error: unknown): void {
    const now = performance.now()
    if (now - (this.#toldAt.get(name) ?? Number.NEGATIVE_INFINITY) < TOLD_AGAIN_AFTER_MS) return
    this.#toldAt.set(name, now)
    this.#log.error({ err: error, job: name }, 'a background job failed; it is tried again')
  }
}

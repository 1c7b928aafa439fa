import { setTimeout as wait } from 'node:timers/promises'

import type { FastifyBaseLogger } from 'fastify'

import { TermOver } from '../db/database.ts'
import type { JobFailures } from './job-failures.ts'

/** A repeated job; `run` returns true when more work is ready at once. */
export type Job = {
  readonly name: string
  readonly everyMs: number
  readonly run: () => Promise<boolean>
}

const LOGGED_AGAIN_AFTER_MS = 60_000

/** Runs jobs beside the requests. A failed job is retried and never ends the process. */
export class BackgroundWork {
  readonly #log: FastifyBaseLogger
  readonly #failures: JobFailures
  readonly #stopper = new AbortController()
  readonly #loops: Promise<void>[] = []
  readonly #loggedAt = new Map<string, number>()

  constructor(log: FastifyBaseLogger, failures: JobFailures) {
    this.#log = log
    this.#failures = failures
  }

  start(jobs: readonly Job[]): void {
    for (const job of jobs) this.#loops.push(this.#repeat(job))
  }

  /** Starts no further run, and waits for the running ones. */
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
      if (error instanceof TermOver) return false
      this.#failures.add(name, error)
      this.#logFailure(name, error)
      return false
    }
  }

  /** Logs a failure at most once a minute per job: a job that fails every second would fill the log. */
  #logFailure(name: string, error: unknown): void {
    const now = performance.now()
    if (now - (this.#loggedAt.get(name) ?? Number.NEGATIVE_INFINITY) < LOGGED_AGAIN_AFTER_MS) return
    this.#loggedAt.set(name, now)
    this.#log.error({ err: error, job: name }, 'a background job failed; it is tried again')
  }
}

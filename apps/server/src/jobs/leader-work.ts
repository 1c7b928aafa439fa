import { once } from 'node:events'

import type { FastifyBaseLogger } from 'fastify'

import type { Leadership } from '../core/leadership.ts'
import type { Database } from '../db/database.ts'
import { BackgroundWork, type Job } from './background-work.ts'
import type { JobFailures } from './job-failures.ts'

/** Runs the jobs of the leader while this process leads. */
export class LeaderWork {
  readonly #leadership: Leadership
  readonly #log: FastifyBaseLogger
  readonly #failures: JobFailures
  readonly #jobsOn: (database: Database) => readonly Job[]
  #work: BackgroundWork | null = null
  #isStopping = false

  /** Competes for the lead; `jobsOn` makes the jobs of a term on its database. */
  constructor(
    leadership: Leadership,
    { log, failures }: { readonly log: FastifyBaseLogger; readonly failures: JobFailures },
    jobsOn: (database: Database) => readonly Job[],
  ) {
    this.#leadership = leadership
    this.#log = log
    this.#failures = failures
    this.#jobsOn = jobsOn
    leadership.compete((database, signal) => this.#lead(database, signal))
  }

  /** Finishes running jobs, and leaves the lead to another process. */
  async stop(): Promise<void> {
    this.#isStopping = true
    await this.#work?.stop()
    await this.#leadership.resign()
  }

  async #lead(database: Database, signal: AbortSignal): Promise<void> {
    if (this.#isStopping) return
    const { epoch } = this.#leadership
    const work = new BackgroundWork(this.#log, this.#failures)
    this.#work = work
    this.#log.info({ epoch }, 'this process leads')
    work.start(this.#jobsOn(database))
    if (!signal.aborted) await once(signal, 'abort')
    await work.stop()
    this.#log.info({ epoch }, 'this process leads no more')
  }
}

import { setTimeout as wait } from 'node:timers/promises'

import type { Job, JobResult } from '@partner-office/contracts'
import { Refusal } from '@partner-office/domain'
import { sql } from 'kysely'

import { audited } from '../../business/audit/audit-log.ts'
import type { Core, Progress } from '../../core/core.ts'
import { column } from '../../db/column.ts'
import { Semaphore } from '../../turns/semaphore.ts'
import type { Session } from '../console.ts'
import { isGone } from '../processes/read-processes.ts'
import { JobProgress } from './job-progress.ts'
import { isCancellable, isStartedAgain, roleOfJob } from './job-roles.ts'
import { type Asked, changeJob, insertJob } from './stored-jobs.ts'

/** What the work of a job is given. `progress` throws once the job is cancelled; long steps look at `signal` themselves. */
export type Working = {
  readonly core: Core
  readonly id: number
  readonly object: string
  readonly progress: Progress
  readonly signal: AbortSignal
}

/** A kind of jobs. */
type Kind = {
  /** Another process goes on with it when its own is gone; else it is shown as interrupted. */
  readonly isContinued: boolean
  readonly run: (working: Working) => Promise<JobResult>
}
export type JobKinds = Readonly<Record<Job['kind'], Kind>>

const RUN_AT_ONCE = 2
const WATCHED_EVERY_MS = 1_000
const EVENTS_KEPT_MS = 7 * 86_400_000

type Begun = Asked & { readonly id: number }

function requireRole(kind: Job['kind'], { roles }: Session): void {
  const role = roleOfJob(kind)
  if (!roles.includes(role)) throw new Refusal('access_denied', { reason: role })
}

/**
 * Runs the long work of operators in this process. What it does stands in the database: any process shows it, cancels it, and
 * notices when its process is gone.
 *
 * Source: console.md section 1, "job"; section 4.
 */
export class JobRunner {
  readonly #core: Core
  readonly #kinds: JobKinds
  readonly #turns = new Semaphore(RUN_AT_ONCE)
  readonly #running = new Map<number, AbortController>()
  readonly #ended = new Set<Promise<void>>()
  #isStopping = false
  #isWatching = false

  /** `core` is that of long work: a job takes no connections of calls. */
  constructor(core: Core, kinds: JobKinds) {
    this.#core = core
    this.#kinds = kinds
  }

  /** Starts a job, with its entry in the audit log; returns its id at once. Refuses: `job_running`. */
  async start(core: Core, asked: Asked, { operatorId, email }: Session): Promise<number> {
    const entry = { actor: email, command: 'job start', details: () => asked }
    const id = await audited(core, entry, (on) =>
      on.database.transaction((tx) => insertJob(core, tx, { ...asked, byId: operatorId })),
    )
    this.#begin({ id, ...asked })
    return id
  }

  /** Starts a job again that has ended. Refuses: `not_found`, also for work on a file; `access_denied`; `job_running`. */
  async startAgain(core: Core, id: number, session: Session): Promise<number> {
    const { kind, object } = await this.#known(core, id)
    requireRole(kind, session)
    if (!isStartedAgain(kind)) throw new Refusal('not_found')
    return this.start(core, { kind, object }, session)
  }

  /** Cancels a job, in whichever process it runs; one that has ended stays as it is. Refuses: `not_found`; `access_denied`; `too_late`. */
  async cancel(core: Core, id: number, session: Session): Promise<void> {
    const { kind, object, endedAt } = await this.#known(core, id)
    requireRole(kind, session)
    if (endedAt !== null) return
    if (!isCancellable(kind)) throw new Refusal('too_late', { reason: 'it runs to its end' })
    const entry = {
      actor: session.email,
      command: 'job cancel',
      details: () => ({ job: id, kind, object }),
    }
    await audited(core, entry, (on) =>
      on.database.transaction((tx) =>
        tx
          .updateTable('console.jobs')
          .set({ isCancelled: true })
          .where('id', '=', id)
          .where('endedAt', 'is', null)
          .execute(),
      ),
    )
    this.#running.get(id)?.abort()
  }

  /**
   * Takes over the jobs of processes that are gone: goes on with those of some kinds, and ends the others. Kinds of a newer version
   * are left to its processes.
   */
  async adopt(): Promise<void> {
    const { database, process: self, clock } = this.#core
    const { rows } = await sql<Begun & { readonly isCancelled: boolean }>`
      update console.jobs set process_id = ${self.id}, process_name = ${self.name}
      where id in (
        select j.id from console.jobs j left join console.processes p on p.id = j.process_id
        where j.ended_at is null and j.process_id <> ${self.id} and (p.id is null or ${isGone(this.#core)})
          and j.kind = any(${column(Object.keys(this.#kinds))}::text[])
        for update of j skip locked)
      returning id, kind, object, is_cancelled`.execute(database.read)
    for (const { isCancelled, ...job } of rows) {
      if (this.#kinds[job.kind].isContinued && !isCancelled) this.#begin(job)
      else await changeJob(this.#core, job.id, { state: isCancelled ? 'CANCELLED' : 'INTERRUPTED' })
    }
    await database.read
      .deleteFrom('console.jobEvents')
      .where('at', '<', clock() - EVENTS_KEPT_MS)
      .execute()
    await this.beginWaiting()
  }

  /** Begins the jobs of this process that wait and that nobody has begun: a transaction has left them. */
  async beginWaiting(): Promise<void> {
    const waiting = await this.#core.database.read
      .selectFrom('console.jobs')
      .select(['id', 'kind', 'object'])
      .where('processId', '=', this.#core.process.id)
      .where('state', '=', 'WAITING')
      .execute()
    for (const job of waiting) this.#begin(job)
  }

  /** Ends the work of this process. Kinds that are continued are left to another one. */
  async stop(): Promise<void> {
    this.#isStopping = true
    for (const stopper of this.#running.values()) stopper.abort()
    await Promise.all(this.#ended)
  }

  async #known({ database: { read } }: Core, id: number) {
    const job = await read
      .selectFrom('console.jobs')
      .select(['kind', 'object', 'endedAt'])
      .where('id', '=', id)
      .executeTakeFirst()
    if (job === undefined) throw new Refusal('not_found')
    return job
  }

  #begin(job: Begun): void {
    if (this.#isStopping || this.#running.has(job.id)) return
    const stopper = new AbortController()
    this.#running.set(job.id, stopper)
    const ended = this.#turns
      .run(() => this.#run(job, stopper.signal))
      .catch(() => {})
      .finally(() => {
        this.#running.delete(job.id)
        this.#ended.delete(ended)
      })
    this.#ended.add(ended)
    void this.#watch()
  }

  async #run({ id, kind, object }: Begun, signal: AbortSignal): Promise<void> {
    const progress = new JobProgress(this.#core, id)
    const { run, isContinued } = this.#kinds[kind]
    try {
      signal.throwIfAborted()
      await changeJob(this.#core, id, { state: 'RUNNING' })
      const note: Progress = (done, of, part) => {
        signal.throwIfAborted()
        progress.note(done, of, part)
      }
      const result = await run({ core: this.#core, id, object, progress: note, signal })
      await progress.end({ state: 'DONE', result })
    } catch (error) {
      if (this.#isStopping && isContinued) return
      await progress.end(this.#endOf(signal, error))
    }
  }

  #endOf(signal: AbortSignal, error: unknown): { state: Job['state']; error?: string } {
    if (this.#isStopping) return { state: 'INTERRUPTED' }
    if (signal.aborted) return { state: 'CANCELLED' }
    return { state: 'FAILED', error: (error as Error).message }
  }

  /** Looks whether another process has cancelled a job of this one, or has taken it over. */
  async #watch(): Promise<void> {
    if (this.#isWatching) return
    this.#isWatching = true
    while (this.#running.size > 0) {
      await wait(WATCHED_EVERY_MS, undefined, { ref: false })
      await this.#look().catch(() => {})
    }
    this.#isWatching = false
  }

  async #look(): Promise<void> {
    const { database, process: self } = this.#core
    const ids = [...this.#running.keys()]
    if (ids.length === 0) return
    const over = await database.read
      .selectFrom('console.jobs')
      .select('id')
      .where('id', 'in', ids)
      .where((is) => is.or([is('isCancelled', '=', true), is('processId', '<>', self.id)]))
      .execute()
    for (const { id } of over) this.#running.get(id)?.abort()
  }
}

import type { CheckName, CloseCheck, Job, Period, Proposal } from '@partner-office/contracts'
import { setTimeout as wait } from 'node:timers/promises'

import type { Core } from '../core/core.ts'
import type { Database } from '../db/database.ts'
import { openClosingNetwork } from './closing-network.ts'
import type { TestClock } from './core.ts'
import { type Browser, OperatorsDesk } from './operators-desk.ts'
import { WITHOUT_THREADS } from './without-threads.ts'

const REASON = 'as the meeting has decided'

type Options = Parameters<typeof openClosingNetwork>[1] & { readonly hasThreads?: boolean }

/** The close cockpit with two operators of finance, on a network with a month to close. */
export class CloseDesk {
  readonly desk: OperatorsDesk
  readonly fin: Browser
  readonly fay: Browser

  private constructor(desk: OperatorsDesk, fin: Browser, fay: Browser) {
    this.desk = desk
    this.fin = fin
    this.fay = fay
  }

  static async open(
    database: Database,
    { hasThreads = true, ...options }: Options = {},
  ): Promise<CloseDesk> {
    const { clock } = await openClosingNetwork(database, options)
    const kinds = hasThreads ? {} : { kinds: WITHOUT_THREADS }
    return CloseDesk.around(await OperatorsDesk.open(database, { clock, ...kinds }))
  }

  static async around(desk: OperatorsDesk): Promise<CloseDesk> {
    const fin = await desk.operator('fin@example.com', 'finance')
    const fay = await desk.operator('fay@example.com', 'finance')
    // An account that an operator has added counts as the own one for a day.
    return new CloseDesk(desk, fin, fay)
  }

  get core(): Core {
    return this.desk.core
  }

  get clock(): TestClock {
    return this.desk.clock
  }

  /** Signs both in again: the clock of a test jumps. */
  async signIn(): Promise<void> {
    for (const by of [this.fin, this.fay]) Object.assign(by, await this.desk.signIn(by))
  }

  post(path: string, body?: object, by = this.fin) {
    return this.desk.as(by, 'POST', path, body)
  }

  async period(month: string): Promise<Period> {
    return (await this.desk.as(this.fin, 'GET', `periods/${month}`)).data
  }

  /** Waits until a job has ended, by its row: a call each time would cost as much as a short job. */
  async ended(jobId: number): Promise<Job> {
    const row = this.core.database.read
      .selectFrom('console.jobs')
      .select('endedAt')
      .where('id', '=', jobId)
    while ((await row.executeTakeFirstOrThrow()).endedAt === null) await wait(10)
    return (await this.desk.as(this.fin, 'GET', `jobs/${jobId}`)).data
  }

  /** Starts a job of a month; returns it once it has ended. */
  async run(path: string, body?: object): Promise<Job> {
    const { data, body: answer } = await this.post(path, body)
    if (data?.jobId === undefined) throw new Error(JSON.stringify(answer))
    return this.ended(data.jobId)
  }

  /** Makes a dry run and returns the cockpit. */
  async dryRun(
    month: string,
  ): Promise<Period & { readonly dryRun: NonNullable<Period['dryRun']> }> {
    const job = await this.run(`periods/${month}/dry-run`)
    if (job.state !== 'DONE') throw new Error(job.error ?? job.state)
    const period = await this.period(month)
    return { ...period, dryRun: period.dryRun! }
  }

  accept(month: string, { name, basis }: Pick<CloseCheck, 'name' | 'basis'>, reason = REASON) {
    return this.post(`periods/${month}/checks/${name}/accept`, { basis, reason })
  }

  /** Makes a dry run and accepts all that warns. */
  async ready(month: string): Promise<number> {
    const { dryRun } = await this.dryRun(month)
    for (const check of dryRun.checks) {
      if (check.state === 'warn' && check.accepted === null) await this.accept(month, check)
    }
    return dryRun.jobId
  }

  propose(month: string, dryRun: number) {
    return this.post('proposals', {
      kind: 'close',
      object: month,
      values: { dryRun },
      reason: REASON,
    })
  }

  approve({ id, version }: Pick<Proposal, 'id' | 'version'>) {
    return this.post(`proposals/${id}/approve`, { version }, this.fay)
  }

  /** Closes a month by two operators; returns the job that posts it, once it has ended. */
  async close(month: string): Promise<Job> {
    const { data, code } = await this.propose(month, await this.ready(month))
    if (data?.state !== 'OPEN') throw new Error(`not proposed: ${code}`)
    const { data: done, body } = await this.approve(data)
    if (done?.state !== 'DONE') throw new Error(`not approved: ${JSON.stringify(body)}`)
    const { jobs } = await this.period(month)
    return this.ended(jobs.find(({ kind }) => kind === 'close')!.id)
  }

  /** One check of the newest dry run. */
  async check(month: string, name: CheckName): Promise<CloseCheck> {
    const { dryRun } = await this.dryRun(month)
    return dryRun.checks.find((each) => each.name === name)!
  }
}

import { setTimeout as wait } from 'node:timers/promises'

import { DEFAULT_PLAN_DOCUMENT, draftText, Refusal } from '@partner-office/domain'
import { sql } from 'kysely'

import { closePeriod } from '../business/months/close-period.ts'
import { addDraft } from '../business/plans/drafts.ts'
import { JobRunner } from '../console/jobs/job-runner.ts'
import { startDifference } from '../console/plan-differences/start-difference.ts'
import { noteProcess } from '../console/processes/note-process.ts'
import type { Core } from '../core/core.ts'
import { SeededRandom } from '../demo/random.ts'
import { jobKinds } from '../operator/job-kinds.ts'
import { fill } from './close-kills.ts'
import { type KillOptions, type KillRounds, runRounds } from './kill-at-step.ts'
import { adopted, LONGEST_ADOPTION_MS, untilEnded } from './killed-jobs.ts'
import { sessionOf } from './proposal-kills.ts'
import { runOffice } from './run-office.ts'

/** A draft that is run. `isNoted`: the process says that it is there, as a server does, so others wait until it is gone. */
export type Differing = { readonly draftId: number; readonly isNoted: boolean }

export type DifferenceKillOptions = KillOptions & {
  readonly seed: number
  /** Of each month. */
  readonly orders: number
}

export type DifferenceKillSummary = {
  readonly killed: number
  /** Of starting a difference and running it to its end. */
  readonly steps: number
  /** Kills that left no difference, an interrupted one, and one with its result. */
  readonly none: number
  readonly interrupted: number
  readonly whole: number
  /** The differences that were to be cancelled, and those whose cancel met a running computation. */
  readonly asked: number
  readonly cancelled: number
  /** The longest time from a cancel to its end. */
  readonly longestCancelMs: number
  /** The longest time until the job of a killed process was shown as interrupted. */
  readonly longestMs: number
  /** Results that differ from that of a difference that was not killed, and rules that did not hold; must be empty. */
  readonly faults: readonly string[]
}

const OPERATOR = 'pia@example.com'
const MONTHS = ['2024-05', '2024-06', '2024-07']
/** The process has registered itself in one of this many rounds. */
const NOTED_EVERY = 8
/** The difference is cancelled in one of this many rounds. */
const CANCELLED_EVERY = 2
const LONGEST_CANCEL_MS = 2_000
const POLLED_EVERY_MS = 5

/** Runs a draft over the closed months. Refuses: `job_running`. */
export async function differ(core: Core, { draftId, isNoted }: Differing): Promise<void> {
  if (isNoted) await noteProcess(core, { dataDir: '/', failures: new Map() })
  const jobs = new JobRunner(core, jobKinds(null))
  await start(core, jobs, draftId)
  await untilEnded(core)
  await jobs.stop()
}

const start = async (core: Core, jobs: JobRunner, draftId: number) =>
  startDifference({ core, jobs }, { draftId, months: MONTHS }, await sessionOf(core, OPERATOR))

/**
 * Kills processes with SIGKILL at the steps of a difference over closed months, starts each difference again, cancels some of them
 * before, and compares the result with that of one that was not killed.
 *
 * Source: requirements PLN-017.
 */
export async function differenceKills({
  seed,
  orders,
  ...options
}: DifferenceKillOptions): Promise<DifferenceKillSummary> {
  const rounds = new DifferenceKills(new SeededRandom(seed), orders)
  await runRounds('difference-kill-child.ts', rounds, options)
  return rounds
}

type Left = { readonly id: number; readonly jobId: number; readonly state: string }

class DifferenceKills implements DifferenceKillSummary, KillRounds<Differing> {
  readonly faults: string[] = []
  killed = 0
  steps = 0
  none = 0
  interrupted = 0
  whole = 0
  asked = 0
  cancelled = 0
  longestCancelMs = 0
  longestMs = 0
  readonly #random: SeededRandom
  readonly #orders: number
  #round = 0
  #draftMs = 0
  #expected = ''

  constructor(random: SeededRandom, orders: number) {
    this.#random = random
    this.#orders = orders
  }

  /** Closes the months, and runs the draft without a kill. */
  readonly prepare = async (core: Core): Promise<void> => {
    await runOffice(core, ['operator', 'add', OPERATOR, '--role', 'plan'])
    await fill(core, this.#random, this.#orders, MONTHS)
    for (const month of MONTHS) await closePeriod(core, month)
    const { draftId } = await this.next(core)
    const startedAt = performance.now()
    await differ(core, { draftId, isNoted: false })
    this.#draftMs = performance.now() - startedAt
    const left = await leftOf(core, draftId)
    if (left?.state !== 'DONE') throw new Error(`The difference is ${left?.state}`)
    this.#expected = await resultOf(core, left.id)
    if ((await changedIn(core, left.id)) === 0) throw new Error('The draft changes nothing')
  }

  readonly next = async (core: Core): Promise<Differing> => {
    this.#round += 1
    return { draftId: await newDraft(core), isNoted: this.#round % NOTED_EVERY === 0 }
  }

  readonly follow = async (
    core: Core,
    step: number,
    { draftId }: Differing,
    endedAt: number,
  ): Promise<void> => {
    const note = (fault: string) => this.faults.push(`killed at step ${step}: ${fault}`)
    const jobs = new JobRunner(core, jobKinds(null))
    const ms = await adopted(core, jobs, endedAt)
    this.longestMs = Math.max(this.longestMs, ms)
    if (ms > LONGEST_ADOPTION_MS) note(`shown as interrupted after ${ms.toFixed(0)} ms`)
    const left = await leftOf(core, draftId)
    this.#count(left, note)
    if (left === null) await start(core, jobs, draftId)
    else await jobs.startAgain(core, left.jobId, await sessionOf(core, OPERATOR))
    await this.#runToEnd(core, jobs, draftId, note)
    await jobs.stop()
  }

  #count(left: Left | null, note: (fault: string) => void): void {
    if (left === null) this.none += 1
    else if (left.state === 'INTERRUPTED') this.interrupted += 1
    else if (left.state === 'DONE') this.whole += 1
    else note(`the difference is ${left.state}`)
  }

  /** The difference runs, is cancelled in some rounds and started again, and keeps a second one from running beside it. */
  async #runToEnd(
    core: Core,
    jobs: JobRunner,
    draftId: number,
    note: (fault: string) => void,
  ): Promise<void> {
    if (this.#round % CANCELLED_EVERY === 0) await this.#cancel(core, jobs, draftId, note)
    const { id, jobId } = (await leftOf(core, draftId))!
    const refused = await refusalOf(start(core, jobs, draftId))
    const isOver = await hasEnded(core, jobId)
    if (!isOver && refused !== `job_running ${jobId}`) note(`a second difference: ${refused}`)
    await untilEnded(core)
    const { state } = (await leftOf(core, draftId))!
    if (state !== 'DONE') note(`the difference that was started again is ${state}`)
    if ((await resultOf(core, id)) !== this.#expected) note('the result differs')
  }

  /** Cancels a difference at a random moment of its computation, and starts it again. */
  async #cancel(
    core: Core,
    jobs: JobRunner,
    draftId: number,
    note: (fault: string) => void,
  ): Promise<void> {
    const session = await sessionOf(core, OPERATOR)
    const { id, jobId } = (await leftOf(core, draftId))!
    await untilComputing(core, jobId)
    await wait(this.#random.integer(0, Math.ceil(this.#draftMs / 2)))
    this.asked += 1
    const askedAt = performance.now()
    await jobs.cancel(core, jobId, session)
    await untilEnded(core)
    const ms = performance.now() - askedAt
    const { state } = (await leftOf(core, draftId))!
    if (state === 'DONE') return
    this.cancelled += 1
    this.longestCancelMs = Math.max(this.longestCancelMs, ms)
    if (ms > LONGEST_CANCEL_MS) note(`cancelled after ${ms.toFixed(0)} ms`)
    if (state !== 'CANCELLED') note(`the cancelled difference is ${state}`)
    if ((await resultOf(core, id)) !== '') note('a cancelled difference has left amounts')
    await jobs.startAgain(core, jobId, session)
  }
}

async function newDraft(core: Core): Promise<number> {
  const document = structuredClone(DEFAULT_PLAN_DOCUMENT) as { unilevel: { percent: string }[] }
  for (const row of document.unilevel) row.percent = '4.5'
  const text = draftText(document)
  const { operatorId } = await sessionOf(core, OPERATOR)
  return core.database.transaction((tx) =>
    addDraft(core, tx, { name: 'To be killed', from: 'file', text }, operatorId),
  )
}

/** The difference of a draft and its newest job. */
async function leftOf({ database }: Core, draftId: number): Promise<Left | null> {
  const { rows } = await sql<Left>`
    select d.id, j.id as job_id, j.state from console.plan_differences d
    join console.jobs j on j.kind = 'planDifference' and j.object = d.id::text
    where d.draft_id = ${draftId} order by j.id desc limit 1`.execute(database.read)
  return rows[0] ?? null
}

async function hasEnded({ database }: Core, jobId: number): Promise<boolean> {
  const row = database.read.selectFrom('console.jobs').select('endedAt').where('id', '=', jobId)
  return (await row.executeTakeFirstOrThrow()).endedAt !== null
}

/** Waits until a job has begun to compute, as its progress says, or has ended. */
async function untilComputing({ database }: Core, jobId: number): Promise<void> {
  const row = database.read.selectFrom('console.jobs').select(['part', 'endedAt'])
  for (;;) {
    const { part, endedAt } = await row.where('id', '=', jobId).executeTakeFirstOrThrow()
    if (part !== '' || endedAt !== null) return
    await wait(POLLED_EVERY_MS)
  }
}

/** Everything that a difference has stored, as text; empty without a result and amounts. */
async function resultOf({ database }: Core, id: number): Promise<string> {
  const { rows } = await sql<{ result: string }>`
    select concat(
      (select document::text from console.plan_difference_results where difference_id = ${id}),
      (select md5(string_agg((to_jsonb(a) - 'difference_id')::text, '' order by partner_id, month, type, currency))
        from console.plan_difference_amounts a where difference_id = ${id})) as result`.execute(
    database.read,
  )
  return rows[0]!.result
}

async function changedIn({ database }: Core, id: number): Promise<number> {
  const { rows } = await sql<{ changed: number }>`
    select count(*)::int as changed from console.plan_difference_amounts
    where difference_id = ${id} and is_changed`.execute(database.read)
  return rows[0]!.changed
}

/** The code of a refusal and what it names; `none` without one. */
async function refusalOf(act: Promise<unknown>): Promise<string> {
  try {
    await act
    return 'none'
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return [error.code, ...error.reasons].join(' ')
  }
}

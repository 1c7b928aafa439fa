import { sql } from 'kysely'

import { countStatements } from '../business/statements/count-statements.ts'
import { JobRunner } from '../console/jobs/job-runner.ts'
import { acceptCheck } from '../console/months/accept-check.ts'
import { newestDryRun, withAcceptances } from '../console/months/stored-dry-runs.ts'
import { noteProcess } from '../console/processes/note-process.ts'
import { approveProposal } from '../console/proposals/decide-proposal.ts'
import { propose } from '../console/proposals/propose.ts'
import type { Core } from '../core/core.ts'
import { SeededRandom } from '../demo/random.ts'
import { jobKinds } from '../operator/job-kinds.ts'
import { type CloseKillOptions, Copies, fill, MONTH, outcomeOf } from './close-kills.ts'
import { runKilled } from './kill-at-step.ts'
import { adopted, LONGEST_ADOPTION_MS, untilEnded } from './killed-jobs.ts'
import { consoleOf, sessionOf } from './proposal-kills.ts'
import { runOffice } from './run-office.ts'
import { withCore } from './with-core.ts'

/** What a process does on a copy of the data. `isNoted`: it says that it is there, as a server does, so others wait for it. */
export type Cockpit = { readonly kind: 'close' | 'dryRun'; readonly isNoted: boolean }

export type CockpitKillSummary = {
  readonly kills: number
  /** Kills by what they met: before the approval, while posting, when sealed and before the end of statements, a dry run. */
  readonly met: Readonly<Record<Met, number>>
  /** The longest time until a job of a killed process was shown as continued or interrupted. */
  readonly longestMs: number
  readonly faults: readonly string[]
}

const METS = ['proposed', 'posting', 'sealed', 'dry run'] as const
type Met = (typeof METS)[number]

const PROPOSER = 'fin@example.com'
const APPROVER = 'fay@example.com'
/** One round in so many makes a dry run; one in so many waits until a noted process is gone. */
const DRY_RUN_EVERY = 5
const NOTED_EVERY = 8

/** Approves the proposed close, posts and seals it, and makes the statements; or makes a dry run. */
export async function useCockpit(core: Core, { kind, isNoted }: Cockpit): Promise<void> {
  if (isNoted) await noteProcess(core, { dataDir: '/', failures: new Map() })
  const jobs = new JobRunner(core, jobKinds(null))
  if (kind === 'dryRun') await run(core, jobs, 'dryRun')
  else await closeMonth(core, jobs)
  await jobs.stop()
}

async function run(core: Core, jobs: JobRunner, kind: 'dryRun' | 'statements'): Promise<void> {
  await jobs.start(core, { kind, object: MONTH }, await sessionOf(core, PROPOSER))
  await untilEnded(core)
}

/** From wherever the month stands. */
async function closeMonth(core: Core, jobs: JobRunner): Promise<void> {
  const { read } = core.database
  const open = await read
    .selectFrom('console.proposals')
    .select('id')
    .where('state', '=', 'OPEN')
    .executeTakeFirst()
  if (open !== undefined) {
    const session = await sessionOf(core, APPROVER)
    await approveProposal(consoleOf(core), { id: open.id, version: 1, session })
    await jobs.beginWaiting()
    await untilEnded(core)
  }
  const made = read
    .selectFrom('console.jobs')
    .select('id')
    .where('kind', '=', 'statements')
    .where('state', '=', 'DONE')
  if ((await made.executeTakeFirst()) === undefined) await run(core, jobs, 'statements')
}

/**
 * Kills processes with SIGKILL at random steps of closing a month through the console, and of dry runs, each on a copy of the same
 * data, and goes on as the next process does: the result must equal that of an undisturbed close.
 *
 * Source: requirements MON-011.
 */
export async function cockpitKills(options: CloseKillOptions): Promise<CockpitKillSummary> {
  const rounds = new CockpitKills(options)
  await rounds.run()
  return rounds
}

class CockpitKills implements CockpitKillSummary {
  readonly faults: string[] = []
  readonly met = Object.fromEntries(METS.map((met) => [met, 0])) as Record<Met, number>
  kills = 0
  longestMs = 0
  readonly #options: CloseKillOptions
  readonly #steps = { close: 0, dryRun: 0 }
  #expected = ''

  constructor(options: CloseKillOptions) {
    this.#options = options
  }

  async run(): Promise<void> {
    const { rounds, seed, orders } = this.#options
    const random = new SeededRandom(seed)
    const copies = await Copies.open(this.#options)
    await withCore(copies.template, async (core) => {
      await fill(core, random, orders)
      await proposeClose(core)
    })
    await this.#countSteps(copies)
    for (let round = 1; round <= rounds; round += 1) {
      const kind = round % DRY_RUN_EVERY === 0 ? 'dryRun' : 'close'
      const call: Cockpit = { kind, isNoted: round % NOTED_EVERY === 0 }
      await this.#round(copies, call, random.integer(1, this.#steps[kind]))
      this.#options.say?.(`round ${round} of ${rounds}: ${kind}, ${this.faults.length} faults`)
    }
    await copies.remove(copies.template)
  }

  /** Does both without a kill. */
  async #countSteps(copies: Copies): Promise<void> {
    for (const kind of ['dryRun', 'close'] as const) {
      const variables = await copies.next()
      const call: Cockpit = { kind, isNoted: false }
      const { steps } = await runKilled('cockpit-kill-child.ts', { call, step: 0 }, variables)
      this.#steps[kind] = steps!
      if (kind === 'close') this.#expected = await withCore(variables, resultOf)
      await copies.remove(variables)
    }
  }

  async #round(copies: Copies, call: Cockpit, step: number): Promise<void> {
    const variables = await copies.next()
    const { wasKilled } = await runKilled('cockpit-kill-child.ts', { call, step }, variables)
    const killedAt = performance.now()
    this.kills += Number(wasKilled)
    const note = (fault: string) =>
      this.faults.push(`${call.kind}, killed at step ${step}: ${fault}`)
    await withCore(variables, async (core) => {
      this.met[call.kind === 'dryRun' ? 'dry run' : await stageOf(core)] += 1
      const jobs = new JobRunner(core, jobKinds(null))
      const ms = await adopted(core, jobs, killedAt)
      this.longestMs = Math.max(this.longestMs, ms)
      if (ms > LONGEST_ADOPTION_MS) note(`shown as continued after ${ms.toFixed(0)} ms`)
      await untilEnded(core)
      const states = await statesOf(core)
      const dueStates = call.kind === 'dryRun' ? ['DONE', 'INTERRUPTED'] : ['DONE']
      if (states.some((state) => !dueStates.includes(state))) note(`jobs are ${states.join()}`)
      await closeMonth(core, jobs)
      await jobs.stop()
      if ((await resultOf(core)) !== this.#expected) note('the result differs')
    })
    await copies.remove(variables)
  }
}

async function stageOf({ database }: Core): Promise<Met> {
  const { rows } = await sql<{ met: Met }>`
    select case when exists (select from period_seals) then 'sealed' when exists (select from closings) then 'posting'
      else 'proposed' end as met`.execute(database.read)
  return rows[0]!.met
}

async function statesOf({ database }: Core): Promise<string[]> {
  const rows = await database.read.selectFrom('console.jobs').select('state').execute()
  return rows.map(({ state }) => state)
}

/** What the month leaves, and the number of its statements: their text names the instant of the seal. */
async function resultOf(core: Core): Promise<string> {
  const { byCurrency } = await countStatements(core.database, MONTH)
  return `${await outcomeOf(core)}\n${[...byCurrency].toSorted().join(' ')}`
}

/** Two operators, a dry run whose warnings are accepted, and the proposal. */
async function proposeClose(core: Core): Promise<void> {
  for (const email of [PROPOSER, APPROVER]) {
    await runOffice(core, ['operator', 'add', email, '--role', 'finance'])
  }
  // As after their first sign-in.
  await core.database.transaction((tx) =>
    tx.updateTable('console.operators').set({ passwordHash: 'a hash' }).execute(),
  )
  const jobs = new JobRunner(core, jobKinds(null))
  await run(core, jobs, 'dryRun')
  await jobs.stop()
  const session = await sessionOf(core, PROPOSER)
  const stored = await newestDryRun(core.database.read, MONTH)
  if (stored === null) throw new Error('The dry run has failed')
  const reason = 'for a test'
  for (const { name, basis, state } of await withAcceptances(core.database.read, stored)) {
    if (state !== 'warn') continue
    const asked = { params: { month: MONTH, name }, query: undefined, body: { basis, reason } }
    await acceptCheck(core, asked, session)
  }
  const closing = {
    kind: 'close',
    object: MONTH,
    values: { dryRun: stored.jobId },
    reason,
  } as const
  const { state } = await propose(consoleOf(core), closing, session)
  if (state !== 'OPEN') throw new Error(`The close was ${state} at once`)
}

import type { JobResult } from '@partner-office/contracts'

import { type Closing, readClosings } from '../../business/months/closing.ts'
import { prepareClosing } from '../../business/months/prepare-closing.ts'
import { readSetting } from '../../business/settings/read-settings.ts'
import type { Core } from '../../core/core.ts'
import { runInThread } from '../../threads/run-in-thread.ts'
import type { Working } from '../jobs/job-runner.ts'
import { runChecks } from './checks.ts'
import type { ComputedDryRun, Ground } from './ground.ts'
import type { DryClosing, DryDocument } from './stored-dry-runs.ts'
import { largestOf, readCorrections, sumOf } from './sums.ts'

const THREAD = new URL('./dry-run-thread.ts', import.meta.url)

/** Computes what goes over all partners, for a prepared closing. */
type Compute = ({ core, progress, signal }: Working, closing: Closing) => Promise<ComputedDryRun>

const inThread: Compute = ({ core, progress, signal }, closing) =>
  runInThread<Closing, ComputedDryRun>(THREAD, {
    database: core.database,
    given: closing,
    progress,
    signal,
  })

/**
 * Computes what closing a month would credit, by the code of the close, and looks at it with every check. Stores the result and
 * nothing else; a run that is cancelled stores nothing. Whatever goes over all partners runs in a thread of its own.
 *
 * Refuses: `ClosingConflict`, once the closing has begun.
 * Source: requirements MON-002 to MON-005, MON-017, MON-018.
 */
export async function dryRun(working: Working, compute: Compute = inThread): Promise<JobResult> {
  const { core, id, object: period, progress, signal } = working
  progress(0, 3, 'computing')
  const lateOrderCorrections = await readSetting(core.database.read, 'lateOrderCorrections')
  const closing = await prepareClosing(core, period)
  const computed = await compute(working, closing)
  const ground = { ...computed, core, closing }
  const checks = await runChecks(ground, () => signal.throwIfAborted())
  const document = { ...(await documentOf(ground)), checks }
  progress(3, 3, 'checking')
  await store(core, { jobId: id, closing: { ...closing, lateOrderCorrections }, document })
  return { records: document.records, sha256: document.sha256 }
}

async function documentOf({
  core,
  closing,
  totals,
  rates,
  before,
  preview,
  largest,
  ...computed
}: Ground): Promise<Omit<DryDocument, 'checks'>> {
  const { read } = core.database
  const closings = await readClosings(read)
  return {
    upToFact: closing.upToFact,
    planVersion: closing.planVersion,
    rates: rates.map(({ id: _id, ...rate }) => rate),
    records: computed.records,
    partners: computed.partners,
    sha256: preview?.sha256 ?? null,
    // Amounts at an assumed rate are none.
    programmes: preview === null ? [] : totals.map(sumOf),
    corrections: await readCorrections(read, closings, closing, preview?.sums ?? []),
    largest: largest.map(largestOf),
    before: before.map(({ closing: { period }, totals: each }) => ({
      month: period,
      sums: each.map(sumOf),
    })),
  }
}

type Result = {
  readonly jobId: number
  readonly closing: Closing & Pick<DryClosing, 'lateOrderCorrections'>
  readonly document: DryDocument
}

async function store(core: Core, { jobId, closing, document }: Result): Promise<void> {
  const { begunAt, ...basis } = closing
  await core.database.transaction((tx) =>
    tx
      .insertInto('console.dryRuns')
      .values({
        jobId,
        period: closing.period,
        at: begunAt,
        closing: JSON.stringify(basis),
        document: JSON.stringify(document),
      })
      .execute(),
  )
}

import type { JobResult } from '@partner-office/contracts'

import { type Closing, readClosings } from '../../business/months/closing.ts'
import { readCauses } from '../../business/months/late-orders.ts'
import { previewOf } from '../../business/months/preview-period.ts'
import { prepareClosing } from '../../business/months/prepare-closing.ts'
import { readSetting } from '../../business/settings/read-settings.ts'
import type { Core } from '../../core/core.ts'
import type { Working } from '../jobs/job-runner.ts'
import { runChecks } from './checks.ts'
import type { Ground } from './ground.ts'
import { computeKnowing, layGround } from './lay-ground.ts'
import type { DryClosing, DryDocument } from './stored-dry-runs.ts'
import { correctionOf, sumOf } from './sums.ts'

type Preview = Awaited<ReturnType<typeof previewOf>> | null

/**
 * Computes what closing a month would credit, by the code of the close, and looks at it with every check. Stores the result and
 * nothing else; a run that is cancelled stores nothing.
 *
 * Refuses: `ClosingConflict`, once the closing has begun.
 * Source: requirements MON-002 to MON-005, MON-018.
 */
export async function dryRun({
  core,
  id,
  object: period,
  progress,
  signal,
}: Working): Promise<JobResult> {
  const step = () => signal.throwIfAborted()
  progress(0, 3, 'computing')
  const lateOrderCorrections = await readSetting(core.database.read, 'lateOrderCorrections')
  const closing = await prepareClosing(core, period)
  const known = await computeKnowing(core, closing, step)
  progress(1, 3, 'adding up')
  const preview = known.missing.length > 0 ? null : await previewOf(core, known.computed, step)
  progress(2, 3, 'checking')
  const ground = await layGround(core, known, step)
  const checks = await runChecks(ground, step)
  const document = { ...(await documentOf(ground, preview)), checks }
  progress(3, 3, 'checking')
  await store(core, { jobId: id, closing: { ...closing, lateOrderCorrections }, document })
  return { records: document.records, sha256: document.sha256 }
}

async function documentOf(
  { core, closing, month, totals, partnerIds, rates, before }: Ground,
  preview: Preview,
): Promise<Omit<DryDocument, 'checks'>> {
  const closings = await readClosings(core.database.read)
  const corrections = []
  for (const late of closing.latePeriods) {
    const { upToFact } = closing
    const causes = await readCauses(core.database.read, closings, { periods: [late], upToFact })
    corrections.push(correctionOf(late, causes, preview?.sums ?? []))
  }
  return {
    upToFact: closing.upToFact,
    planVersion: closing.planVersion,
    rates: rates.map(({ id: _id, ...rate }) => rate),
    records: month.size,
    partners: partnerIds.length,
    sha256: preview?.sha256 ?? null,
    // Amounts at an assumed rate are none.
    programmes: preview === null ? [] : totals.map(sumOf),
    corrections,
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

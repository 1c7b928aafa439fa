import { createHash } from 'node:crypto'

import type { CallInput, postPlanDifference } from '@partner-office/contracts'
import { Refusal } from '@partner-office/domain'

import { audited } from '../../business/audit/audit-log.ts'
import { withWholeFiles } from '../../business/facts/with-whole-files.ts'
import { readClosings } from '../../business/months/closing.ts'
import { draftById } from '../../business/plans/drafts.ts'
import { draftIn } from '../../business/plans/differences/draft-in.ts'
import type { Core } from '../../core/core.ts'
import type { Tx } from '../../db/database.ts'
import type { Console, Session } from '../console.ts'
import { insertJob } from '../jobs/stored-jobs.ts'

type Asked = CallInput<typeof postPlanDifference>['body']
type Started = { readonly id: number; readonly jobId: number }

/**
 * Starts a job that runs a draft over closed months. The difference keeps the draft's bytes, the newest plan version and the last fact of
 * now: what comes later changes nothing.
 *
 * Refuses: `validation_error`, a draft that is no plan, a month twice or one that is not closed; `not_found`, for the draft;
 * `job_running`.
 */
export async function startDifference(
  { core, jobs }: Pick<Console, 'core' | 'jobs'>,
  { draftId, months }: Asked,
  { operatorId, email }: Session,
): Promise<Started> {
  const details = () => ({ draft: draftId, months })
  const entry = { actor: email, command: 'plan difference', details }
  const started = await audited(core, entry, (on) =>
    withWholeFiles(on, () =>
      on.database.transaction((tx) => insert(core, tx, { draftId, months, byId: operatorId })),
    ),
  )
  await jobs.beginWaiting()
  return started
}

async function insert(
  core: Core,
  tx: Tx,
  { draftId, months, byId }: Asked & { readonly byId: number },
): Promise<Started> {
  const { name, document } = await draftById(tx, draftId)
  draftIn(document)
  const { lastFact } = await tx.selectFrom('factLog').select('lastFact').executeTakeFirstOrThrow()
  const { id } = await tx
    .insertInto('console.planDifferences')
    .values({
      draftId,
      name,
      document,
      sha256: createHash('sha256').update(document).digest('hex'),
      months: await closedMonths(tx, months),
      upToFact: lastFact,
      planVersion: await core.plans.latest(tx),
      byId,
      at: core.clock(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const job = { kind: 'planDifference', object: String(id), byId } as const
  return { id, jobId: await insertJob(core, tx, job) }
}

/** The months, oldest first. */
async function closedMonths(tx: Tx, months: readonly string[]): Promise<string[]> {
  const closings = await readClosings(tx)
  const sorted = months.toSorted()
  for (const [at, month] of sorted.entries()) {
    const reason =
      sorted[at - 1] === month
        ? `${month} stands there twice`
        : closings.some(({ period, isSealed }) => isSealed && period === month)
          ? null
          : `${month} is not closed`
    if (reason !== null) throw new Refusal('validation_error', { field: 'months', reason })
  }
  return sorted
}

import type { JobResult } from '@partner-office/contracts'

import { type Compute, runDifference } from '../../business/plans/differences/run-difference.ts'
import type { JobKinds, Working } from '../jobs/job-runner.ts'

/** The long work about drafts of plans. */
export const DIFFERENCE_JOBS = {
  planDifference: { isContinued: false, run: (working) => difference(working) },
} satisfies Partial<JobKinds>

/** Runs a difference; its object is the difference's id. Source: requirements PLN-010, PLN-017. */
export async function difference(
  { core, object, progress, signal }: Working,
  compute?: Compute,
): Promise<JobResult> {
  const options = { progress, signal }
  const { records, partners } = await runDifference(core, Number(object), options, compute)
  return { changedRecords: records, changedPartners: partners }
}

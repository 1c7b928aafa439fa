import type { JobResult } from '@partner-office/contracts'
import { Refusal } from '@partner-office/domain'

import { runDifference } from '../../business/plans/differences/run-difference.ts'
import type { JobKinds, Working } from '../jobs/job-runner.ts'

/** The long work about drafts of plans. */
export const DIFFERENCE_JOBS = {
  planDifference: { isContinued: false, run: difference },
} as const satisfies Partial<JobKinds>

/** Runs a difference; its object is the difference's id. Source: requirements PLN-010, PLN-017. */
async function difference({ core, object, progress, signal }: Working): Promise<JobResult> {
  try {
    const { records, partners } = await runDifference(core, Number(object), { progress, signal })
    return { changedRecords: records, changedPartners: partners }
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'not_found') throw error
    const rate = String(error.params['rate'] ?? error.message)
    throw new Error(
      `The draft credits a currency without a rate at that time: ${rate}. Choose another currency, or later months.`,
      { cause: error },
    )
  }
}

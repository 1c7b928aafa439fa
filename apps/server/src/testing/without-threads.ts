import { computeDifference } from '../business/plans/differences/compute-difference.ts'
import type { JobKinds } from '../console/jobs/job-runner.ts'
import { computeDryRun } from '../console/months/compute-dry-run.ts'
import { dryRun } from '../console/months/dry-run.ts'
import { difference } from '../console/plan-differences/difference-job.ts'
import { jobKinds } from '../operator/job-kinds.ts'

/** Long work without threads: to start one takes longer than all else, so only tests of this work itself do. */
export const WITHOUT_THREADS: JobKinds = {
  ...jobKinds(null),
  dryRun: {
    isContinued: false,
    run: (working) =>
      dryRun(working, ({ core, progress }, closing) =>
        computeDryRun(core.database.read, closing, progress),
      ),
  },
  planDifference: {
    isContinued: false,
    run: (working) =>
      difference(working, ({ database }, id, { progress }) =>
        computeDifference(database, id, progress),
      ),
  },
}

import { checkImport, runImport } from '../console/imports/run-import.ts'
import type { JobKinds } from '../console/jobs/job-runner.ts'
import { MONTH_JOBS } from '../console/months/month-jobs.ts'
import { DIFFERENCE_JOBS } from '../console/plan-differences/difference-job.ts'
import type { Environment } from '../env.ts'
import { verifyAll } from '../verify/verify-all.ts'
import { examine } from './doctor/examine.ts'
import { examineData } from './doctor/examine-data.ts'

/** Differences that a job keeps; the command `verify` prints all. */
const MOST_KEPT = 1_000

/**
 * The kinds of long work that operators can start. `environment` is null where a process runs without one, as in tests: `doctor`
 * then examines the data alone.
 */
export const jobKinds = (environment: Environment | null): JobKinds => ({
  importCheck: { isContinued: false, run: checkImport },
  import: { isContinued: true, run: runImport },
  ...MONTH_JOBS,
  ...DIFFERENCE_JOBS,
  verify: {
    isContinued: false,
    run: async ({ core, progress }) => {
      const { checked, differences, families } = await verifyAll(core, progress)
      return {
        checks: checked.length,
        found: differences.length,
        differences: differences.slice(0, MOST_KEPT),
        families: families.slice(0, MOST_KEPT),
      }
    },
  },
  doctor: {
    isContinued: false,
    run: async ({ core, progress }) => {
      progress(0, 1)
      const now = core.clock()
      const ofSetup = environment === null ? [] : await examine(environment)
      // What the server of `DATABASE_URL` holds, `examine` has looked at.
      const ofData =
        environment?.databaseUrl == null ? await examineData(core.database.read, { now }) : []
      progress(1, 1)
      return { findings: [...ofSetup, ...ofData] }
    },
  },
})

import type { JobKind, Role } from '@partner-office/contracts'

/** The role that starts and stops jobs of a kind. Source: console.md section 2. */
const ROLE_OF_JOB: Readonly<Record<JobKind, Role>> = {
  verify: 'admin',
  doctor: 'admin',
  dryRun: 'finance',
  close: 'finance',
  recompute: 'finance',
  corrections: 'finance',
  statements: 'finance',
  importCheck: 'finance',
  import: 'finance',
  planDifference: 'plan',
}

/** A closing that has begun runs to its end, and so do its statements. */
const TO_THE_END: ReadonlySet<JobKind> = new Set(['close', 'statements'])

/** Work on a file begins on its page: an import needs a reason and a fresh second factor each time. */
const OF_A_FILE: ReadonlySet<JobKind> = new Set(['importCheck', 'import'])

/** The role that may start a kind of jobs again, or stop it. */
export const roleOfJob = (kind: JobKind): Role => ROLE_OF_JOB[kind]

/** Whether jobs of a kind can be cancelled. */
export const isCancellable = (kind: JobKind): boolean => !TO_THE_END.has(kind)

/** Whether a job of a kind that has ended can be started again as it is. */
export const isStartedAgain = (kind: JobKind): boolean => !OF_A_FILE.has(kind)

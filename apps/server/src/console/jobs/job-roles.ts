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
}

/** A closing that has begun runs to its end, and so do its statements. */
const TO_THE_END: ReadonlySet<JobKind> = new Set(['close', 'statements'])

/** The role that may start a kind of jobs again, or stop it. */
export const roleOfJob = (kind: JobKind): Role => ROLE_OF_JOB[kind]

/** Whether jobs of a kind can be cancelled. */
export const isCancellable = (kind: JobKind): boolean => !TO_THE_END.has(kind)

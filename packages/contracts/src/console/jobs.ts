import { z } from 'zod'

import type { Contract } from '../contract.ts'
import { Id, Instant, PathId } from '../primitives.ts'
import { ROLES } from './roles.ts'

/** Long work that an admin starts on the whole of the product. */
const WholeJobKind = z.enum(['verify', 'doctor'])

/** Long work of operators. That of a month is started by the calls of the month, that of a file on its page. */
export const JobKind = z.enum([
  ...WholeJobKind.options,
  'dryRun',
  'close',
  'recompute',
  'corrections',
  'statements',
  'importCheck',
  'import',
  'planDifference',
])
export type JobKind = z.infer<typeof JobKind>

/**
 * WAITING for its turn in its process, RUNNING, then one of the others. INTERRUPTED: its process is gone, and it can be started
 * again. A kind that must not stop is never interrupted: another process goes on with it.
 */
export const JobState = z.enum(['WAITING', 'RUNNING', 'DONE', 'FAILED', 'CANCELLED', 'INTERRUPTED'])
export type JobState = z.infer<typeof JobState>

/** What is wrong with a set-up, what follows, and the line that mends it. Source: cluster.md, OBS-008. */
const Finding = z.object({
  code: z.string(),
  problem: z.string(),
  effect: z.string(),
  remedy: z.string(),
})

/** The families of checks of `verify`. Source: operations.md section 4. */
const VERIFY_FAMILIES = [
  'answers',
  'words',
  'plans and rates',
  'facts',
  'tree',
  'activity',
  'totals',
  'figures',
  'unilevel',
  'places',
  'ranks',
  'rank bonuses',
  'cancellations',
  'closed months',
  'income disclosures',
  'ledger',
  'payouts',
  'payout requests',
  'adjustments',
  'hashes',
  'sealed history',
  'journal',
  'audits',
  'four eyes',
] as const
const VerifyFamily = z.enum(VERIFY_FAMILIES)
export type VerifyFamily = z.infer<typeof VerifyFamily>

/**
 * What `verify` has found.
 *
 * Units: `differences` holds the first 1,000 of `found`; `families` the family of each of them, which jobs of earlier versions lack.
 */
const Verified = z.object({
  checks: z.int(),
  found: z.int(),
  differences: z.array(z.string()),
  families: z.array(VerifyFamily).optional(),
})
export type Verified = z.infer<typeof Verified>

/** What a job has found. Units: `bad` of the `rows` of a file. */
const JobResult = z.union([
  Verified,
  z.object({ findings: z.array(Finding) }),
  z.object({ rows: z.int(), bad: z.int() }),
  /** Of a dry run, null while a rate is missing, and of a close. */
  z.object({ records: z.int(), sha256: z.string().nullable() }),
  /** Of a month that was computed again; `sha256` of its records if all are identical. */
  z.object({ found: z.int(), lines: z.array(z.string()), sha256: z.string().nullable() }),
  /** Of a plan difference: records and partners with changed amounts. */
  z.object({ changedRecords: z.int(), changedPartners: z.int() }),
  z.object({
    byCurrency: z.array(z.object({ currency: z.string(), statements: z.int() })),
    statementsSha256: z.string(),
  }),
])
export type JobResult = z.infer<typeof JobResult>

/**
 * A job. `object` names what it works on, empty where it works on everything; `part` is what it does now.
 *
 * Units: instants; `done` of `of` steps, 0 of 0 before the number is known; `by` is the operator's address; `process` the name of
 * the process that it runs in; `event` the number of its newest event. `acts` are those that the caller may do now.
 */
export const Job = z.object({
  id: Id,
  kind: JobKind,
  object: z.string(),
  state: JobState,
  done: z.int().nonnegative(),
  of: z.int().nonnegative(),
  part: z.string(),
  startedAt: Instant,
  endedAt: Instant.nullable(),
  by: z.string(),
  process: z.string(),
  error: z.string().nullable(),
  result: JobResult.nullable(),
  event: z.int().nonnegative(),
  acts: z.array(z.enum(['cancel', 'again'])),
})
export type Job = z.infer<typeof Job>

/** One event of the stream, as the `data` of a server-sent event; its number is the event's id. */
export const JobEvent = Job.pick({ state: true, done: true, of: true, part: true })
export type JobEvent = z.infer<typeof JobEvent>

const params = z.object({ id: PathId })
const Started = z.object({ jobId: Id })

/** Jobs, the newest first. Source: requirements SYS-003. */
export const getJobs = {
  method: 'GET',
  path: '/console/v1/jobs',
  auth: 'operator',
  roles: ROLES,
  query: z.object({
    state: JobState.optional(),
    kind: JobKind.optional(),
    cursor: PathId.optional(),
  }),
  reply: z.object({ content: z.array(Job), next: z.string().optional() }),
  refusals: [],
} as const satisfies Contract

/** Start a job in the process that is asked. Refuses: `job_running`, with the id of the one that runs. */
export const postJob = {
  method: 'POST',
  path: '/console/v1/jobs',
  auth: 'operator',
  roles: ['admin'],
  body: z.object({ kind: WholeJobKind }),
  reply: Started,
  refusals: ['job_running'],
} as const satisfies Contract

/** One job. */
export const getJob = {
  method: 'GET',
  path: '/console/v1/jobs/:id',
  auth: 'operator',
  roles: ROLES,
  params,
  reply: Job,
  refusals: [],
} as const satisfies Contract

/**
 * The events of a job as server-sent events, each with its number; a header `Last-Event-ID` continues after that one. The stream
 * ends with the job, with the session, and after a minute: a browser then asks again by itself. The last event has a state that
 * ends the job, which tells a page to ask no more.
 *
 * Source: console.md section 4.
 */
export const getJobEvents = {
  method: 'GET',
  path: '/console/v1/jobs/:id/events',
  auth: 'operator',
  roles: ROLES,
  params,
  file: 'text/event-stream',
  refusals: [],
} as const satisfies Contract

/**
 * Cancel a job that has not ended; one that has ended stays as it is. A close and statements run to their end.
 *
 * Refuses: `access_denied`, without a role that may start this kind; `too_late`, for a kind that runs to its end.
 */
export const deleteJob = {
  method: 'DELETE',
  path: '/console/v1/jobs/:id',
  auth: 'operator',
  roles: ['finance', 'plan', 'admin'],
  params,
  reply: z.object({}),
  refusals: ['too_late'],
} as const satisfies Contract

/** Start a job again that has ended, as a new one. Refuses: `job_running`; `access_denied`, without a role that may start this kind. */
export const postJobAgain = {
  method: 'POST',
  path: '/console/v1/jobs/:id/again',
  auth: 'operator',
  roles: ['finance', 'plan', 'admin'],
  params,
  reply: Started,
  refusals: ['job_running'],
} as const satisfies Contract

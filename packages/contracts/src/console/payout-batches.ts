import { z } from 'zod'

import { type Contract, LARGE_BODY_BYTES } from '../contract.ts'
import { ById, Currency, DecimalText, Id, Instant, PathId } from '../primitives.ts'
import { Sha256 } from './audit.ts'
import { QueuedPayout } from './payouts.ts'
import { PayoutIds, Person } from './proposals.ts'
import { ROLES } from './roles.ts'

const read = { auth: 'operator', roles: ROLES } as const

/** Sums of payouts in one currency. */
const Sum = z.object({
  currency: Currency,
  count: z.int().positive(),
  amount: DecimalText,
  receive: DecimalText,
  eur: DecimalText.nullable(),
})

/** A payout that is not handed over, and why. */
const LeftOut = z.object({ id: Id, why: z.string() })

/**
 * What a hand-over of payouts would do: those that go, their sums, and those that are left out. Without ids: the oldest payouts
 * that wait and have no mark.
 *
 * Units: `eur` is the value of all; null where a rate is missing. `isNeeded`: it needs a second operator.
 * Source: requirements PQU-008.
 */
export const postBatchPreview = {
  method: 'POST',
  path: '/console/v1/batches/preview',
  auth: 'operator',
  roles: ['finance'],
  bodyBytes: LARGE_BODY_BYTES,
  body: z.object({ payoutIds: PayoutIds.nullable() }),
  reply: z.object({
    content: z.array(QueuedPayout),
    leftOut: z.array(LeftOut),
    sums: z.array(Sum),
    eur: DecimalText.nullable(),
    isNeeded: z.boolean(),
  }),
  refusals: [],
} as const satisfies Contract

/**
 * Hand payouts over as a batch: all of them, or none.
 *
 * Refuses: `changed_meanwhile`, naming each that cannot go any more; `proposal_required`, from `fourEyesPayoutEur` on, with what the
 * operator has handed over and taken up on the UTC day without a proposal.
 * Source: requirements PQU-008, PQU-009, APR-018.
 */
export const postBatch = {
  method: 'POST',
  path: '/console/v1/batches',
  auth: 'operator',
  roles: ['finance'],
  isFresh: true,
  bodyBytes: LARGE_BODY_BYTES,
  body: z.object({ payoutIds: PayoutIds }),
  reply: z.object({ batchId: Id, sha256: Sha256 }),
  refusals: ['changed_meanwhile', 'proposal_required'],
} as const satisfies Contract

/**
 * A batch. `by`: null for a hand-over of the command line.
 *
 * Units: counts of payouts; `late`: open ones that were handed over more than 24 hours ago.
 */
const Batch = z.object({
  id: Id,
  handedAt: Instant,
  by: Person.nullable(),
  sha256: Sha256,
  payouts: z.int().positive(),
  approved: z.int().nonnegative(),
  rejected: z.int().nonnegative(),
  open: z.int().nonnegative(),
  late: z.int().nonnegative(),
})
export type Batch = z.infer<typeof Batch>

/** Batches, the newest first. Source: requirements PQU-011. */
export const getBatches = {
  method: 'GET',
  path: '/console/v1/batches',
  ...read,
  query: z.object({ cursor: PathId.optional(), state: z.enum(['open', 'late']).optional() }),
  reply: z.object({ content: z.array(Batch), next: z.string().optional() }),
  refusals: [],
} as const satisfies Contract

/** One batch, with its sums; its payouts are those of the queue with this batch. */
export const getBatch = {
  method: 'GET',
  path: '/console/v1/batches/:id',
  ...read,
  params: ById,
  reply: Batch.extend({ sums: z.array(Sum) }),
  refusals: [],
} as const satisfies Contract

/** The file of a batch, byte for byte as it was handed over. Source: requirements PQU-009. */
export const getBatchFile = {
  method: 'GET',
  path: '/console/v1/batches/:id/file',
  auth: 'operator',
  roles: ['finance'],
  params: ById,
  file: 'text/csv',
  refusals: [],
} as const satisfies Contract

/** What a line of a file of `id,txId` comes to. */
export const SETTLE_STATES = [
  'approve',
  'approvedBefore',
  'unknown',
  'notTaken',
  'takenByOther',
  'rejected',
  'otherTransaction',
  'usedBefore',
  'otherOnChain',
  'badLine',
] as const
export const SettleState = z.enum(SETTLE_STATES)
export type SettleState = z.infer<typeof SettleState>

/** A line of the file. `why`: what is wrong with it, in words. */
const SettleLine = z.object({
  line: z.int().positive(),
  id: z.string(),
  txId: z.string(),
  state: SettleState,
  why: z.string().nullable(),
})
export type SettleLine = z.infer<typeof SettleLine>

/**
 * Read a file of `id,txId`, show what each line would do, and approve all lines or none. Lines may name the same transaction.
 *
 * Units: `lines` are the first 1,000, those with a problem first; `counts` are of all. `settled` is null for a preview, and where a line is wrong.
 * Refuses: `changed_meanwhile`, when another approval has used a transaction of the file at the same moment.
 * Source: requirements PQU-005, PQU-010.
 */
export const postSettle = {
  method: 'POST',
  path: '/console/v1/batches/settle',
  auth: 'operator',
  roles: ['finance'],
  isFresh: true,
  bodyBytes: LARGE_BODY_BYTES,
  body: z.object({ csv: z.string().max(LARGE_BODY_BYTES), isPreview: z.boolean() }),
  reply: z.object({
    lines: z.array(SettleLine),
    counts: z.partialRecord(SettleState, z.int().positive()),
    settled: z.int().nonnegative().nullable(),
  }),
  refusals: ['changed_meanwhile'],
} as const satisfies Contract

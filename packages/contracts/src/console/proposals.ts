import { z } from 'zod'

import { type Contract, LARGE_BODY_BYTES } from '../contract.ts'
import { Id, Instant, OneLine, PathId, RateText } from '../primitives.ts'
import { RouteTerms } from '../shared/payout-terms.ts'
import { AdjustmentLines } from './adjustments.ts'
import { Sha256 } from './audit.ts'
import { RoleList, ROLES } from './roles.ts'

/** What can be proposed. */
export const ProposalKind = z.enum([
  'setting',
  'rate',
  'role',
  'recovery',
  'order_cancel',
  'payout',
  'batch',
  'routes',
  'adjustment',
  'hold_release',
  'close',
  'plan',
  'plan_withdraw',
  'erasure',
])
export type ProposalKind = z.infer<typeof ProposalKind>

/** OPEN, then one of the others; APPROVED is followed by DONE or FAILED. Source: requirements APR-003. */
export const ProposalState = z.enum([
  'OPEN',
  'APPROVED',
  'REFUSED',
  'WITHDRAWN',
  'EXPIRED',
  'OUTDATED',
  'DONE',
  'FAILED',
])
export type ProposalState = z.infer<typeof ProposalState>

/** Characters that a reason has at least. Source: requirements APR-002, APR-010. */
export const SHORTEST_REASON = 10

/** A reason for an act. */
export const Reason = z
  .string()
  .max(1_000)
  .transform((text) => text.normalize('NFC').trim())
  .refine((text) => [...text].length >= SHORTEST_REASON)

/** An operator, as others see one. */
export const Person = z.object({ id: Id, email: z.string() })

/** The most payouts of one batch. */
export const MOST_IN_BATCH = 2_000

/** Payouts of a batch, each once. */
export const PayoutIds = z
  .array(Id)
  .min(1)
  .max(MOST_IN_BATCH)
  .refine((ids) => new Set(ids).size === ids.length)

/** One value of the thing that changes; null where there is none, or no difference in numbers. */
const PreviewRow = z.object({
  name: z.string(),
  before: z.string().nullable(),
  after: z.string().nullable(),
  difference: z.string().nullable(),
})
export type PreviewRow = z.infer<typeof PreviewRow>

/**
 * A proposal.
 *
 * Units: instants; `basis` is a SHA-256 of all that decides the result. `object` names what changes: a setting, a pair of
 * currencies with its type, an operator's id; `objectName` names it to people. `changes` say in words why it is outdated;
 * `failure` is the code of the refusal that an approved one met. `again` is the proposal that this one proposes again.
 * `acts` are those that the caller may do now. `shorter` is of one open batch that is read alone: what is left out by now, and
 * what an approval says to have seen. `approvers` counts the operators besides the proposer who could approve.
 * Source: console.md section 4; requirements APR-002 to APR-011.
 */
export const Proposal = z.object({
  id: Id,
  kind: ProposalKind,
  state: ProposalState,
  object: z.string(),
  objectName: z.string(),
  before: z.record(z.string(), z.unknown()),
  after: z.record(z.string(), z.unknown()),
  preview: z.array(PreviewRow),
  basis: z.string().regex(/^[0-9a-f]{64}$/),
  reason: z.string(),
  proposer: Person,
  at: Instant,
  expiresAt: Instant,
  decidedBy: Person.nullable(),
  decidedAt: Instant.nullable(),
  decisionReason: z.string().nullable(),
  changes: z.array(z.string()),
  failure: z.string().nullable(),
  again: Id.nullable(),
  approvers: z.int().nonnegative(),
  acts: z.array(z.enum(['approve', 'refuse', 'withdraw'])),
  shorter: z.object({ seen: z.string(), leftOut: z.array(z.string()) }).nullable(),
  version: z.int().positive(),
})
export type Proposal = z.infer<typeof Proposal>

/** Object and values of each kind. */
const Proposed = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('setting'),
    object: OneLine,
    /** null: the default again. */
    values: z.object({ value: z.string().max(10_000).nullable() }),
  }),
  z.object({
    kind: z.literal('rate'),
    /** Such as `EUR/UCHAIN`. */
    object: OneLine,
    values: z.object({
      rate: RateText,
      rateType: z.enum(['SELL', 'BUY']),
      /** Rates that are set with it: all or none. Source: requirements CNF-005. */
      more: z
        .array(z.object({ object: OneLine, rate: RateText, rateType: z.enum(['SELL', 'BUY']) }))
        .max(49)
        .optional(),
    }),
  }),
  z.object({ kind: z.literal('role'), object: PathId, values: z.object({ roles: RoleList }) }),
  z.object({ kind: z.literal('recovery'), object: PathId, values: z.object({}) }),
  /** The reason of the proposal is that of the cancellation. */
  z.object({ kind: z.literal('order_cancel'), object: PathId, values: z.object({}) }),
  /** Taking up a payout. */
  z.object({ kind: z.literal('payout'), object: PathId, values: z.object({}) }),
  z.object({
    kind: z.literal('batch'),
    object: z.literal('hand-over'),
    values: z.object({ payoutIds: PayoutIds }),
  }),
  z.object({
    kind: z.literal('routes'),
    /** Such as `UCHAIN_UCN_BONUS/UCN_XRC10_WHITE`. */
    object: OneLine,
    values: RouteTerms.pick({ enabled: true, limits: true }),
  }),
  z.object({
    kind: z.literal('adjustment'),
    /** What the list of proposals calls it, such as the partner or the cause of all lines. */
    object: OneLine,
    values: AdjustmentLines,
  }),
  z.object({ kind: z.literal('hold_release'), object: PathId, values: z.object({}) }),
  /** The month, and the dry run whose result is closed. */
  z.object({
    kind: z.literal('close'),
    object: z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/),
    values: z.object({ dryRun: Id }),
  }),
  /** The draft, and the SHA-256 of the bytes that become the next plan version. */
  z.object({ kind: z.literal('plan'), object: PathId, values: z.object({ sha256: Sha256 }) }),
  /** The plan version that shall not take effect. */
  z.object({ kind: z.literal('plan_withdraw'), object: PathId, values: z.object({}) }),
  /** Of a partner: each pending payout and each account with a balance that the proposer has confirmed. */
  z.object({
    kind: z.literal('erasure'),
    object: PathId,
    values: z.object({
      payouts: z.array(Id).max(1_000),
      accounts: z.array(z.string().min(1).max(64)).max(100),
    }),
  }),
])
export type Proposed = z.infer<typeof Proposed>

const params = z.object({ id: PathId })
const version = z.int().positive()

/** Roles that may propose some kind; which kind, the call itself says with `access_denied`. */
const PROPOSING = ['support', 'finance', 'plan', 'admin'] as const

/** Roles that may decide about some kind. */
const DECIDING = ['finance', 'plan', 'admin'] as const

/** Refusals of the kinds when they look at what is asked for. */
const LOOKED = [
  'confirmation_required',
  'not_unique',
  'wallet_not_found',
  'balance_too_low',
  'changed_meanwhile',
  'checks_open',
  'proposal_outdated',
  'required',
  'too_late',
] as const

/** Refusals of the acts that the kinds run, once approved or, with four eyes off, at once. */
const CLOSED = ['proposal_closed', 'changed_meanwhile'] as const

/**
 * Propose an act. With four eyes off it is done at once, as a proposal that its proposer approves.
 *
 * Units: `again` is the proposal that is proposed again; `basis` is that of the preview that the proposer has seen.
 * Refuses: `access_denied`, without the role of the kind; `not_found` for the object; `validation_error`; `changed_meanwhile`, if the
 * preview is another one by now, or the object was changed.
 * Source: requirements APR-001, APR-002, APR-008, APR-013.
 */
export const postProposal = {
  method: 'POST',
  path: '/console/v1/proposals',
  auth: 'operator',
  roles: PROPOSING,
  isFresh: true,
  body: z.intersection(
    Proposed,
    z.object({ reason: Reason, again: Id.nullish(), basis: Sha256.optional() }),
  ),
  bodyBytes: LARGE_BODY_BYTES,
  reply: Proposal,
  refusals: ['last_admin', ...LOOKED],
} as const satisfies Contract

/** What proposing an act would show, without proposing it. */
export const postProposalPreview = {
  method: 'POST',
  path: '/console/v1/proposals/preview',
  auth: 'operator',
  roles: PROPOSING,
  bodyBytes: LARGE_BODY_BYTES,
  body: Proposed,
  reply: z.object({
    preview: z.array(PreviewRow),
    basis: z.string(),
    /** False: the act may be done without a proposal. */
    isNeeded: z.boolean(),
    /** Operators besides the caller who could approve it. */
    approvers: z.int().nonnegative(),
  }),
  refusals: ['last_admin', ...LOOKED],
} as const satisfies Contract

/** Proposals, the newest first. `forMe`: only open ones that the caller may approve. Source: requirements APR-012, SCR-006. */
export const getProposals = {
  method: 'GET',
  path: '/console/v1/proposals',
  auth: 'operator',
  roles: ROLES,
  query: z.object({
    state: ProposalState.optional(),
    kind: ProposalKind.optional(),
    forMe: z.literal('true').optional(),
    cursor: z
      .string()
      .regex(/^[1-9]\d{0,15}$/)
      .transform(Number)
      .optional(),
  }),
  reply: z.object({ content: z.array(Proposal), next: z.string().optional() }),
  refusals: [],
} as const satisfies Contract

/** One proposal. */
export const getProposal = {
  method: 'GET',
  path: '/console/v1/proposals/:id',
  auth: 'operator',
  roles: ROLES,
  params,
  reply: Proposal,
  refusals: [],
} as const satisfies Contract

/**
 * Approve a proposal of another operator: its act runs in the same transaction.
 *
 * `seen`: of a batch, what its page has shown as left out; another one is answered with `changed_meanwhile` and the shorter list.
 * Refuses: `second_operator_required`; `proposal_outdated`, with each change in words; `proposal_closed`, with the state.
 * Source: requirements APR-004 to APR-007, APR-016.
 */
export const postProposalApprove = {
  method: 'POST',
  path: '/console/v1/proposals/:id/approve',
  auth: 'operator',
  roles: DECIDING,
  isFresh: true,
  params,
  body: z.object({ version, seen: z.string().max(64).optional() }),
  reply: Proposal,
  refusals: [...CLOSED, 'second_operator_required', 'proposal_outdated', 'checks_open'],
} as const satisfies Contract

/** Refuse a proposal, with a reason for its proposer. */
export const postProposalRefuse = {
  method: 'POST',
  path: '/console/v1/proposals/:id/refuse',
  auth: 'operator',
  roles: DECIDING,
  isFresh: true,
  params,
  body: z.object({ version, reason: Reason }),
  reply: Proposal,
  refusals: [...CLOSED, 'second_operator_required'],
} as const satisfies Contract

/** Withdraw an own proposal. */
export const postProposalWithdraw = {
  method: 'POST',
  path: '/console/v1/proposals/:id/withdraw',
  auth: 'operator',
  roles: PROPOSING,
  params,
  body: z.object({ version }),
  reply: Proposal,
  refusals: CLOSED,
} as const satisfies Contract

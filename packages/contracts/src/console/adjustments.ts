import { ADJUSTMENT_KINDS } from '@partner-office/domain'
import { z } from 'zod'

import type { Contract } from '../contract.ts'
import { ById, DecimalText, Field, Id, Instant, NumberText, PathId } from '../primitives.ts'
import { ROLES } from './roles.ts'

/** Characters that a reason for a partner has at most. */
export const LONGEST_PARTNER_REASON = 500

/** What a partner reads as the reason for an adjustment or a hold; some lines of text. */
export const PartnerReason = z
  .string()
  .transform((text) => text.normalize('NFC').replaceAll('\r\n', '\n').trim())
  .refine(
    (text) => text !== '' && text.length <= LONGEST_PARTNER_REASON && !/[^\P{Cc}\n]/u.test(text),
  )

/**
 * One credit or debit of a proposal. At most one of record, order and rank says what it is about.
 *
 * Units: `amount` in coins of the account, above 0; ids of records, orders and ranks.
 * Source: requirements ADJ-001.
 */
export const AdjustmentLine = z.object({
  partnerId: Id,
  account: Field,
  direction: z.enum(['credit', 'debit']),
  amount: NumberText,
  kind: z.enum(ADJUSTMENT_KINDS),
  /** For the partner, in the partner's language. */
  reason: PartnerReason,
  recordId: Id.optional(),
  orderId: Id.optional(),
  rankId: Id.optional(),
  /** The mistaken adjustment that this one undoes. */
  takesBack: Id.optional(),
  /** The hold that this debit ends. */
  holdId: Id.optional(),
  /** The open dispute that it corrects. */
  disputeId: Id.optional(),
})
export type AdjustmentLine = z.infer<typeof AdjustmentLine>

/** Lines that one proposal has at most. Source: requirements ADJ-002. */
export const MOST_ADJUSTMENT_LINES = 1_000

/** The lines of a proposal; `mayGoNegative`: a debit may bring a balance below 0, down to `adjustmentFloorEur`. */
export const AdjustmentLines = z.object({
  lines: z.array(AdjustmentLine).min(1).max(MOST_ADJUSTMENT_LINES),
  mayGoNegative: z.boolean(),
})

/**
 * A posted adjustment. `takenBackBy` is the adjustment that undid it.
 *
 * Units: `amount` in coins, negative for a debit; `rankId` of the plan's ladder.
 */
export const Adjustment = z.object({
  id: Id,
  proposalId: Id,
  transferId: Id,
  partnerId: Id,
  partnerName: z.string(),
  account: z.string(),
  currency: z.string(),
  amount: DecimalText,
  kind: z.enum(ADJUSTMENT_KINDS),
  reason: z.string(),
  internalReason: z.string(),
  recordId: Id.nullable(),
  orderId: Id.nullable(),
  rankId: Id.nullable(),
  takesBack: Id.nullable(),
  takenBackBy: Id.nullable(),
  holdId: Id.nullable(),
  disputeId: Id.nullable(),
  postedAt: Instant,
  /** The hash of its transfer, in hex. */
  hash: z.string(),
  proposer: z.string(),
  approver: z.string(),
})
export type Adjustment = z.infer<typeof Adjustment>

/** OPEN holds back; LAPSED: its end date has passed. */
export const HoldState = z.enum(['OPEN', 'LAPSED', 'RELEASED', 'DEBITED'])
export type HoldState = z.infer<typeof HoldState>

/**
 * A hold. `needsSecond`: its release needs a second operator.
 *
 * Units: `amount` in coins; `until`: null, it ends by operators alone.
 */
export const Hold = z.object({
  id: Id,
  partnerId: Id,
  partnerName: z.string(),
  account: z.string(),
  currency: z.string(),
  amount: DecimalText,
  recordId: Id.nullable(),
  reason: z.string(),
  internalReason: z.string(),
  placedBy: z.string(),
  placedAt: Instant,
  until: Instant.nullable(),
  state: HoldState,
  endedAt: Instant.nullable(),
  endedBy: z.string().nullable(),
  needsSecond: z.boolean(),
  version: z.int().positive(),
})
export type Hold = z.infer<typeof Hold>

const Cursor = PathId.optional()
const readers = { auth: 'operator', roles: ROLES } as const

/** Posted adjustments, the newest first; `partnerId` and `account` are filters. */
export const getAdjustments = {
  method: 'GET',
  path: '/console/v1/adjustments',
  ...readers,
  query: z.object({
    partnerId: PathId.optional(),
    account: z.string().max(64).optional(),
    kind: z.enum(ADJUSTMENT_KINDS).optional(),
    cursor: Cursor,
  }),
  reply: z.object({ content: z.array(Adjustment), next: z.string().optional() }),
  refusals: [],
} as const satisfies Contract

/** One adjustment. */
export const getAdjustment = {
  method: 'GET',
  path: '/console/v1/adjustments/:id',
  ...readers,
  params: ById,
  reply: Adjustment,
  refusals: ['not_found'],
} as const satisfies Contract

/** Holds, the newest first. */
export const getHolds = {
  method: 'GET',
  path: '/console/v1/holds',
  ...readers,
  query: z.object({
    partnerId: PathId.optional(),
    state: z.enum(['open', 'all']).default('open'),
    cursor: Cursor,
  }),
  reply: z.object({ content: z.array(Hold), next: z.string().optional() }),
  refusals: [],
} as const satisfies Contract

/**
 * Hold an amount of a partner's balance: it stays there and cannot be paid out. With `recordId` it is the amount of that credited
 * line, and account and amount are left out.
 *
 * Units: `amount` in coins of the account; `until` in the future, or null.
 * Refuses: `not_found`, `wallet_not_found`, `validation_error`, each with the field; `not_unique`, for a line that is held already.
 * Source: D-164; requirements ADJ-010.
 */
export const postHold = {
  method: 'POST',
  path: '/console/v1/holds',
  auth: 'operator',
  roles: ['finance'],
  isFresh: true,
  body: z.object({
    partnerId: Id,
    account: Field,
    amount: NumberText.optional(),
    recordId: Id.optional(),
    reason: PartnerReason,
    internalReason: z.string().max(1_000),
    until: Instant.nullable(),
  }),
  reply: Hold,
  refusals: ['not_found', 'wallet_not_found', 'validation_error', 'not_unique', 'required'],
} as const satisfies Contract

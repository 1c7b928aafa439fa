import { PAYOUT_BARS } from '@partner-office/domain'
import { z } from 'zod'

import type { Contract } from '../contract.ts'
import { pageOf, PageNumber, PageSize } from '../page.ts'
import { Day, DecimalText, Id, Instant, NumberText, PathId } from '../primitives.ts'

/** States of a payout. A pending payout ends in exactly one of the other two. Source: ENT-014. */
export const PAYOUT_STATUSES = ['PENDING', 'SUCCESS', 'REJECTED'] as const
export type PayoutStatus = (typeof PAYOUT_STATUSES)[number]

/** A reason for a closer look at a payout. Source: decisions D-143. */
const PAYOUT_RISKS = [
  'new_address',
  'similar_address',
  'password_changed',
  'authenticator_changed',
] as const
export type PayoutRisk = (typeof PAYOUT_RISKS)[number]

/**
 * What operators see beside a payout: its risks, and what holds it back while it is pending: a state that bars payouts,
 * or a balance below zero since it was confirmed.
 *
 * Source: decisions C11.27, D-143.
 */
export const PAYOUT_MARKS = [...PAYOUT_RISKS, ...PAYOUT_BARS, 'balance_negative'] as const
export type PayoutMark = (typeof PAYOUT_MARKS)[number]

const MOST_SOURCES = 20

/** Names of source accounts with commas between them; left out: all. */
const Sources = z
  .string()
  .max(1_024)
  .transform((names) => names.split(',').map((name) => name.trim()))
  .refine((names) => names.length <= MOST_SOURCES)
  .optional()

/** Which routes from a source account to a wallet are open; `badge` is a short text that the operator may add. */
export const getPayoutSettings = {
  method: 'GET',
  path: '/v1/payout/settings',
  auth: 'bearer',
  query: z.object({ from: Sources }),
  reply: z.array(
    z.strictObject({
      payoutFrom: z.string(),
      payoutTo: z.string(),
      enabled: z.boolean(),
      badge: z.string().optional(),
    }),
  ),
  refusals: [],
} as const satisfies Contract

/**
 * Limits and fee of each route; null: no limit.
 *
 * Units: amounts in the source's currency; `fee` and `dailyLimitPercent` in percent.
 * Source: PAY-015; decisions C9, D-054, D-093.
 */
export const PayoutLimits = z.strictObject({
  from: z.string(),
  to: z.string(),
  minAmount: DecimalText,
  requestLimit: DecimalText.nullable(),
  dailyLimit: DecimalText.nullable(),
  dailyLimitPercent: DecimalText.nullable(),
  availableAmount: DecimalText.nullable(),
  fee: DecimalText,
  minFee: DecimalText.nullable(),
  maxFee: DecimalText.nullable(),
  verificationRequired: z.boolean(),
})

/** The caller's limits of each route. */
export const getPayoutLimits = {
  method: 'GET',
  path: '/v1/payout/limits',
  auth: 'bearer',
  query: z.object({ from: Sources }),
  reply: z.array(PayoutLimits),
  refusals: [],
} as const satisfies Contract

/** An amount that operators hold: it stays in the balance and cannot be paid out. Source: D-164; requirements ADJ-011. */
export const HeldAmount = z.strictObject({
  account: z.string(),
  amount: DecimalText,
  recordId: Id.nullable(),
  since: Instant,
  until: Instant.nullable(),
  reason: z.string(),
})
export type HeldAmount = z.infer<typeof HeldAmount>

/**
 * What a payout of the caller depends on besides limits, documents and authenticator.
 *
 * `isLocked`: payouts are locked until support unlocks them: after wrong codes or, with `isStopped`, by the company; `waitsUntil`: the hour's wrong codes are
 * used up until then. `addresses`: those of earlier payouts, newest first, for each wallet kind. `passwordChangedAt` and
 * `authenticatorChangedAt` are null unless the change is recent; `holdHours`: how long a new address is held.
 *
 * `held`: what operators hold of the balances; the reason is for the partner, `until` null where it has no end yet. `waiting`: what a route
 * pays out from `at` on, because it was credited recently. Both are parts of the balance and count once.
 *
 * Units: amounts in coins of the account.
 * Source: decisions D-142, D-143, D-164; requirements ADJ-010, HLD-002.
 */
export const getPayoutStanding = {
  method: 'GET',
  path: '/v1/payout/standing',
  auth: 'bearer',
  reply: z.strictObject({
    pending: z.int().nonnegative(),
    maxPending: z.int().positive(),
    isLocked: z.boolean(),
    isStopped: z.boolean(),
    waitsUntil: Instant.nullable(),
    addresses: z.array(z.strictObject({ to: z.string(), address: z.string() })),
    passwordChangedAt: Instant.nullable(),
    authenticatorChangedAt: Instant.nullable(),
    holdHours: z.int().nonnegative(),
    held: z.array(HeldAmount),
    waiting: z.array(
      z.strictObject({ from: z.string(), to: z.string(), at: Instant, amount: DecimalText }),
    ),
    checkedAt: Instant,
  }),
  refusals: [],
} as const satisfies Contract

/** A text as it was sent; whatever is no text is the empty text, which the use case refuses in its own order. */
const SentText = z.string().max(4_096).catch('')

const SentNumber = NumberText.catch('')

const INIT_REFUSALS = [
  'payout_is_disabled',
  'user_not_verified',
  'invalid_wallet_address',
  'minimum_limit',
  'not_enough_funds',
  'request_limit',
  'daily_limit',
  'pending_count_limit',
  '2fa_disabled',
] as const

/** Check a payout and open the session that its code confirms; nothing is reserved. Source: decisions C9, D-090. */
export const postPayoutInit = {
  method: 'POST',
  path: '/v1/payout/init',
  auth: 'bearer',
  body: z.object({ from: SentText, to: SentText, address: SentText, amount: SentNumber }),
  reply: z.strictObject({ expiresAt: Instant, attempts: z.int().positive() }),
  refusals: INIT_REFUSALS,
} as const satisfies Contract

/** Confirm the open payout of a source with a code: its amount is debited. Source: decisions D-090, D-091, D-142. */
export const postPayoutConfirm = {
  method: 'POST',
  path: '/v1/payout/confirm',
  auth: 'bearer',
  body: z.object({ code: SentText, from: SentText }),
  reply: z.strictObject({
    id: Id,
    status: z.literal('PENDING'),
    amount: DecimalText,
    fee: DecimalText,
    receive: DecimalText,
    address: z.string(),
  }),
  refusals: [
    'invalid_confirmation_code',
    'otp_already_used',
    'confirmation_code_error',
    ...INIT_REFUSALS,
  ],
} as const satisfies Contract

const byId = z.object({ id: PathId })

/** Cancel an own pending payout that no operator has taken up; the amount comes back. Source: decisions D-142. */
export const postPayoutCancel = {
  method: 'POST',
  path: '/v1/payout/:id/cancel',
  auth: 'bearer',
  params: byId,
  reply: z.strictObject({ id: Id, status: z.literal('REJECTED') }),
  refusals: [],
} as const satisfies Contract

/**
 * A payout in the history. A payout that its owner cancelled is `REJECTED` and `cancelled`.
 *
 * Units: `amount` in the source's currency. Source: ENT-014; api.md section 8; decisions D-142.
 */
export const PayoutTransaction = z.strictObject({
  id: Id,
  createdAt: Instant,
  address: z.string(),
  amount: DecimalText,
  status: z.enum(PAYOUT_STATUSES),
  txId: z.string().nullable(),
  from: z.string(),
  to: z.string(),
  cancellable: z.boolean(),
  cancelled: z.boolean(),
})
export type PayoutTransaction = z.infer<typeof PayoutTransaction>

const HistoryFilter = z.object({
  sort: z.enum(['createdAt|asc', 'createdAt|desc']).default('createdAt|desc'),
  dateFrom: Day.optional(),
  dateTo: Day.optional(),
  status: z.enum(PAYOUT_STATUSES).optional(),
  from: Sources,
})

/** The caller's payouts, a page at a time; ties by id. Source: TRX-036 to TRX-038. */
export const getPayoutHistory = {
  method: 'GET',
  path: '/v1/payout/history',
  auth: 'bearer',
  query: HistoryFilter.extend({ size: PageSize(100, 20), page: PageNumber }),
  reply: pageOf(PayoutTransaction),
  refusals: [],
} as const satisfies Contract

/** All payouts that match, as CSV. */
export const getPayoutExport = {
  method: 'GET',
  path: '/v1/payout/history/export',
  auth: 'bearer',
  query: HistoryFilter,
  file: 'text/csv',
  refusals: [],
} as const satisfies Contract

/**
 * A payout with the times of its steps; `reason` is null unless it was rejected.
 *
 * Units: amounts in the source's currency.
 */
export const getPayout = {
  method: 'GET',
  path: '/v1/payout/:id',
  auth: 'bearer',
  params: byId,
  reply: PayoutTransaction.extend({
    fee: DecimalText,
    receive: DecimalText,
    requestedAt: Instant,
    takenAt: Instant.nullable(),
    endedAt: Instant.nullable(),
    reason: z.string().nullable(),
  }),
  refusals: [],
} as const satisfies Contract

/** The caller's wallets. Source: api.md section 2. */
export const getWalletActive = {
  method: 'GET',
  path: '/v1/wallet/active',
  auth: 'bearer',
  reply: z.array(
    z.strictObject({
      walletType: z.enum(['MAIN', 'FARM']),
      address: z.string(),
      assignedAt: Instant,
      moderatorApproved: z.boolean(),
    }),
  ),
  refusals: [],
} as const satisfies Contract

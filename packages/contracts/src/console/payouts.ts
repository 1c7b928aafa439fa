import { z } from 'zod'

import type { Contract } from '../contract.ts'
import { PAYOUT_MARKS, PAYOUT_STATUSES } from '../business/payouts.ts'
import {
  ById,
  CentsBound,
  Currency,
  DecimalText,
  Id,
  Instant,
  OneLine,
  PathId,
} from '../primitives.ts'
import { Person, Reason } from './proposals.ts'
import { ROLES } from './roles.ts'

const read = { auth: 'operator', roles: ROLES } as const
const act = {
  method: 'POST',
  auth: 'operator',
  roles: ['finance'],
  isFresh: true,
  params: ById,
} as const

/** States of a payout as operators see them: of a pending one, whether somebody has taken it up; of a rejected one, by whom. */
export const PAYOUT_STATES = ['waiting', 'taken', 'sent', 'rejected', 'cancelled'] as const
export const PayoutState = z.enum(PAYOUT_STATES)
export type PayoutState = z.infer<typeof PayoutState>

/**
 * Why an operator should look at a payout closely, or why it cannot be sent: marks of its confirmation (D-143), states that bar
 * it (C11.27), and what else is known of its partner and its address now.
 *
 * Source: requirements PQU-002.
 */
export const RISK_MARKS = [
  'new_address',
  'similar_address',
  'password_changed',
  'authenticator_changed',
  'blocked',
  'account_closed',
  'payouts_off',
  'route_disabled',
  'stopped',
  'unverified_again',
  '2fa_disabled',
  'balance_negative',
  'negative_other',
  'hold',
  'shared_address',
  'first_payout',
  'large',
] as const
export const RiskMark = z.enum(RISK_MARKS)
export type RiskMark = z.infer<typeof RiskMark>

/** A mark with what its sentence names, such as the address that it resembles. */
const Mark = z.object({
  name: RiskMark,
  values: z.record(z.string(), z.union([z.string(), z.number()])),
})
export type Mark = z.infer<typeof Mark>

/**
 * A payout in a list. Marks are those of a pending one.
 *
 * Units: amounts in `currency`; `eur` is null where no rate leads to EUR. `takenBy`: null also where a command or a call of the
 * service key took it up. `batch`: the batch that it was handed over in.
 */
export const QueuedPayout = z.object({
  id: Id,
  partner: z.object({ id: Id, name: z.string(), country: z.string() }),
  from: z.string(),
  to: z.string(),
  currency: Currency,
  amount: DecimalText,
  fee: DecimalText,
  receive: DecimalText,
  eur: DecimalText.nullable(),
  address: z.string(),
  state: PayoutState,
  createdAt: Instant,
  takenAt: Instant.nullable(),
  takenBy: Person.nullable(),
  endedAt: Instant.nullable(),
  batch: Id.nullable(),
  marks: z.array(Mark),
  version: z.int().positive(),
})
export type QueuedPayout = z.infer<typeof QueuedPayout>

/** The rate by which amounts were valued. Units: EUR for one of the currency; `setAt`: when it was set. */
const UsedRate = z.object({ currency: Currency, rate: DecimalText, setAt: Instant })

/** What a list of payouts is filtered by. Units: hours since the confirmation; EUR values. Without `state`: all pending ones. `operator`: the address of who has taken it up. */
const PayoutFilter = z.object({
  state: PayoutState.optional(),
  partner: PathId.optional(),
  from: OneLine.optional(),
  risk: RiskMark.optional(),
  waits: z
    .string()
    .regex(/^\d{1,5}$/)
    .transform(Number)
    .optional(),
  eurFrom: CentsBound,
  eurTo: CentsBound,
  country: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .optional(),
  operator: OneLine.optional(),
  batch: PathId.optional(),
  sort: z.enum(['created', 'eur']).default('created'),
  order: z.enum(['ascending', 'descending']).default('ascending'),
})

/**
 * Payouts, 50 at a time. The filter by a risk mark may be some seconds behind on a long queue; the marks shown are of now.
 *
 * Source: requirements PQU-001, PQU-002, PQU-016.
 */
export const getQueue = {
  method: 'GET',
  path: '/console/v1/payouts',
  ...read,
  query: PayoutFilter.extend({
    cursor: z
      .string()
      .regex(/^-?\d{1,60} \d{1,16}$/)
      .optional(),
  }),
  reply: z.object({
    content: z.array(QueuedPayout),
    rates: z.array(UsedRate),
    next: z.string().optional(),
  }),
  refusals: [],
} as const satisfies Contract

/** A transfer of the ledger. Units: `amount` in the account's currency, negative where it leaves the partner's account. */
const LedgerLine = z.object({
  id: Id,
  at: Instant,
  kind: z.string(),
  amount: DecimalText,
  reference: z.string(),
  hash: z.string(),
})

/** A state of the partner: when the payout was confirmed, and now; null where it was not stored. */
const Standing = z.object({
  isBlocked: z.boolean(),
  isClosed: z.boolean(),
  isVerified: z.boolean().nullable(),
  balance: DecimalText,
})

/** A stop of all payouts of a partner, or a lock after wrong codes, which has no reason. Source: requirements PQU-012. */
export const PayoutStop = z.object({
  since: Instant,
  until: Instant.nullable(),
  reason: z.string().nullable(),
  by: Person.nullable(),
})
export type PayoutStop = z.infer<typeof PayoutStop>

/**
 * What the chain says of the transaction of a payout; null: nobody has looked it up, and nothing is known. `differences`: what
 * differs from the payout; empty: nothing does.
 *
 * Source: requirements PQU-017; D-185.
 */
const OnChain = z.object({ isFound: z.boolean(), differences: z.array(z.string()) })

/**
 * One payout with all that an operator decides on. `credits`: what makes up the balance that it was debited from, since the
 * payout before: `carried` is what that one left, `sums` the transfers since by kind, and `lines` the newest of them. `sameAddress`: other payouts to the address, by any
 * partner. `takings`: who took it up and over.
 */
export const PayoutDetail = QueuedPayout.extend({
  requestedAt: Instant,
  heldUntil: Instant.nullable(),
  endedBy: Person.nullable(),
  reason: z.string().nullable(),
  txId: z.string().nullable(),
  txPattern: z.string(),
  chain: OnChain.nullable(),
  stop: PayoutStop.nullable(),
  atConfirmation: Standing,
  now: Standing,
  credits: z.object({
    since: Instant.nullable(),
    carried: DecimalText,
    sums: z.array(z.object({ kind: z.string(), count: z.int().positive(), sum: DecimalText })),
    lines: z.array(LedgerLine),
    before: DecimalText,
  }),
  sameAddress: z.array(
    z.object({
      id: Id,
      partnerId: Id,
      name: z.string(),
      amount: DecimalText,
      currency: Currency,
      state: PayoutState,
      createdAt: Instant,
    }),
  ),
  transfers: z.array(LedgerLine),
  takings: z.array(
    z.object({ by: Person, at: Instant, reason: z.string().nullable(), proposal: Id.nullable() }),
  ),
  rates: z.array(UsedRate),
})
export type PayoutDetail = z.infer<typeof PayoutDetail>

/** One payout. Source: requirements PQU-003. */
export const getQueuedPayout = {
  method: 'GET',
  path: '/console/v1/payouts/:id',
  ...read,
  params: ById,
  reply: PayoutDetail,
  refusals: [],
} as const satisfies Contract

/** A payout after an act. */
const ChangedByOperator = z.object({
  id: Id,
  status: z.enum(PAYOUT_STATUSES),
  risks: z.array(z.enum(PAYOUT_MARKS)),
  version: z.int().positive(),
})

const Versioned = z.object({ version: z.int().positive() })

/** Refusals of two operators who meet at one payout. Source: D-163. */
const MET = ['already_taken', 'changed_meanwhile'] as const

/**
 * Take a payout up: its owner cannot cancel it any more. Safe to repeat.
 *
 * Refuses: `proposal_required`, from `fourEyesPayoutEur` on, with what the operator has taken up on the UTC day without a
 * proposal; `already_taken`, with the operator's name; `changed_meanwhile`, with the state that won; `validation_error`, when something
 * holds it back.
 * Source: requirements PQU-004, PQU-006, APR-018; D-163.
 */
export const postQueueTake = {
  path: '/console/v1/payouts/:id/take',
  ...act,
  body: Versioned,
  reply: ChangedByOperator,
  refusals: [...MET, 'proposal_required'],
} as const satisfies Contract

/** Take a payout over that another operator, or a command, has taken up. Source: D-163. */
export const postQueueTakeOver = {
  path: '/console/v1/payouts/:id/take-over',
  ...act,
  body: Versioned.extend({ reason: Reason }),
  reply: ChangedByOperator,
  refusals: ['changed_meanwhile'],
} as const satisfies Contract

/**
 * Say that an own taken payout was sent, and in which transaction.
 *
 * Refuses: `not_unique`, for a transaction that approved a payout before; `invalid_format`, for one that does not fit its route;
 * `not_match`, with what differs on the chain, where an adapter looks it up; `already_taken`; `changed_meanwhile`.
 * Source: requirements PQU-005, PQU-017; D-163, D-185.
 */
export const postQueueApprove = {
  path: '/console/v1/payouts/:id/approve',
  ...act,
  body: Versioned.extend({ txId: OneLine }),
  reply: ChangedByOperator,
  refusals: [...MET, 'not_unique', 'invalid_format', 'not_match'],
} as const satisfies Contract

/**
 * Reject a payout; the amount comes back. `isNotSent` answers "Was it sent?", which a payout of a batch needs.
 *
 * Refuses: `required`, without that answer; `already_taken`; `changed_meanwhile`.
 * Source: requirements PQU-004, PQU-007.
 */
export const postQueueReject = {
  path: '/console/v1/payouts/:id/reject',
  ...act,
  body: Versioned.extend({
    reason: OneLine.refine((text) => text.trim() !== ''),
    isNotSent: z.literal(true).optional(),
  }),
  reply: ChangedByOperator,
  refusals: [...MET, 'required'],
} as const satisfies Contract

/**
 * Sums of payouts. `pending` and `months` are by currency; `clearing` compares the balance of `payout_clearing`, which is of all
 * that has left partners' accounts for a wallet, without what was sent, with the pending payouts. `wallets`: null without an adapter for the chain.
 *
 * Units: amounts in `currency`; `upTo`: the last transfer in the balance.
 * Source: requirements PQU-015, PQU-017.
 */
export const getPayoutTotals = {
  method: 'GET',
  path: '/console/v1/payout-totals',
  ...read,
  reply: z.object({
    pending: z.array(
      z.object({
        currency: Currency,
        state: z.enum(['waiting', 'taken']),
        count: z.int().nonnegative(),
        amount: DecimalText,
        eur: DecimalText.nullable(),
      }),
    ),
    months: z.array(
      z.object({
        month: z.string(),
        currency: Currency,
        state: PayoutState,
        count: z.int().nonnegative(),
        amount: DecimalText,
        fee: DecimalText,
      }),
    ),
    clearing: z.array(
      z.object({
        currency: Currency,
        balance: DecimalText,
        sent: DecimalText,
        pending: DecimalText,
        difference: DecimalText,
      }),
    ),
    wallets: z.array(z.object({ currency: Currency, balance: DecimalText })).nullable(),
    rates: z.array(UsedRate),
  }),
  refusals: [],
} as const satisfies Contract

const ofPartner = { path: '/console/v1/partners/:id/payout-stop', params: ById } as const

/** The stop of a partner's payouts; null: none. */
export const getPayoutStop = {
  method: 'GET',
  ...ofPartner,
  ...read,
  reply: z.object({ stop: PayoutStop.nullable() }),
  refusals: [],
} as const satisfies Contract

/** Stop all payouts of a partner, or change the stop. Refuses: `validation_error`, for an end that is over. Source: requirements PQU-012. */
export const putPayoutStop = {
  method: 'PUT',
  ...ofPartner,
  auth: 'operator',
  roles: ['finance'],
  isFresh: true,
  body: z.object({ reason: Reason, until: Instant.nullable() }),
  reply: z.object({ stop: PayoutStop.nullable() }),
  refusals: [],
} as const satisfies Contract

/** Lift the stop of a partner's payouts, or a lock after wrong codes. */
export const deletePayoutStop = {
  method: 'DELETE',
  ...ofPartner,
  auth: 'operator',
  roles: ['finance'],
  isFresh: true,
  reply: z.object({ stop: z.null() }),
  refusals: [],
} as const satisfies Contract

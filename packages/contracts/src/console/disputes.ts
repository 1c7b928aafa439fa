import { BONUS_TYPES, DISPUTE_KINDS, DISPUTE_STATES } from '@partner-office/domain'
import { z } from 'zod'

import { DisputedThing, DisputeText, MonthText } from '../business/disputes.ts'
import type { Contract } from '../contract.ts'
import { ById, DecimalText, Id, Instant, PathId } from '../primitives.ts'
import { ProposalState } from './proposals.ts'
import { ROLES } from './roles.ts'

/** Texts of both sides, notes of operators, and what else happened. */
export const DISPUTE_ENTRIES = [
  'opened',
  'question',
  'reply',
  'answer',
  'corrected',
  'withdrawn',
  'reopened',
  'taken',
  'note',
] as const

const Person = z.object({ id: Id, email: z.string() })

/**
 * A dispute in the list of operators. `left`: what is left until the deadline, negative after it; it stands still while the partner is
 * asked, and is null after the end.
 *
 * Units: `left` in milliseconds.
 */
export const ListedDispute = z.object({
  id: Id,
  partnerId: Id,
  partnerName: z.string(),
  language: z.string(),
  thing: DisputedThing,
  state: z.enum(DISPUTE_STATES),
  openedAt: Instant,
  dueAt: Instant,
  left: z.int().nullable(),
  endedAt: Instant.nullable(),
  isReopened: z.boolean(),
  takenBy: Person.nullable(),
  version: z.int().positive(),
})
export type ListedDispute = z.infer<typeof ListedDispute>

/** One value of the explanation as the partner saw it and as it is now; null: it has no such value. */
const ExplainedRow = z.object({
  path: z.string(),
  seen: z.string().nullable(),
  now: z.string().nullable(),
})
export type ExplainedRow = z.infer<typeof ExplainedRow>

/** What happened to the thing. Units: `amount` in coins. */
const ThingEvent = z.object({
  at: Instant,
  what: z.enum([
    'paid',
    'recorded',
    'cancelled',
    'credited',
    'takenBack',
    'adjusted',
    'held',
    'closed',
    'reached',
  ]),
  id: Id.nullable(),
  amount: DecimalText.nullable(),
  currency: z.string().nullable(),
})
export type ThingEvent = z.infer<typeof ThingEvent>

/**
 * One dispute for operators. `isAsSeen`: what is stored has the fingerprint of what the partner saw. `isReadable`: false, if the figures
 * cannot explain the thing now; then no row has a value of now. `correction`: what an adjustment is filled with. `proposals`: corrections
 * that were proposed, with the note of a refusal.
 *
 * Source: requirements DSP-005 to DSP-007.
 */
export const FullDispute = ListedDispute.extend({
  firstName: z.string(),
  fingerprint: z.string().regex(/^[0-9a-f]{64}$/),
  isAsSeen: z.boolean(),
  isReadable: z.boolean(),
  explanation: z.array(ExplainedRow),
  events: z.array(ThingEvent),
  entries: z.array(
    z.object({
      at: Instant,
      kind: z.enum(DISPUTE_ENTRIES),
      by: z.string().nullable(),
      text: z.string(),
    }),
  ),
  correction: z.object({
    partnerId: Id,
    account: z.string().nullable(),
    recordId: Id.nullable(),
    orderId: Id.nullable(),
    rankId: Id.nullable(),
    disputeId: Id,
  }),
  proposals: z.array(
    z.object({
      id: Id,
      state: ProposalState,
      proposer: z.string(),
      at: Instant,
      decisionReason: z.string().nullable(),
    }),
  ),
  corrections: z.array(
    z.object({ adjustmentId: Id, amount: DecimalText, currency: z.string(), postedAt: Instant }),
  ),
})
export type FullDispute = z.infer<typeof FullDispute>

const readers = { auth: 'operator', roles: ROLES } as const
const writers = { auth: 'operator', roles: ['support', 'finance'], params: ById } as const
const version = z.int().positive()

/**
 * Disputes: the open ones by what is left until their deadline, then the ended ones, the newest first. `late`: open and past the
 * deadline; `answered`: answered or corrected, `inTime` before the deadline.
 *
 * Units: `month` in which they were opened; `cursor` counts the rows before.
 * Source: requirements DSP-008.
 */
export const getConsoleDisputes = {
  method: 'GET',
  path: '/console/v1/disputes',
  ...readers,
  query: z.object({
    state: z.enum([...DISPUTE_STATES, 'open', 'late', 'answered', 'inTime']).optional(),
    kind: z.enum(DISPUTE_KINDS).optional(),
    bonusType: z.enum(BONUS_TYPES).optional(),
    month: MonthText.optional(),
    partnerId: PathId.optional(),
    cursor: PathId.optional(),
  }),
  reply: z.object({
    content: z.array(ListedDispute),
    total: z.int().nonnegative(),
    next: z.string().optional(),
  }),
  refusals: [],
} as const satisfies Contract

/** One dispute. */
export const getConsoleDispute = {
  method: 'GET',
  path: '/console/v1/disputes/:id',
  ...readers,
  params: ById,
  reply: FullDispute,
  refusals: ['not_found'],
} as const satisfies Contract

/**
 * Figures of the disputes that were opened in a month, by what they are about. `answered` counts those answered or corrected, `inTime`
 * those of them before their deadline; `sums` of their corrections.
 *
 * Units: `month` such as `2026-10`; coins. Source: requirements DSP-013.
 */
export const getDisputeFigures = {
  method: 'GET',
  path: '/console/v1/disputes/figures',
  ...readers,
  reply: z.object({
    content: z.array(
      z.object({
        month: MonthText,
        kind: z.enum(DISPUTE_KINDS),
        bonusType: z.enum(BONUS_TYPES).nullable(),
        opened: z.int().nonnegative(),
        answered: z.int().nonnegative(),
        inTime: z.int().nonnegative(),
        corrected: z.int().nonnegative(),
        sums: z.array(z.object({ currency: z.string(), amount: DecimalText })),
      }),
    ),
  }),
  refusals: [],
} as const satisfies Contract

/** Take a dispute up. Refuses: `already_taken`, with the name, unless `isTakenOver`; `changed_meanwhile`. */
export const postDisputeTake = {
  method: 'POST',
  path: '/console/v1/disputes/:id/take',
  ...writers,
  body: z.object({ version, isTakenOver: z.boolean() }),
  reply: FullDispute,
  refusals: ['not_found', 'already_taken', 'changed_meanwhile'],
} as const satisfies Contract

const writing = <const Path extends string>(path: Path) =>
  ({
    method: 'POST',
    path,
    ...writers,
    body: z.object({ version, text: DisputeText }),
    reply: FullDispute,
    refusals: ['not_found', 'required', 'changed_meanwhile'],
  }) as const satisfies Contract

/** Answer a dispute: it ends. Refuses: `changed_meanwhile`; `required`; `validation_error` on `state`. */
export const postDisputeAnswer = writing('/console/v1/disputes/:id/answer')

/** Ask the partner; the deadline stands still until the reply. Refuses: as an answer. */
export const postDisputeQuestion = writing('/console/v1/disputes/:id/question')

/** Note something that only operators read. Refuses: as an answer, but in every state. */
export const postDisputeNote = writing('/console/v1/disputes/:id/note')

import {
  BONUS_TYPES,
  DISPUTE_KINDS,
  DISPUTE_STATES,
  DISPUTED_PROGRAMMES,
  DISPUTED_ZEROS,
  LONGEST_DISPUTE_TEXT,
} from '@partner-office/domain'
import { z } from 'zod'

import type { Contract } from '../contract.ts'
import { pageOf, PageNumber, PageSize } from '../page.ts'
import { ById, DecimalText, Id, Instant } from '../primitives.ts'

/** Some lines of text of a dispute. */
export const DisputeText = z
  .string()
  .transform((text) => text.normalize('NFC').replaceAll('\r\n', '\n').trim())
  .refine((text) => [...text].length <= LONGEST_DISPUTE_TEXT && !/[^\P{Cc}\n]/u.test(text))

/** A month, such as `2026-10`. */
export const MonthText = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/)

/**
 * What a dispute is about; `kind` says which of the values names it, the others say more about it.
 *
 * Units: `month` is the first instant of a month. Source: D-170.
 */
export const DisputedThing = z.strictObject({
  kind: z.enum(DISPUTE_KINDS),
  recordId: Id.nullable(),
  orderId: Id.nullable(),
  month: Instant.nullable(),
  bonusType: z.enum(BONUS_TYPES).nullable(),
  rankId: Id.nullable(),
  rang: z.string().nullable(),
  adjustmentId: Id.nullable(),
})
export type DisputedThing = z.infer<typeof DisputedThing>

/** What one side has written or done. An operator is `support`: partners never read a name. Source: D-171. */
export const DisputeEntry = z.strictObject({
  at: Instant,
  from: z.enum(['partner', 'support']),
  kind: z.enum(['opened', 'question', 'reply', 'answer', 'corrected', 'withdrawn', 'reopened']),
  text: z.string(),
})
export type DisputeEntry = z.infer<typeof DisputeEntry>

/**
 * A dispute as its partner sees it. `dueAt`: until when operators answer; null while they wait for the partner, and after the end.
 * `acts` are those that are possible now.
 *
 * Units: `amount` of a correction in coins, negative for a debit. Source: requirements DSP-010.
 */
export const Dispute = z.strictObject({
  id: Id,
  thing: DisputedThing,
  state: z.enum(DISPUTE_STATES),
  openedAt: Instant,
  dueAt: Instant.nullable(),
  endedAt: Instant.nullable(),
  entries: z.array(DisputeEntry),
  corrections: z.array(
    z.strictObject({ adjustmentId: Id, amount: DecimalText, currency: z.string() }),
  ),
  acts: z.array(z.enum(['reply', 'withdraw', 'reopen'])),
})
export type Dispute = z.infer<typeof Dispute>

/** The values that name what a dispute is about: all of one kind and none of another. */
export const NamedThing = z.object({
  recordId: Id.optional(),
  orderId: Id.optional(),
  kind: z.enum(DISPUTED_ZEROS).optional(),
  month: MonthText.optional(),
  bonusType: z.enum(DISPUTED_PROGRAMMES).optional(),
  rankId: Id.optional(),
  adjustmentId: Id.optional(),
})
export type NamedThing = z.infer<typeof NamedThing>

/**
 * Question one thing: a credited record, the zero of a bonus at an order, a programme of a closed month, a reached rank, or an
 * adjustment.
 *
 * Refuses: `required`, without a text; `validation_error`, for a text below 20 or above 2,000 characters and for not exactly one
 * thing; `not_found`, for a thing that does not exist or is not the caller's; `not_unique`, with the number of the open dispute of the same
 * thing; `too_late`, with the last instant; `too_many_requests`, after 5 new ones in 24 hours.
 * Source: requirements DSP-002, DSP-003.
 */
export const postDispute = {
  method: 'POST',
  path: '/v1/disputes',
  auth: 'bearer',
  body: NamedThing.extend({ text: DisputeText }),
  reply: z.strictObject({ id: Id }),
  refusals: ['required', 'not_unique', 'too_late', 'data_not_ready'],
} as const satisfies Contract

/** The caller's disputes, the newest first. */
export const getDisputes = {
  method: 'GET',
  path: '/v1/disputes',
  auth: 'bearer',
  query: z.object({
    size: PageSize(50, 20),
    page: PageNumber,
    state: z.enum(DISPUTE_STATES).optional(),
  }),
  reply: pageOf(Dispute),
  refusals: [],
} as const satisfies Contract

/** One of the caller's disputes. */
export const getDispute = {
  method: 'GET',
  path: '/v1/disputes/:id',
  auth: 'bearer',
  params: ById,
  reply: Dispute,
  refusals: ['not_found'],
} as const satisfies Contract

const changing = <const Path extends string>(path: Path) =>
  ({
    method: 'POST',
    path,
    auth: 'bearer',
    params: ById,
    body: z.object({ text: DisputeText }),
    reply: Dispute,
    refusals: ['required', 'too_late', 'not_unique'],
  }) as const satisfies Contract

/** Reply to a question. Refuses: `not_found`; `required`; `validation_error` on `state`, if nothing is asked. */
export const postDisputeReply = changing('/v1/disputes/:id/reply')

/** Withdraw an open dispute; the text may be empty. Refuses: `not_found`; `validation_error` on `state`. */
export const postDisputeWithdraw = changing('/v1/disputes/:id/withdraw')

/**
 * Open an answered or corrected dispute again, once and within 14 days of its end.
 *
 * Refuses: `not_found`; `required`; `validation_error` on `state`; `too_late`; `not_unique`, with the number of another open
 * dispute of the same thing.
 * Source: requirements DSP-004.
 */
export const postDisputeReopen = changing('/v1/disputes/:id/reopen')

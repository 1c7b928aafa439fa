import { z } from 'zod'

import type { Contract } from '../contract.ts'
import { pageOf, PageNumber, PageSize } from '../page.ts'
import { Day, DecimalText, Id, Instant } from '../primitives.ts'

/**
 * An adjustment of the caller's balance. `takesBack`: the earlier one that it undoes; `takenBackBy`: the later one that undid it.
 * `disputeId`: the dispute that it has corrected.
 *
 * Units: `amount` in coins of the account, negative for a debit. Source: requirements ADJ-006, ADJ-009.
 */
export const OwnAdjustment = z.strictObject({
  id: Id,
  postedAt: Instant,
  account: z.string(),
  currency: z.string(),
  amount: DecimalText,
  reason: z.string(),
  recordId: Id.nullable(),
  orderId: Id.nullable(),
  takesBack: Id.nullable(),
  takenBackBy: Id.nullable(),
  disputeId: Id.nullable(),
})
export type OwnAdjustment = z.infer<typeof OwnAdjustment>

const Filter = z.object({
  account: z.string().max(64).optional(),
  dateFrom: Day.optional(),
  dateTo: Day.optional(),
})

/** The caller's adjustments, the newest first. Refuses: `wallet_not_found`, for a name that no account has. */
export const getOwnAdjustments = {
  method: 'GET',
  path: '/v1/adjustments',
  auth: 'bearer',
  query: Filter.extend({ size: PageSize(100, 20), page: PageNumber }),
  reply: pageOf(OwnAdjustment),
  refusals: ['wallet_not_found'],
} as const satisfies Contract

/** All of the caller's adjustments that match, as CSV. Source: requirements EXP-001. */
export const getOwnAdjustmentsExport = {
  method: 'GET',
  path: '/v1/adjustments/export',
  auth: 'bearer',
  query: Filter,
  file: 'text/csv',
  refusals: ['wallet_not_found'],
} as const satisfies Contract

import { z } from 'zod'

import type { Contract } from '../contract.ts'
import { Instant } from '../primitives.ts'

/** The months that link statistics go back at most, the current one included. */
export const LINK_MONTHS = 13

/**
 * What the caller's links brought in a month. `visits` is null while visits are not counted.
 *
 * `registrations` are partners of the first line who registered and were not imported; `firstOrders` are their first paid
 * orders, in the month of the payment.
 *
 * Units: `month` is its first instant, UTC.
 */
export const LinkMonth = z.strictObject({
  month: Instant,
  visits: z.int().nonnegative().nullable(),
  registrations: z.int().nonnegative(),
  firstOrders: z.int().nonnegative(),
})
export type LinkMonth = z.infer<typeof LinkMonth>

/** The statistics of the caller's links, the current month first. Source: LNK-001. */
export const getLinks = {
  method: 'GET',
  path: '/v1/links',
  auth: 'bearer',
  query: z.object({ months: z.coerce.number().int().min(1).max(LINK_MONTHS).default(LINK_MONTHS) }),
  reply: z.array(LinkMonth),
  refusals: [],
} as const satisfies Contract

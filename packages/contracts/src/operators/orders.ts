import { z } from 'zod'

import type { Contract } from '../contract.ts'
import { ById, Id, Instant, OneLine, PaidCents } from '../primitives.ts'

/** Record a paid order. Safe to repeat: one `orderId` counts once. */
export const postOrder = {
  method: 'POST',
  path: '/internal/v1/orders',
  auth: 'key',
  body: z.object({
    orderId: Id,
    userId: Id,
    amount: PaidCents,
    paidAt: Instant,
    currency: z.literal('EUR').default('EUR'),
  }),
  reply: z.object({ orderId: Id }),
  refusals: ['not_unique', 'not_found', 'purchase_restricted_by_country', 'payments_disabled'],
} as const satisfies Contract

/** Cancel an order and take back what was credited for it. Safe to repeat. */
export const postOrderCancel = {
  method: 'POST',
  path: '/internal/v1/orders/:id/cancel',
  auth: 'key',
  params: ById,
  // A call without a body says no reason.
  body: z
    .object({ reason: OneLine.default('') })
    .nullish()
    .transform((body) => body ?? { reason: '' }),
  reply: z.object({ orderId: Id }),
  refusals: ['not_found', 'proposal_required'],
} as const satisfies Contract

import { z } from 'zod'

import type { Contract } from '../contract.ts'
import { Instant } from '../primitives.ts'

const ofProduct = z.object({ product: z.string().max(64) })

/** When the caller accepted the terms now in force; null: not yet. Source: decisions D-028; ENT-019. */
export const getLegals = {
  method: 'GET',
  path: '/v1/legals/:product',
  auth: 'bearer',
  params: ofProduct,
  reply: z.strictObject({ acceptedAt: Instant.nullable() }),
  refusals: [],
  beforeTerms: true,
} as const satisfies Contract

/** Accept the terms now in force; there is no body. */
export const postLegals = {
  method: 'POST',
  path: '/v1/legals/:product',
  auth: 'bearer',
  params: ofProduct,
  reply: z.strictObject({ acceptedAt: Instant }),
  refusals: ['legals_already_accepted'],
  beforeTerms: true,
} as const satisfies Contract

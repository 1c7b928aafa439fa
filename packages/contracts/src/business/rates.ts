import { z } from 'zod'

import type { Contract } from '../contract.ts'
import { Currency, DecimalText, Instant } from '../primitives.ts'

/** Current rate: units of one currency for one unit of another. Source: api.md section 5; decisions D-099. */
export const getCurrentRate = {
  method: 'GET',
  path: '/v1/exchange/current-rate',
  auth: 'none',
  query: z.object({
    from: Currency,
    to: Currency,
    rateType: z.enum(['SELL', 'BUY']).default('SELL'),
  }),
  reply: z.strictObject({
    from: Currency,
    to: Currency,
    rate: DecimalText,
    rateType: z.enum(['SELL', 'BUY']),
    updatedAt: Instant,
  }),
  refusals: [],
} as const satisfies Contract

/** The rate that limits of payouts are converted by. Source: decisions D-098. */
export const getExchangeRate = {
  method: 'GET',
  path: '/v1/exchange/rate',
  auth: 'none',
  query: z.object({
    from: z.literal('ULTIMA'),
    to: z.literal('EUR'),
    type: z.literal('SPS_PAYOUT_LIMIT'),
  }),
  reply: z.strictObject({ rate: DecimalText }),
  refusals: [],
} as const satisfies Contract

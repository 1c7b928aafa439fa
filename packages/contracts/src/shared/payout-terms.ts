import { z } from 'zod'

import { NumberText, OneLine } from '../primitives.ts'

const OrNone = NumberText.nullish().transform((text) => text ?? null)

/** A route of payouts and its terms. Units: amounts in the source's currency; `fee` and `dailyLimitPercent` in percent; null: no limit. */
export const RouteTerms = z.object({
  payoutFrom: OneLine,
  payoutTo: OneLine,
  enabled: z.boolean(),
  limits: z.object({
    minAmount: NumberText,
    requestLimit: OrNone,
    dailyLimit: OrNone,
    dailyLimitPercent: OrNone,
    fee: NumberText,
    minFee: OrNone,
    maxFee: OrNone,
    verificationRequired: z.boolean().default(true),
    addressPattern: OneLine.optional(),
    txPattern: OneLine.optional(),
    /** Whole days after which a credit can be paid out. */
    holdingDays: z.int().min(0).max(365).optional(),
    badge: OneLine.nullish().transform((text) => text ?? null),
  }),
})
export type RouteTerms = z.infer<typeof RouteTerms>

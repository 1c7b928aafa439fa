import { z } from 'zod'

import type { Contract } from '../contract.ts'
import { Currency, OneLine } from '../primitives.ts'
import { RouteTerms } from '../shared/payout-terms.ts'
import { ROLES } from './roles.ts'

/** A route with its terms. Units: amounts in `currency`; percentages in percent; `holdingDays` in whole days; null: no limit. */
export const PayoutRoute = z.object({
  payoutFrom: z.string(),
  payoutTo: z.string(),
  currency: Currency,
  enabled: z.boolean(),
  limits: z.object({
    minAmount: z.string(),
    requestLimit: z.string().nullable(),
    dailyLimit: z.string().nullable(),
    dailyLimitPercent: z.string().nullable(),
    fee: z.string(),
    minFee: z.string().nullable(),
    maxFee: z.string().nullable(),
    verificationRequired: z.boolean(),
    addressPattern: z.string(),
    txPattern: z.string(),
    holdingDays: z.int().nonnegative(),
    badge: z.string().nullable(),
  }),
})
export type PayoutRoute = z.infer<typeof PayoutRoute>

/** The routes of payouts. They are changed by proposals of the kind `routes`. Source: requirements PQU-013. */
export const getPayoutRoutes = {
  method: 'GET',
  path: '/console/v1/payout-routes',
  auth: 'operator',
  roles: ROLES,
  reply: z.object({ content: z.array(PayoutRoute) }),
  refusals: [],
} as const satisfies Contract

/**
 * Try an address pattern: which of up to 20 addresses it accepts, and how many stored wallets and pending payouts of the route it would refuse.
 *
 * Source: requirements PQU-014.
 */
export const postAddressTrial = {
  method: 'POST',
  path: '/console/v1/payout-routes/addresses',
  auth: 'operator',
  roles: ['finance', 'admin'],
  body: RouteTerms.pick({ payoutFrom: true, payoutTo: true }).extend({
    addressPattern: OneLine,
    addresses: z.array(OneLine).max(20),
  }),
  reply: z.object({
    addresses: z.array(z.object({ address: z.string(), isAccepted: z.boolean() })),
    wallets: z.int().nonnegative(),
    pending: z.int().nonnegative(),
  }),
  refusals: [],
} as const satisfies Contract

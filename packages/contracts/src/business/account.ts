import { z } from 'zod'

import type { Contract } from '../contract.ts'
import { Id, Instant } from '../primitives.ts'

/** The caller as the business knows them. Source: decisions D-122. */
export const getUser = {
  method: 'GET',
  path: '/v1/user',
  auth: 'bearer',
  reply: z.strictObject({
    id: Id,
    email: z.string(),
    blocked: z.boolean(),
    registeredAt: Instant,
    activeUntil: Instant.nullable(),
  }),
  refusals: ['data_not_ready'],
} as const satisfies Contract

/** Until when the caller is active, also when that is past, and how large their team is. Source: ENT-009; D-077. */
export const getUserActivity = {
  method: 'GET',
  path: '/v1/user/activity',
  auth: 'bearer',
  reply: z.strictObject({
    activeUntil: Instant.nullable(),
    flSize: z.int().nonnegative(),
    teamSize: z.int().nonnegative(),
    userId: Id,
  }),
  refusals: ['data_not_ready'],
} as const satisfies Contract

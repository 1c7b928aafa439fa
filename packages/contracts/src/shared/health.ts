import { z } from 'zod'

import type { Contract } from '../contract.ts'

/** Answers while the process runs. */
export const getLive = {
  method: 'GET',
  path: '/health/live',
  auth: 'none',
  reply: z.object({ status: z.literal('live') }),
  refusals: [],
} as const satisfies Contract

/** Readiness for requests; 503 with the reason when the process is not ready. */
export const getReady = {
  method: 'GET',
  path: '/health/ready',
  auth: 'none',
  reply: z.object({ status: z.literal('ready') }),
  refusals: [],
} as const satisfies Contract

/** Answers while the process serves, also from memory without a database; 503 once it was asked to stop. */
export const getServing = {
  method: 'GET',
  path: '/health/serving',
  auth: 'none',
  reply: z.object({ status: z.literal('serving') }),
  refusals: [],
} as const satisfies Contract

/** Answers at the leader alone; 503 at all other processes. */
export const getLeader = {
  method: 'GET',
  path: '/health/leader',
  auth: 'none',
  reply: z.object({ status: z.literal('leader') }),
  refusals: [],
} as const satisfies Contract

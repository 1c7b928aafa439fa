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

import { z } from 'zod'

import type { Contract } from './contract.ts'

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

/** Figures about the process in Prometheus' text format; operators' port only. */
export const getMetrics = {
  method: 'GET',
  path: '/metrics',
  auth: 'none',
  refusals: [],
} as const satisfies Contract

/** Every call that watches the process. */
export const HEALTH_CALLS = [getLive, getReady] as const

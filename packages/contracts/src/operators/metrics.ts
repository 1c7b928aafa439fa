import type { Contract } from '../contract.ts'

/** Figures about the process in Prometheus' text format; operators' port only. */
export const getMetrics = {
  method: 'GET',
  path: '/metrics',
  auth: 'none',
  refusals: [],
} as const satisfies Contract

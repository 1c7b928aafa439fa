import { z } from 'zod'

import type { Contract } from '../contract.ts'

/** The services that are described apart: each has an origin of its own. */
export const DOCUMENTED_SERVICES = ['office', 'passport', 'operators'] as const
export type DocumentedService = (typeof DOCUMENTED_SERVICES)[number]

/** Every call of a service as an OpenAPI 3.1 document; operators' port, no key needed. */
export const getOpenApi = {
  method: 'GET',
  path: '/docs/openapi.json',
  auth: 'none',
  query: z.object({ service: z.enum(DOCUMENTED_SERVICES).default('office') }),
  reply: z.record(z.string(), z.unknown()),
  envelope: false,
  refusals: [],
} as const satisfies Contract

/** Every call of every service as a page to read. */
export const getDocs = {
  method: 'GET',
  path: '/docs',
  auth: 'none',
  refusals: [],
} as const satisfies Contract

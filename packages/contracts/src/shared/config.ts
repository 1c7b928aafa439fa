import { z } from 'zod'

import type { Contract } from '../contract.ts'

/**
 * Where the services are, and the public client of OAuth; what the screens ask first.
 *
 * Source: api.md section 1; decisions D-020, D-021.
 */
export const getConfig = {
  method: 'GET',
  path: '/config',
  auth: 'none',
  reply: z.strictObject({
    product: z.string(),
    domainPassport: z.string(),
    domainBusinessRest: z.string(),
    domainCdn: z.string(),
    domainExchange: z.string(),
    domainOauth: z.string(),
    domainBlog: z.string(),
    domainTranslations: z.string(),
    oauthClientId: z.string(),
    oauthClientSecret: z.string(),
  }),
  envelope: false,
  refusals: [],
} as const satisfies Contract

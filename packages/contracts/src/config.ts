import { z } from 'zod'

import type { Contract } from './contract.ts'

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

/** Every property the screens are configured by. Source: api.md section 2; decisions D-020. */
export const getFrontendConfig = {
  method: 'GET',
  path: '/v1/config/frontend',
  auth: 'none',
  reply: z.array(z.strictObject({ property: z.string(), propertyValue: z.string() })),
  refusals: ['config_not_found'],
} as const satisfies Contract

/** The properties of `getFrontendConfig` that hold JSON. Source: decisions A1 to A5. */
export const configuredJson = {
  socialLinks: z.array(z.object({ name: z.string(), url: z.string() })),
  legalFiles: z.object({
    privacy: z.string(),
    terms: z.string(),
    disclaimer: z.string(),
    donts: z.string(),
  }),
  legalDocuments: z.array(z.object({ name: z.string(), file: z.string() })),
  videos: z.record(z.string(), z.record(z.string(), z.string())),
}

/** Everything that is no call: a page, one of its files, a translation, a document. */
export const getPage = {
  method: 'GET',
  path: '/*',
  auth: 'none',
  refusals: [],
} as const satisfies Contract

import { z } from 'zod'

import type { Contract } from '../contract.ts'

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

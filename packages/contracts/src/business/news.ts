import { z } from 'zod'

import type { Contract } from '../contract.ts'

/** News of a language as RSS 2.0. Source: api.md section 6; decisions D-108. */
export const getNewsFeed = {
  method: 'GET',
  path: '/blog/:language/feed',
  auth: 'none',
  params: z.object({ language: z.string().regex(/^[a-z]{2}$/) }),
  refusals: [],
} as const satisfies Contract

import { z } from 'zod'

import type { Contract } from '../contract.ts'

/**
 * Counts a visit of an invite page. Always answers 204, whether it counts or not; nothing about the visitor is stored.
 *
 * Source: D-180; LNK-002 to LNK-006.
 */
export const postLinksVisit = {
  method: 'POST',
  path: '/v1/links/visit',
  auth: 'none',
  body: z.object({ invite: z.string().min(1).max(64) }),
  isEmpty: true,
  refusals: [],
} as const satisfies Contract

import { z } from 'zod'

import { PublicSite } from '../business/profile.ts'
import type { Contract } from '../contract.ts'
import { everyField, DocumentType, Verification, VerifiedField } from '../passport/verifications.ts'
import { ById, Id, OneLine, PathId } from '../primitives.ts'

/** Block a partner from now on, or lift the block. Safe to repeat. */
export const putUserBlock = {
  method: 'PUT',
  path: '/internal/v1/users/:id/block',
  auth: 'key',
  params: ById,
  body: z.object({ blocked: z.boolean(), reason: OneLine.default('') }),
  reply: z.object({ id: Id, blocked: z.boolean() }),
  refusals: ['not_found'],
} as const satisfies Contract

/** Choose the public site that hosts a partner's page, or none. Safe to repeat. Source: requirements TEA-009; decisions D-076. */
export const putPublicProfile = {
  method: 'PUT',
  path: '/internal/v1/users/:id/public-profile',
  auth: 'key',
  params: ById,
  body: z.object({ allowPublicProfile: PublicSite }),
  reply: z.object({ id: Id, allowPublicProfile: PublicSite }),
  refusals: ['not_found'],
} as const satisfies Contract

/**
 * Set the result of a verification, whether its document was sent in or checked elsewhere. Fields that are left out stay
 * as they were sent in.
 *
 * Source: api.md section 7.
 */
export const putVerification = {
  method: 'PUT',
  path: '/internal/v1/verifications/:userId/:documentType',
  auth: 'key',
  params: z.object({ userId: PathId, documentType: DocumentType }),
  body: z.object({
    status: z.enum(['APPROVED', 'REJECTED']),
    fields: everyField(z.union([OneLine, VerifiedField.extend({ value: OneLine })])).default({}),
    reason: OneLine.default(''),
  }),
  reply: Verification,
  refusals: [],
} as const satisfies Contract

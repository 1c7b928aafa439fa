import { z } from 'zod'

import type { Contract } from '../contract.ts'
import { ById, Instant, OneLine, PathId } from '../primitives.ts'
import { NamedPartner } from './named-partner.ts'
import { Reason } from './proposals.ts'

/** Source: console.md section 2. */
const access = { auth: 'operator', roles: ['support', 'admin'] } as const

export const DataRequestKind = z.enum(['EXPORT', 'ERASURE'])

/** A partner asks for the personal data, or for their erasure. */
export const DataRequest = z.object({
  kind: DataRequestKind,
  partner: NamedPartner,
  at: Instant,
})
export type DataRequest = z.infer<typeof DataRequest>

/** Open data requests, the oldest first. Source: requirements PTR-012. */
export const getDataRequests = {
  method: 'GET',
  path: '/console/v1/data-requests',
  ...access,
  query: z.object({
    partner: PathId.optional(),
    cursor: z
      .string()
      .regex(/^\d{1,15}-\d{1,16}-(EXPORT|ERASURE)$/)
      .optional(),
  }),
  reply: z.object({ content: z.array(DataRequest), next: z.string().optional() }),
  refusals: [],
} as const satisfies Contract

/** End a data request without doing what it asks for. Refuses: `changed_meanwhile`, when it is not open. Source: requirements PTR-012. */
export const postDataRequestRefuse = {
  method: 'POST',
  path: '/console/v1/partners/:id/data-request/refuse',
  ...access,
  params: ById,
  body: z.object({ kind: DataRequestKind, reason: Reason }),
  reply: z.object({}),
  refusals: ['changed_meanwhile'],
} as const satisfies Contract

/**
 * The personal data of a partner, as the file of `office partner export`; an open request for it ends.
 *
 * Refuses: `not_found`.
 * Source: requirements PTR-012; decisions D-148.
 */
export const postPersonalData = {
  method: 'POST',
  path: '/console/v1/partners/:id/personal-data',
  ...access,
  isFresh: true,
  params: ById,
  body: z.object({ reason: Reason }),
  file: 'application/json',
  refusals: [],
} as const satisfies Contract

/**
 * Send a mail about a payout again, the one of the state that the payout is in.
 *
 * Refuses: `not_found`, also for a payout of somebody else, and for a partner whose data are erased.
 * Source: requirements PTR-008.
 */
export const postPayoutMail = {
  method: 'POST',
  path: '/console/v1/partners/:id/payout-mail',
  ...access,
  params: ById,
  body: z.object({ payoutId: z.int().positive(), reason: Reason }),
  reply: z.object({}),
  refusals: [],
} as const satisfies Contract

/**
 * Send the mail again that confirms the address of a registration; the link of the mail before ends.
 *
 * Who has not confirmed the address is no partner yet, so the address names the registration. The audit log has its number alone.
 *
 * Refuses: `not_found`, without a registration that waits for this address.
 * Source: requirements PTR-008; decisions D-175.
 */
export const postConfirmationMail = {
  method: 'POST',
  path: '/console/v1/confirmation-mail',
  ...access,
  body: z.object({ email: OneLine.transform((text) => text.trim()), reason: Reason }),
  reply: z.object({}),
  refusals: [],
} as const satisfies Contract

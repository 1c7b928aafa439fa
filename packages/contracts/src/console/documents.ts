import { DOCUMENT_MEDIA_TYPES } from '@partner-office/domain'
import { z } from 'zod'

import type { Contract } from '../contract.ts'
import { DocumentType } from '../passport/verifications.ts'
import { ById, Id, Instant, OneLine, PathId } from '../primitives.ts'
import { FileAddresses } from './files.ts'
import { NamedPartner } from './named-partner.ts'

/** Roles that review documents. Source: console.md section 2. */
export const DOCUMENT_ROLES = ['support', 'admin'] as const

export const DocumentState = z.enum(['PENDING', 'APPROVED', 'REJECTED'])
export type DocumentState = z.infer<typeof DocumentState>

/** A value of a field that differs from the value in the rejected document before. */
const ChangedField = z.object({ field: z.string(), before: z.string(), after: z.string() })

/**
 * A document of the list.
 *
 * `tries`: how often it was sent in; `changed`: what differs from the rejected document before; `viewers`: other operators who opened a
 * file of it in the last 5 minutes. Units: `at`: when it was sent in or decided.
 */
export const ListedDocument = z.object({
  id: Id,
  type: DocumentType,
  partner: NamedPartner,
  state: DocumentState,
  at: Instant,
  tries: z.int().positive(),
  changed: z.array(ChangedField),
  viewers: z.array(z.string()),
})
export type ListedDocument = z.infer<typeof ListedDocument>

/** A document of another partner with the same file, or with the same name and birth date. Source: requirements DOC-004. */
export const DocumentMark = z.object({
  kind: z.enum(['SAME_FILE', 'SAME_PERSON']),
  partner: NamedPartner,
  documentId: Id,
  state: DocumentState,
})
export type DocumentMark = z.infer<typeof DocumentMark>

/**
 * A document with all that an operator decides on.
 *
 * `fields`: what the partner entered, beside the value of the profile; null, where the profile has no such field. `language`: of the
 * partner. `former`: the rejected document before. Units: `bytes`; `birthdate` as `YYYY-MM-DD`, or empty.
 */
export const ReviewedDocument = ListedDocument.extend({
  version: z.int().positive(),
  reason: z.string(),
  language: z.string(),
  birthdate: z.string(),
  former: z.object({ reason: z.string(), at: Instant }).nullable(),
  fields: z.array(
    z.object({ field: z.string(), sent: z.string(), profile: z.string().nullable() }),
  ),
  files: z.array(
    z.object({
      id: Id,
      name: z.string(),
      mediaType: z.enum(DOCUMENT_MEDIA_TYPES),
      bytes: z.int().nonnegative(),
      addresses: FileAddresses,
    }),
  ),
  marks: z.array(DocumentMark),
})
export type ReviewedDocument = z.infer<typeof ReviewedDocument>

const access = { auth: 'operator', roles: DOCUMENT_ROLES } as const

/** Documents by state: those in review oldest first, decided ones newest first. Source: requirements DOC-001. */
export const getDocuments = {
  method: 'GET',
  path: '/console/v1/documents',
  ...access,
  query: z.object({
    state: DocumentState.default('PENDING'),
    type: DocumentType.optional(),
    partner: PathId.optional(),
    cursor: z
      .string()
      .regex(/^\d{1,15}-\d{1,16}$/)
      .optional(),
  }),
  reply: z.object({ content: z.array(ListedDocument), next: z.string().optional() }),
  refusals: [],
} as const satisfies Contract

/** One document. Source: requirements DOC-002, DOC-004. */
export const getDocument = {
  method: 'GET',
  path: '/console/v1/documents/:id',
  ...access,
  params: ById,
  reply: ReviewedDocument,
  refusals: ['not_found'],
} as const satisfies Contract

const Version = z.int().positive()

const decision = { method: 'POST', ...access, params: ById, reply: ListedDocument } as const

/** Approve a document. Refuses: `changed_meanwhile`, for one that is not as the operator saw it. Source: requirements DOC-003. */
export const postDocumentApprove = {
  ...decision,
  path: '/console/v1/documents/:id/approve',
  body: z.object({ version: Version }),
  refusals: ['changed_meanwhile', 'not_found'],
} as const satisfies Contract

/** Reject a document, also an approved one, with a reason that the partner reads; its files are deleted. */
export const postDocumentReject = {
  ...decision,
  path: '/console/v1/documents/:id/reject',
  body: z.object({ version: Version, reason: OneLine }),
  refusals: ['changed_meanwhile', 'not_found', 'required'],
} as const satisfies Contract

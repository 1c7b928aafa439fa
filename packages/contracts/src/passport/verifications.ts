import { FIELDS_OF_DOCUMENT, MOST_DOCUMENT_FILES, TOO_LARGE_BYTES } from '@partner-office/domain'
import { z } from 'zod'

import type { Contract } from '../contract.ts'
import { Instant, OneLine } from '../primitives.ts'

/** Kinds of documents that the provider can verify. Source: VER-002. */
export const DOCUMENT_TYPES = [
  'PASSPORT',
  'ADDRESS',
  'PHONE',
  'COMPANY',
] as const satisfies readonly (keyof typeof FIELDS_OF_DOCUMENT)[]

/** One of `DOCUMENT_TYPES`. */
export const DocumentType = z.enum(DOCUMENT_TYPES)

/** A fact of a document, and whether it is verified. */
export const VerifiedField = z.object({ value: z.string(), verified: z.boolean() })

/** A value for each fact that a document proves. */
export const everyField = <Value extends z.ZodType>(value: Value) =>
  z
    .object({
      name: value,
      surname: value,
      address1: value,
      city: value,
      country: value,
      zip: value,
      phone: value,
    })
    .partial()

/** State of the verification of a document; `reason` says why a rejected one was rejected. */
export const Verification = z.object({
  documentType: DocumentType,
  status: z.enum(['NONE', 'PENDING', 'APPROVED', 'REJECTED']),
  fields: everyField(VerifiedField),
  updatedAt: Instant,
  reason: z.string().optional(),
})
export type Verification = z.infer<typeof Verification>

/** State of the verification of each of the caller's documents. Source: api.md section 3; VER-001, VER-002. */
export const getVerifications = {
  method: 'GET',
  path: '/v1/verifications',
  auth: 'bearer',
  reply: z.array(Verification),
  refusals: [],
} as const satisfies Contract

const trimmed = (text: string): string => text.trim()

/** The facts that a partner enters for a document. The rule of phone numbers also limits their length. */
export const DocumentFields = everyField(OneLine.transform(trimmed)).extend({
  phone: z.string().transform(trimmed).optional(),
})
export type DocumentFields = z.infer<typeof DocumentFields>

/** Send in a document to be verified; a document in review or approved cannot be replaced. */
export const postVerification = {
  method: 'POST',
  path: '/v1/verifications/:documentType',
  auth: 'bearer',
  params: z.object({ documentType: DocumentType }),
  multipart: {
    fields: DocumentFields.extend({
      files: z.array(z.file()).max(MOST_DOCUMENT_FILES).optional(),
    }),
    files: MOST_DOCUMENT_FILES,
    fileBytes: TOO_LARGE_BYTES - 1,
    withinMs: 10 * 60_000,
  },
  reply: Verification,
  refusals: ['required', 'wrong_phone', 'invalid_format', 'validation_fail'],
  refusedAs: 'map',
} as const satisfies Contract

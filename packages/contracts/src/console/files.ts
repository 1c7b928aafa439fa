import { z } from 'zod'

import type { Contract } from '../contract.ts'

/**
 * Addresses of a stored file. They work for the session that has asked for them, until an instant.
 *
 * `picture`: encoded anew, null for a file that is not drawn as a picture; `pdf`: null for a file that is none. Units: `until` in epoch ms.
 */
export const FileAddresses = z.object({
  picture: z.string().nullable(),
  pdf: z.string().nullable(),
  original: z.string(),
  until: z.int(),
})
export type FileAddresses = z.infer<typeof FileAddresses>

/** How long an address works. Source: requirements DOC-005. */
export const FILE_ADDRESS_MS = 5 * 60_000

const read = {
  method: 'GET',
  auth: 'operator',
  // The handler asks for the roles of the file's own list.
  roles: ['support', 'finance', 'admin'],
  params: z.object({ file: z.string().regex(/^(document|ticket)-[1-9]\d{0,15}(-\d{1,2})?$/) }),
  query: z.object({ until: z.string().regex(/^\d{1,15}$/), pass: z.string().max(64) }),
  refusals: ['not_found', 'validation_fail'],
} as const

/**
 * A picture, decoded and encoded anew by the server: nothing but its pixels is left.
 *
 * Refuses: `not_found`, for an address of another session or an old one; `validation_fail`, for a picture that cannot be decoded.
 * Source: requirements INB-006, DOC-002, DOC-005.
 */
export const getFilePicture = {
  ...read,
  path: '/console/v1/files/:file/picture',
  file: 'image/jpeg',
} as const satisfies Contract

/** A PDF for the frame that draws it, which has no origin and no network. */
export const getFilePdf = {
  ...read,
  path: '/console/v1/files/:file/pdf',
  file: 'application/pdf',
} as const satisfies Contract

/** A file as the partner sent it. */
export const getFileOriginal = {
  ...read,
  path: '/console/v1/files/:file/original',
  file: 'application/octet-stream',
} as const satisfies Contract

import { createHmac } from 'node:crypto'

import { FILE_ADDRESS_MS, type FileAddresses } from '@partner-office/contracts'
import type { TicketFileKind } from '@partner-office/domain'

import { isSame } from '../../proofs/secret-token.ts'
import type { FileReference } from '../../business/documents/partner-file.ts'

/** Ways in which a file is read. */
export type FileUse = 'picture' | 'pdf' | 'original'

/** Kinds that are decoded and encoded anew. */
export const PICTURES: readonly TicketFileKind[] = ['jpeg', 'png']

type Addressed = { readonly file: FileReference; readonly use: FileUse; readonly until: number }

/**
 * The pass of an address: only the session whose cookie has the token can make it or use it, and it says until when.
 *
 * Source: requirements DOC-005.
 */
const passOf = (token: string, { file, use, until }: Addressed): string =>
  createHmac('sha256', `file of ${token}`).update(`${file} ${use} ${until}`).digest('base64url')

/** The addresses of a file for a session. */
export function addressesOf(
  { token, now }: { readonly token: string; readonly now: number },
  file: FileReference,
  kind: TicketFileKind,
): FileAddresses {
  const until = now + FILE_ADDRESS_MS
  const address = (use: FileUse) =>
    `/console/v1/files/${file}/${use}?until=${until}&pass=${passOf(token, { file, use, until })}`
  return {
    picture: PICTURES.includes(kind) ? address('picture') : null,
    pdf: kind === 'pdf' ? address('pdf') : null,
    original: address('original'),
    until,
  }
}

/** Whether an address works for a session now. */
export const isValidPass = (
  { token, now }: { readonly token: string; readonly now: number },
  pass: string,
  addressed: Addressed,
): boolean => now < addressed.until && isSame(pass, passOf(token, addressed))

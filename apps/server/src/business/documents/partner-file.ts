import type { TicketFileKind } from '@partner-office/domain'

import type { Core } from '../../core/core.ts'
import type { Db } from '../../db/database.ts'
import { bytesOfDocument } from '../../passport/accounts/reviewed-documents.ts'
import { bytesOfFile } from '../support/ticket-parts.ts'

/** A file that a partner has sent, of a document or a ticket. Units: `bytes` of the content. */
export type PartnerFile = {
  readonly of: 'document' | 'ticket'
  /** The number of the document or the ticket. */
  readonly object: number
  readonly partnerId: number
  readonly name: string
  readonly kind: TicketFileKind
  readonly bytes: number
  readonly content: (core: Core) => AsyncGenerator<Uint8Array>
}

/** The name of a file in an address: `document-12`, or `ticket-5-0` for the first file of ticket 5. */
export type FileReference = string

/** Finds a file by its reference; null for one that is not stored, or not any more. */
export async function findPartnerFile(db: Db, file: FileReference): Promise<PartnerFile | null> {
  const [of, id, place] = file.split('-')
  const found =
    of === 'document' ? fileOfDocument(db, Number(id)) : fileOfTicket(db, Number(id), place)
  return (await found) ?? null
}

async function fileOfDocument(db: Db, id: number): Promise<PartnerFile | undefined> {
  const stored = await db
    .selectFrom('passport.documents')
    .select(['id', 'verificationId', 'userId', 'name', 'mediaType', 'bytes'])
    .where('id', '=', id)
    .where('verificationId', 'is not', null)
    .executeTakeFirst()
  return (
    stored && {
      of: 'document',
      object: stored.verificationId!,
      partnerId: stored.userId,
      name: stored.name,
      kind: kindOf(stored.mediaType),
      bytes: stored.bytes,
      content: (core) => bytesOfDocument(core, stored),
    }
  )
}

/** The kind of a file by its media type. */
export const kindOf = (mediaType: string): TicketFileKind =>
  mediaType.split('/')[1] as TicketFileKind

async function fileOfTicket(
  db: Db,
  id: number,
  place: string | undefined,
): Promise<PartnerFile | undefined> {
  const stored = await db
    .selectFrom('ticketFiles as f')
    .innerJoin('tickets as t', 't.id', 'f.ticketId')
    .select(['t.folder', 't.partnerId', 'f.name', 'f.kind', 'f.size'])
    .where('t.id', '=', id)
    .where('f.place', '=', Number(place))
    .executeTakeFirst()
  return (
    stored && {
      of: 'ticket',
      object: id,
      partnerId: stored.partnerId,
      name: stored.name,
      kind: stored.kind as TicketFileKind,
      bytes: stored.size,
      content: (core) => bytesOfFile(core, { id, folder: stored.folder }, Number(place)),
    }
  )
}

import { createHash } from 'node:crypto'

import type { DOCUMENT_MEDIA_TYPES } from '@partner-office/domain'

import type { Core } from '../../core/core.ts'
import type { Db, Tx } from '../../db/database.ts'

const PART_BYTES = 128 * 1024
/** A document that belongs to no verification after this time was left over by a process that ended. */
const UNFINISHED_MS = 3_600_000

/** A checked document with its shown name. */
export type NewDocument = {
  readonly name: string
  readonly mediaType: (typeof DOCUMENT_MEDIA_TYPES)[number]
  readonly bytes: Buffer
}

/**
 * Stores a document, encrypted, in parts with a statement each, so that other calls go on between them. Returns its id,
 * which a verification then takes over.
 */
export async function storeDocument(
  { database: { read, upkeep }, passwords, clock }: Core,
  userId: number,
  { name, mediaType, bytes }: NewDocument,
): Promise<number> {
  const { id } = await read
    .insertInto('passport.documents')
    .values({
      userId,
      name,
      mediaType,
      bytes: bytes.length,
      sentAt: clock(),
      sha256: createHash('sha256').update(bytes).digest(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (let place = 0; place * PART_BYTES < bytes.length; place += 1) {
    const part = bytes.subarray(place * PART_BYTES, (place + 1) * PART_BYTES)
    await read
      .insertInto('passport.documentParts')
      .values({ documentId: id, place, sealedPart: passwords.sealBytes(partName(id, place), part) })
      .execute()
  }
  await upkeep.checkpointOften()
  return id
}

const partName = (id: number, place: number): string => `document ${id} part ${place}`

/** A stored document without its content. */
export type StoredDocument = { readonly id: number; readonly name: string; readonly bytes: number }

/** The documents of a verification, in the order in which they were sent. */
export function documentsOf(db: Db, verificationId: number): Promise<StoredDocument[]> {
  return db
    .selectFrom('passport.documents')
    .select(['id', 'name', 'bytes'])
    .where('verificationId', '=', verificationId)
    .orderBy('id')
    .execute()
}

/** The content of a document, part by part. */
export async function* documentBytes(
  { database: { read }, passwords }: Core,
  { id, bytes }: StoredDocument,
): AsyncGenerator<Uint8Array> {
  for (let place = 0; place * PART_BYTES < bytes; place += 1) {
    const { sealedPart } = await read
      .selectFrom('passport.documentParts')
      .select('sealedPart')
      .where('documentId', '=', id)
      .where('place', '=', place)
      .executeTakeFirstOrThrow()
    const part = passwords.openBytes(partName(id, place), sealedPart)
    if (part === null) throw new Error(`document ${id} does not open with this installation's key`)
    yield part
  }
}

/** Deletes documents with their content. */
export async function deleteDocuments(db: Db, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await db
    .deleteFrom('passport.documents')
    .where('id', 'in', [...ids])
    .execute()
}

/** Deletes documents that no verification has taken over. */
export async function deleteUnfinishedDocuments(tx: Tx, now: number): Promise<void> {
  await tx
    .deleteFrom('passport.documents')
    .where('verificationId', 'is', null)
    .where('sentAt', '<=', now - UNFINISHED_MS)
    .execute()
}

/**
 * Computes the digest of the next document that was stored before documents had one; returns whether there was one.
 *
 * Source: requirements DOC-004.
 */
export async function digestNext(core: Core): Promise<boolean> {
  const document = await core.database.read
    .selectFrom('passport.documents')
    .select(['id', 'name', 'bytes'])
    .where('sha256', 'is', null)
    .where('verificationId', 'is not', null)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  if (document === undefined) return false
  const hash = createHash('sha256')
  for await (const part of documentBytes(core, document)) hash.update(part)
  await core.database.read
    .updateTable('passport.documents')
    .set({ sha256: hash.digest() })
    .where('id', '=', document.id)
    .execute()
  return true
}

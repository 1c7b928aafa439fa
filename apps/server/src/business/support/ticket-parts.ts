import { createReadStream, openAsBlob } from 'node:fs'
import { access, readdir } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'

import { sql } from 'kysely'

import type { Core } from '../../core/core.ts'
import type { Db, Tx } from '../../db/database.ts'
import { pathOfFile, ticketsIn } from './ticket-folder.ts'

const PART_BYTES = 128 * 1024

/** A ticket whose files are stored: a folder of the process that took them, and parts in the database. */
type FiledTicket = { readonly id: number; readonly folder: string }

const partName = (ticketId: number, place: number, part: number): string =>
  `ticket ${ticketId} file ${place} part ${part}`

/**
 * Stores the files of a folder in the database, encrypted, for the other processes on a PostgreSQL. The owner of an embedded
 * database has them in the folder alone.
 *
 * Source: cluster.md, D-194.
 */
export async function storeParts(core: Core, tx: Tx, { id, folder }: FiledTicket): Promise<void> {
  if (core.database.kind !== 'postgres') return
  const files = await tx
    .updateTable('ticketFiles')
    .set({ isStored: true })
    .where('ticketId', '=', id)
    .where('isStored', '=', false)
    .returning('place')
    .execute()
  for (const { place } of files) {
    const bytes = createReadStream(pathOfFile(core, folder, place), { highWaterMark: PART_BYTES })
    let part = 0
    for await (const chunk of bytes) {
      const sealedPart = core.passwords.sealBytes(partName(id, place, part), chunk as Buffer)
      await tx
        .insertInto('ticketFileParts')
        .values({ ticketId: id, place, part, sealedPart })
        .execute()
      part += 1
    }
  }
}

/** The content of a file, part by part: of this process's folder, else of the database. */
export async function* bytesOfFile(
  core: Core,
  { id, folder }: FiledTicket,
  place: number,
): AsyncGenerator<Uint8Array> {
  const path = pathOfFile(core, folder, place)
  if (await isHere(path)) yield* createReadStream(path)
  else yield* storedBytes(core, id, place)
}

/** The same content as a blob; a file of this process's folder is read while it is sent. */
export async function blobOfFile(core: Core, ticket: FiledTicket, place: number): Promise<Blob> {
  const path = pathOfFile(core, ticket.folder, place)
  if (await isHere(path)) return openAsBlob(path)
  return new Blob([await buffer(storedBytes(core, ticket.id, place))])
}

const isHere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )

async function* storedBytes(
  { database: { read }, passwords }: Core,
  ticketId: number,
  place: number,
): AsyncGenerator<Uint8Array> {
  for (let part = 0; ; part += 1) {
    const row = await read
      .selectFrom('ticketFileParts')
      .select('sealedPart')
      .where('ticketId', '=', ticketId)
      .where('place', '=', place)
      .where('part', '=', part)
      .executeTakeFirst()
    if (row === undefined && part > 0) return
    const bytes =
      row === undefined
        ? null
        : passwords.openBytes(partName(ticketId, place, part), row.sealedPart)
    if (bytes === null) throw new Error(`file ${place + 1} of ticket ${ticketId} cannot be read`)
    yield bytes
  }
}

/** Deletes the content of a ticket's files after the help desk has received them. */
export async function deleteParts(db: Db, ticketId: number): Promise<void> {
  await db
    .updateTable('ticketFiles')
    .set({ isStored: true })
    .where('ticketId', '=', ticketId)
    .execute()
  await db.deleteFrom('ticketFileParts').where('ticketId', '=', ticketId).execute()
}

/** Stores files that this process took before files were rows of the database. */
export async function takeOverFiles(core: Core): Promise<void> {
  const folders = await readdir(ticketsIn(core)).catch(() => [])
  if (core.database.kind !== 'postgres' || folders.length === 0) return
  const tickets = await core.database.read
    .selectFrom('tickets')
    .innerJoin('ticketFiles', 'ticketFiles.ticketId', 'tickets.id')
    .select(['tickets.id', 'tickets.folder'])
    .distinct()
    .where('ticketFiles.isStored', '=', false)
    .where(sql<boolean>`tickets.folder = any(${folders}::text[])`)
    .execute()
  for (const ticket of tickets) {
    await core.database.transaction((tx) => storeParts(core, tx, ticket))
  }
}

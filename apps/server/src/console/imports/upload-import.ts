import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'

import { ImportForm, ImportKind } from '@partner-office/contracts'

import { writeEntries } from '../../business/audit/audit-log.ts'
import { proposeForm, readHead } from '../../business/imports/mapped/propose-form.ts'
import type { Core } from '../../core/core.ts'
import type { Db } from '../../db/database.ts'
import type { FormPart } from '../../input/form-parts.ts'
import { shownFileName } from '../../uploads/file-name.ts'
import { type SavedForm, withSavedForm } from '../../uploads/saved-form.ts'
import { notAccepted } from '../config/upload.ts'
import type { Session } from '../console.ts'
import { storeParts } from './import-parts.ts'

/** As much as the first part of a stored file, from which the page shows the first lines. */
const HEAD_BYTES = 256 * 1024

/**
 * Stores a file and what is recognised of it. Nothing is imported. Memory: a few parts of the file.
 *
 * Refuses: `validation_fail` on `file` or `kind`.
 * Source: requirements ORC-007, ORC-008, ORC-013.
 */
export function uploadImport(
  core: Core,
  parts: AsyncIterable<FormPart>,
  session: Session,
): Promise<{ id: number }> {
  return withSavedForm(parts, 'file', async (form) => {
    const file = await readFile(form)
    const found = await recognise(core.database.read, file)
    const id = await insert(core, { ...file, ...found }, session)
    try {
      const bytes = createReadStream(file.path, { highWaterMark: HEAD_BYTES })
      await storeParts(core, { importId: id, content: 'file' }, bytes)
      await finish(core, { ...file, id }, session)
    } catch (error) {
      await core.database.transaction((tx) =>
        tx.deleteFrom('console.imports').where('id', '=', id).execute(),
      )
      throw error
    }
    return { id }
  })
}

type File = {
  readonly kind: ImportKind
  readonly name: string
  readonly path: string
  readonly bytes: number
  readonly sha256: string
}

async function readFile({ fields, files }: SavedForm): Promise<File> {
  const kind = ImportKind.safeParse(fields['kind'])
  if (!kind.success) throw notAccepted('kind')
  const [file] = files
  if (file === undefined) throw notAccepted('file')
  const { size } = await stat(file.path)
  if (size === 0) throw notAccepted('file')
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(file.path)) hash.update(chunk as Buffer)
  const sha256 = hash.digest('hex')
  return { kind: kind.data, name: shownFileName(file.name), path: file.path, bytes: size, sha256 }
}

type Recognised = { readonly form: ImportForm; readonly mapping: string | null }

/** The form of the saved mapping with the same header, else the proposed one. */
async function recognise(db: Db, { kind, path }: File): Promise<Recognised> {
  const handle = await open(path)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
    const head = buffer.subarray(0, bytesRead)
    const proposed = proposeForm(kind, head)
    const saved = await db
      .selectFrom('console.importMappings')
      .select(['name', 'form'])
      .where('kind', '=', kind)
      .where('header', '=', headerText(readHead(head, proposed).header))
      .orderBy('at', 'desc')
      .executeTakeFirst()
    if (saved === undefined) return { form: proposed, mapping: null }
    const { encoding, separator } = proposed
    return { form: { ...ImportForm.parse(saved.form), encoding, separator }, mapping: saved.name }
  } finally {
    await handle.close()
  }
}

/** The names of the columns as they are stored with a mapping. */
export const headerText = (header: readonly string[]): string => JSON.stringify(header)

async function insert(
  core: Core,
  { kind, name, bytes, sha256, form, mapping }: File & Recognised,
  { operatorId }: Session,
): Promise<number> {
  const values = { kind, name, bytes, sha256, mapping, byId: operatorId, at: core.clock() }
  const { id } = await core.database.transaction((tx) =>
    tx
      .insertInto('console.imports')
      .values({ ...values, form: JSON.stringify(form) })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  return id
}

async function finish(
  core: Core,
  { id, kind, bytes, sha256 }: File & { readonly id: number },
  { email }: Session,
): Promise<void> {
  await core.database.transaction(async (tx) => {
    await tx.updateTable('console.imports').set({ isWhole: true }).where('id', '=', id).execute()
    const details = () => ({ import: id, object: kind, bytes, sha256 })
    await writeEntries(tx, core.clock(), [{ actor: email, command: 'import upload', details }])
  })
}

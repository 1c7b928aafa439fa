import { readFile } from 'node:fs/promises'

import type { DocumentFields, Verification } from '@partner-office/contracts'
import {
  checkDocument,
  type DocumentField,
  type DocumentType,
  FIELDS_OF_DOCUMENT,
  FormRefusal,
  needsFiles,
  type TicketFileKind,
} from '@partner-office/domain'

import type { FormerDocument } from '../../db/schema.ts'
import { checkFile } from '../../uploads/check-file.ts'
import { shownFileName } from '../../uploads/file-name.ts'
import type { SavedFile } from '../../uploads/saved-form.ts'
import type { Passport } from '../passport.ts'
import { limitCalls } from '../sign-in/rate-limits.ts'
import type { Session } from '../tokens/sessions.ts'
import { deleteDocuments, type NewDocument, storeDocument } from './stored-documents.ts'

type Sent = {
  readonly documentType: DocumentType
  readonly fields: DocumentFields
  readonly files: readonly SavedFile[]
}

/**
 * Sends in a document to be verified. A rejected document and its files are replaced; one in review or approved stays,
 * because an operator decides what was looked at.
 *
 * Refuses: `required`, `wrong_phone`, `invalid_format`; `validation_fail` for a file that cannot be used and for a
 * document in review or approved; `too_many_requests`.
 * Source: api.md section 3; decisions D-114, D-125.
 */
export async function sendDocument(
  passport: Passport,
  { userId }: Session,
  sent: Sent,
): Promise<Verification> {
  const { documentType } = sent
  checkDocument(documentType, { fields: sent.fields, files: sent.files.length })
  const inTurn = <T>(task: () => Promise<T>) => passport.core.storing.run(task, String(userId))
  await inTurn(async () => {
    await limitCalls(passport, { purpose: 'document', address: `partner ${userId}` })
    await requireReplaceable(passport, userId, documentType)
  })
  const files: CheckedFile[] = []
  for (const file of needsFiles(documentType) ? sent.files : []) files.push(await checked(file))
  return inTurn(() => storeAll(passport, userId, { ...sent, files }))
}

const MEDIA_TYPES: Partial<Readonly<Record<TicketFileKind, NewDocument['mediaType']>>> = {
  pdf: 'application/pdf',
  png: 'image/png',
  jpeg: 'image/jpeg',
}

type CheckedFile = SavedFile & { readonly mediaType: NewDocument['mediaType'] }

async function checked(file: SavedFile): Promise<CheckedFile> {
  const kind = await checkFile(file.path)
  const mediaType = kind === null ? undefined : MEDIA_TYPES[kind]
  if (mediaType === undefined) throw notUsable()
  return { ...file, mediaType }
}

async function storeAll(
  passport: Passport,
  userId: number,
  { documentType, fields: given, files }: Sent & { readonly files: readonly CheckedFile[] },
): Promise<Verification> {
  const documents: number[] = []
  try {
    for (const { name, path, mediaType } of files) {
      const document = { name: shownFileName(name), mediaType, bytes: await readFile(path) }
      documents.push(await storeDocument(passport.core, userId, document))
    }
    const fields = fieldsOf(documentType, given)
    const updatedAt = await beginReview(passport, { userId, documentType, fields, documents })
    return { documentType, status: 'PENDING', fields, updatedAt }
  } catch (error) {
    // Refused files take no room until the hourly clean-up.
    await deleteDocuments(passport.core.database.read, documents)
    throw error
  }
}

const notUsable = () => new FormRefusal([{ field: 'files', code: 'validation_fail' }])
const notReplaceable = () => new FormRefusal([{ field: 'documentType', code: 'validation_fail' }])

type Fields = Verification['fields']

function fieldsOf(documentType: DocumentType, fields: DocumentFields): Fields {
  const known: readonly DocumentField[] = FIELDS_OF_DOCUMENT[documentType]
  return Object.fromEntries(
    known.map((field) => [field, { value: fields[field] ?? '', verified: false }]),
  )
}

/** Checked before the files are stored, and again, by the insert, when they are. */
async function requireReplaceable(
  { core }: Passport,
  userId: number,
  documentType: DocumentType,
): Promise<void> {
  const kept = await core.database.read
    .selectFrom('passport.verifications')
    .select('id')
    .where('userId', '=', userId)
    .where('documentType', '=', documentType)
    .where('status', '<>', 'REJECTED')
    .executeTakeFirst()
  if (kept !== undefined) throw notReplaceable()
}

type Review = {
  readonly userId: number
  readonly documentType: DocumentType
  readonly fields: Fields
  readonly documents: readonly number[]
}

async function beginReview(
  { core }: Passport,
  { userId, documentType, fields, documents }: Review,
): Promise<number> {
  const updatedAt = core.clock()
  await core.database.transaction(async (tx) => {
    const replaced = await tx
      .deleteFrom('passport.verifications')
      .where('userId', '=', userId)
      .where('documentType', '=', documentType)
      .where('status', '=', 'REJECTED')
      .returning(['wasApproved', 'tries', 'fields', 'reason', 'updatedAt'])
      .executeTakeFirst()
    const wasApproved = replaced?.wasApproved ?? false
    const again = replaced && {
      tries: replaced.tries + 1,
      former: JSON.stringify(formerOf(replaced)),
    }
    const sent = { userId, documentType, fields: JSON.stringify(fields), updatedAt, wasApproved }
    const values = { ...sent, ...again }
    const inserted = await tx
      .insertInto('passport.verifications')
      .values({ ...values, status: 'PENDING' })
      .onConflict((conflict) => conflict.columns(['userId', 'documentType']).doNothing())
      .returning('id')
      .executeTakeFirst()
    if (inserted === undefined) throw notReplaceable()
    if (documents.length === 0) return
    await tx
      .updateTable('passport.documents')
      .set({ verificationId: inserted.id })
      .where('id', 'in', [...documents])
      .execute()
  })
  return updatedAt
}

type Replaced = { readonly fields: Fields; readonly reason: string; readonly updatedAt: number }

/** What operators compare a document with that was sent in again. Source: requirements DOC-001. */
const formerOf = ({ fields, reason, updatedAt }: Replaced): FormerDocument => ({
  fields: Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, field?.value ?? '']),
  ),
  reason,
  at: updatedAt,
})

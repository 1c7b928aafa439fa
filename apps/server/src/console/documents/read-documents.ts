import type {
  CallInput,
  getDocuments,
  ListedDocument,
  ReviewedDocument,
} from '@partner-office/contracts'
import { FIELDS_OF_DOCUMENT, Refusal } from '@partner-office/domain'
import type { Selectable } from 'kysely'

import { kindOf } from '../../business/documents/partner-file.ts'
import type { Core } from '../../core/core.ts'
import type { Db } from '../../db/database.ts'
import { numbersOf, type Part, partOf } from '../../db/page.ts'
import type { Schema } from '../../db/schema.ts'
import type { Session } from '../console.ts'
import { addressesOf } from '../files/file-addresses.ts'
import { readViewers } from './looks.ts'
import { readMarks } from './marks.ts'

const PAGE = 50

type Stored = Selectable<Schema['passport.verifications']> & {
  readonly firstName: string
  readonly lastName: string
  readonly country: string
}

/** An account that is no partner yet has no name. */
const documents = (db: Db) =>
  db
    .selectFrom('passport.verifications as v')
    .leftJoin('partners as p', 'p.id', 'v.userId')
    .selectAll('v')
    .select((eb) => [
      eb.fn.coalesce('p.firstName', eb.val('')).as('firstName'),
      eb.fn.coalesce('p.lastName', eb.val('')).as('lastName'),
      eb.fn.coalesce('p.countryId', eb.val('')).as('country'),
    ])

/** A page of documents of one state: those in review oldest first, decided ones newest first. Source: requirements DOC-001. */
export async function listDocuments(
  { database: { read }, clock }: Core,
  { state, type, partner, cursor }: CallInput<typeof getDocuments>['query'],
  { operatorId }: Session,
): Promise<Part<ListedDocument>> {
  const isOldestFirst = state === 'PENDING'
  const order = isOldestFirst ? 'asc' : 'desc'
  let query = documents(read).where('v.status', '=', state)
  if (type !== undefined) query = query.where('v.documentType', '=', type)
  if (partner !== undefined) query = query.where('v.userId', '=', partner)
  const after = numbersOf(cursor)
  if (after !== null) {
    query = query.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('v.updatedAt', 'v.id'), isOldestFirst ? '>' : '<', tuple(...after)),
    )
  }
  const rows = await query
    .orderBy('v.updatedAt', order)
    .orderBy('v.id', order)
    .limit(PAGE + 1)
    .execute()
  const ids = rows.map(({ id }) => id)
  const viewersOf = await readViewers(read, ids, { operatorId, now: clock() })
  const listed = rows.map((row) => asListed(row, viewersOf(row.id)))
  return partOf(listed, PAGE, ({ at, id }) => `${at}-${id}`)
}

function asListed(stored: Stored, viewers: string[]): ListedDocument {
  const { id, userId, firstName, lastName, country, documentType, status, updatedAt, tries } =
    stored
  return {
    id,
    type: documentType,
    partner: { id: userId, firstName, lastName, country },
    state: status,
    at: updatedAt,
    tries,
    changed: changedIn(stored),
    viewers,
  }
}

function changedIn({ documentType, fields, former }: Stored): ListedDocument['changed'] {
  if (former === null) return []
  return FIELDS_OF_DOCUMENT[documentType].flatMap((field) => {
    const [before, after] = [former.fields[field] ?? '', fields[field]?.value ?? '']
    return before === after ? [] : [{ field, before, after }]
  })
}

type Reader = { readonly session: Session; readonly token: string }

/** One document with its files, and with what the profile says. Refuses: `not_found`. Source: requirements DOC-002, DOC-004. */
export async function readDocument(
  { database: { read }, clock }: Core,
  id: number,
  { session: { operatorId }, token }: Reader,
): Promise<ReviewedDocument> {
  const now = clock()
  const stored = await documents(read).where('v.id', '=', id).executeTakeFirst()
  if (stored === undefined) throw new Refusal('not_found')
  const profile = await read
    .selectFrom('partners')
    .select(['address1', 'city', 'zip', 'phone', 'birthdate', 'uiLanguage'])
    .where('id', '=', stored.userId)
    .executeTakeFirst()
  const files = await read
    .selectFrom('passport.documents')
    .select(['id', 'name', 'mediaType', 'bytes'])
    .where('verificationId', '=', id)
    .orderBy('id')
    .execute()
  const viewersOf = await readViewers(read, [id], { operatorId, now })
  return {
    ...asListed(stored, viewersOf(id)),
    version: stored.version,
    reason: stored.reason,
    language: profile?.uiLanguage ?? '',
    birthdate: profile?.birthdate ?? '',
    former: stored.former && { reason: stored.former.reason, at: stored.former.at },
    fields: fieldsOf(stored, profile),
    files: files.map((file) => ({
      ...file,
      addresses: addressesOf({ token, now }, `document-${file.id}`, kindOf(file.mediaType)),
    })),
    marks: await readMarks(read, { ...stored, birthdate: profile?.birthdate ?? '' }),
  }
}

type Profile = {
  readonly address1: string
  readonly city: string
  readonly zip: string
  readonly phone: string
}

function fieldsOf(
  { documentType, fields, firstName, lastName, country }: Stored,
  profile: Profile | undefined,
): ReviewedDocument['fields'] {
  const { address1 = null, city = null, zip = null, phone = null } = profile ?? {}
  // A company has a name of its own, which no field of the profile holds.
  const name = documentType === 'COMPANY' ? null : firstName
  const known = { name, surname: lastName, address1, city, country, zip, phone }
  return FIELDS_OF_DOCUMENT[documentType].map((field) => ({
    field,
    sent: fields[field]?.value ?? '',
    profile: profile === undefined ? null : known[field],
  }))
}

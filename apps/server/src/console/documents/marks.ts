import type { DocumentMark } from '@partner-office/contracts'
import { type DocumentField, foldName } from '@partner-office/domain'
import { sql } from 'kysely'

import type { Db } from '../../db/database.ts'

type Fields = Partial<Record<DocumentField, { readonly value: string }>>

type Marked = {
  readonly id: number
  readonly userId: number
  readonly documentType: string
  readonly fields: Fields
  readonly birthdate: string
}

type Row = {
  readonly documentId: number
  readonly state: DocumentMark['state']
  readonly partner: DocumentMark['partner']
  readonly fields: Fields
}

const ROW = sql`
  v.id as document_id, v.status as state, v.fields, jsonb_build_object('id', v.user_id, 'firstName', coalesce(p.first_name, ''),
    'lastName', coalesce(p.last_name, ''), 'country', coalesce(p.country_id, '')) as partner`

/**
 * Documents of other partners with the same file, and approved passports with the same name of a partner with the same birth date.
 * Names are equal but for case, accents and the order of their parts.
 *
 * Source: requirements DOC-004.
 */
export async function readMarks(db: Db, document: Marked): Promise<DocumentMark[]> {
  const [files, persons] = [await sameFiles(db, document), await samePersons(db, document)]
  return [
    ...files.map((row) => asMark('SAME_FILE', row)),
    ...persons.map((row) => asMark('SAME_PERSON', row)),
  ]
}

const asMark = (kind: DocumentMark['kind'], { documentId, state, partner }: Row): DocumentMark => ({
  kind,
  partner,
  documentId,
  state,
})

async function sameFiles(db: Db, { id, userId }: Marked): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select distinct ${ROW} from passport.documents own
    join passport.documents other on other.sha256 = own.sha256 and other.user_id <> own.user_id
    join passport.verifications v on v.id = other.verification_id
    left join partners p on p.id = v.user_id
    where own.verification_id = ${id} and own.user_id = ${userId}
    order by document_id`.execute(db)
  return rows
}

async function samePersons(
  db: Db,
  { userId, documentType, fields, birthdate }: Marked,
): Promise<Row[]> {
  const name = nameOf(fields)
  if (documentType !== 'PASSPORT' || birthdate === '' || name === '') return []
  const { rows } = await sql<Row>`
    select ${ROW} from partners p join passport.verifications v on v.user_id = p.id
    where p.birthdate = ${birthdate} and p.birthdate <> '' and p.id <> ${userId}
      and v.document_type = 'PASSPORT' and v.status = 'APPROVED'
    order by document_id`.execute(db)
  return rows.filter((row) => nameOf(row.fields) === name)
}

const nameOf = ({ name, surname }: Fields): string =>
  foldName(`${name?.value ?? ''} ${surname?.value ?? ''}`)
    .split(/\s+/u)
    .filter((word) => word !== '')
    .toSorted()
    .join(' ')

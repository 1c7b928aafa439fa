import {
  type CallReply,
  type getImports,
  type Import,
  ImportForm,
  type ImportResult,
  type ListedImport,
  type ProposedColumn,
} from '@partner-office/contracts'
import { DAY_MS, Refusal } from '@partner-office/domain'

import { readLines } from '../../business/imports/mapped/convert.ts'
import { numberFile } from '../../business/imports/mapped/external-numbers.ts'
import { proposeColumns, readHead } from '../../business/imports/mapped/propose-form.ts'
import type { CsvRecord } from '../../business/imports/read-csv.ts'
import type { Core } from '../../core/core.ts'
import type { Db, Tx } from '../../db/database.ts'
import { idCursor, partOf } from '../../db/page.ts'
import type { Session } from '../console.ts'
import { readParts } from './import-parts.ts'

const PAGE = 50
const ROWS_SHOWN = 20
/** Files that nobody confirms are deleted. */
const KEPT_MS = 7 * DAY_MS
/** An upload takes an hour at most. */
const UPLOADED_WITHIN_MS = 2 * 3_600_000

const importRows = (db: Db | Tx) =>
  db
    .selectFrom('console.imports as i')
    .innerJoin('console.operators as o', 'o.id', 'i.byId')
    .selectAll('i')
    .select('o.email as by')
    .where('i.isWhole', '=', true)

type Row = Awaited<ReturnType<ReturnType<typeof importRows>['executeTakeFirstOrThrow']>>

/** A file as it is stored. */
export type StoredImport = Omit<Row, 'form' | 'result'> & {
  readonly form: ImportForm
  readonly result: ImportResult | null
}

const asStored = (row: Row): StoredImport => ({
  ...row,
  form: ImportForm.parse(row.form),
  result: row.result as ImportResult | null,
})

/** One file. Refuses: `not_found`. */
export async function findImport(db: Db | Tx, id: number): Promise<StoredImport> {
  const row = await importRows(db).where('i.id', '=', id).executeTakeFirst()
  if (row === undefined) throw new Refusal('not_found')
  return asStored(row)
}

function asListed({
  id,
  kind,
  name,
  bytes,
  at,
  by,
  state,
  result,
  imported,
}: StoredImport): ListedImport {
  return { id, kind, name, bytes, at, by, state, bad: result?.bad ?? null, imported }
}

/** The files, the newest first. */
export async function listImports(
  db: Db,
  cursor: number | undefined,
): Promise<CallReply<typeof getImports>> {
  const rows = await importRows(db)
    .$if(cursor !== undefined, (query) => query.where('i.id', '<', cursor!))
    .orderBy('i.id', 'desc')
    .limit(PAGE + 1)
    .execute()
  const part = partOf(rows, PAGE, idCursor)
  return { ...part, content: part.content.map((row) => asListed(asStored(row))) }
}

/** One file with its first lines, which only finance reads. Refuses: `not_found`. Source: requirements ORC-008. */
export async function readImport(core: Core, id: number, session: Session): Promise<Import> {
  const stored = await findImport(core.database.read, id)
  const { sha256, form, mapping, result, jobId, reason, version } = stored
  const mayRead = session.roles.includes('finance')
  const rows = await firstRows(core, stored)
  return {
    ...asListed(stored),
    sha256,
    form,
    mapping,
    jobId,
    reason,
    version,
    ...rows,
    ...(!mayRead && { before: [], after: [] }),
    result: result === null || mayRead ? result : { ...result, problems: [] },
  }
}

type FirstRows = Pick<Import, 'header' | 'before' | 'after'> & {
  readonly proposed: ProposedColumn[]
}

/** The first lines of a file by its columns and by the fields of its kind; nothing once the content is deleted. */
async function firstRows(core: Core, { id, kind, form }: StoredImport): Promise<FirstRows> {
  const { value: bytes } = await readParts(core, { importId: id, content: 'file' }).next()
  if (bytes === undefined) return { header: [], before: [], after: [], proposed: [] }
  const { header, rows } = readHead(bytes, form)
  const before = rows.slice(0, ROWS_SHOWN)
  const records = [header, ...before].map((record, at): CsvRecord => ({ line: at + 1, record }))
  const db = core.database.read
  const { source, columns } = form
  const ownColumn = columns[kind === 'partners' ? 'id' : 'orderId']
  const numbers =
    source === null || ownColumn === undefined
      ? null
      : await numberFile(db, kind, { source, columns }, each(records))
  const after: (string | null)[][] = []
  for await (const { cells } of readLines(db, { kind, form, numbers }, each(records))) {
    after.push([...cells])
  }
  return {
    header: [...header],
    before: before.map((row) => [...row]),
    after,
    proposed: proposeColumns(kind, header, rows),
  }
}

async function* each<Item>(items: readonly Item[]): AsyncGenerator<Item> {
  yield* items
}

/** Deletes files that nobody has confirmed in time, and uploads that have broken off. */
export async function deleteOldImports({
  database,
  clock,
}: Pick<Core, 'database' | 'clock'>): Promise<void> {
  await database.transaction((tx) =>
    tx
      .deleteFrom('console.imports')
      .where('state', 'in', ['NEW', 'CHECKED'])
      .where((is) =>
        is.or([
          is('at', '<=', clock() - KEPT_MS),
          is.and([is('isWhole', '=', false), is('at', '<=', clock() - UPLOADED_WITHIN_MS)]),
        ]),
      )
      .execute(),
  )
}

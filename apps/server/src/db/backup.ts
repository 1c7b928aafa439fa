import { createHash } from 'node:crypto'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'

import { Refusal } from '@partner-office/domain'
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

import type { Database, Db, Tx } from './database.ts'
import { type EnforcedReference, enforcedReferences } from './enforced-references.ts'
import { appliedMigrations, sinceBaseline } from './migrate.ts'
import { MIGRATIONS } from './migrations/index.ts'
import { readLines } from './read-cursor.ts'
import { migrateOn, remakeSchema, SCHEMA_TABLES } from './remake-schema.ts'
import { streamSnapshot } from './stream-snapshot.ts'

/*
 * A backup is gzipped text with a JSON value a line: what it is; each table's name, followed by its rows; the value of
 * each sequence; last the SHA-256 of every line before. Embedded database and PostgreSQL write the same, so a backup of
 * the one restores into the other. Rows pass as the text that PostgreSQL makes and reads, so no number is ever touched.
 */
const FORMAT = 'partner-office-backup-1'
const ROWS_A_WRITE = 2_000

type Head = { readonly format: string; readonly migrations: readonly string[] }
type Line =
  | { readonly table: string }
  | { readonly row: object }
  | { readonly sequence: string; readonly value: string; readonly isCalled: boolean }
  | { readonly sha256: string }

/**
 * A consistent copy of the whole database, made while it is in use.
 *
 * Source: operations.md section 4, `backup`.
 */
export function writeBackup(database: Database): AsyncIterable<Uint8Array> {
  return gzipped(streamSnapshot(database, backupText))
}

/** Writes a backup over a plain connection, before a migration, with any schema. */
export function writeBackupOf(db: Db): AsyncIterable<Uint8Array> {
  return gzipped(
    streamSnapshot(
      {
        snapshot: (work) => db.transaction().setIsolationLevel('repeatable read').execute(work),
      },
      backupText,
    ),
  )
}

function gzipped(text: AsyncIterable<string>): AsyncIterable<Uint8Array> {
  const gzip = createGzip({ level: 4 })
  pipeline(Readable.from(text), gzip).catch((error: Error) => gzip.destroy(error))
  return gzip
}

async function* backupText(tx: Tx): AsyncGenerator<string> {
  const hash = createHash('sha256')
  for await (const piece of contentText(tx)) {
    hash.update(piece)
    yield piece
  }
  yield `${JSON.stringify({ sha256: hash.digest('hex') })}\n`
}

async function* contentText(tx: Tx): AsyncGenerator<string> {
  const head: Head = { format: FORMAT, migrations: await appliedMigrations(tx) }
  yield `${JSON.stringify(head)}\n`
  for (const table of await tablesParentsFirst(tx)) {
    yield `${JSON.stringify({ table })}\n`
    const rows = sql<{ text: string }>`
      select '{"row":' || row_to_json(r)::text || '}' as text from ${sql.raw(table)} r ${withoutSecrets(table)} ${await inOrder(tx, table)}`
    yield* readLines(tx, rows, ({ text }) => `${text}\n`)
  }
  for (const sequence of await sequenceNames(tx)) {
    const { rows } = await sql<{ value: string; isCalled: boolean }>`
      select last_value::text as value, is_called from ${sql.raw(sequence)}`.execute(tx)
    yield `${JSON.stringify({ sequence, ...rows[0] })}\n`
  }
}

/** Keys stay out of backups, beside what they seal: `office keys export` writes them. */
const withoutSecrets = (table: string) =>
  table === 'settings' ? sql`where name not like 'secret.%'` : sql``

/** Rows may refer to earlier rows of their table: a partner to the sponsor, a reversal to the reversed record. */
async function inOrder(tx: Tx, table: string) {
  const { rows } = await sql<{ name: string }>`
    select attname as name from pg_attribute
    where attrelid = ${table}::regclass and attname in ('fact', 'id') order by attname limit 1`.execute(
    tx,
  )
  return rows[0] === undefined ? sql`` : sql`order by ${sql.ref(rows[0].name)}`
}

/** Tables that refer to each other have a deferrable constraint on one side, which `restoreRows` defers. */
async function tablesParentsFirst(tx: Tx): Promise<string[]> {
  const tables = await sql<{ name: string }>`
    select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and n.nspname in ('public', 'passport', 'console') and c.relname <> all(${sql.val(SCHEMA_TABLES)}::text[])
    order by name`.execute(tx)
  const links = await sql<{ child: string; parent: string }>`
    select conrelid::regclass::text as child, confrelid::regclass::text as parent
    from pg_constraint where contype = 'f' and conrelid <> confrelid and not condeferrable`.execute(
    tx,
  )

  const sorted: string[] = []
  const visit = (name: string): void => {
    if (sorted.includes(name)) return
    for (const { child, parent } of links.rows) if (child === name) visit(parent)
    sorted.push(name)
  }
  for (const { name } of tables.rows) visit(name)
  return sorted
}

async function sequenceNames(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'S' and n.nspname in ('public', 'passport', 'console') order by name`.execute(
    tx,
  )
  return rows.map(({ name }) => name)
}

/**
 * Brings a backup into a database that holds no partners, all of it or nothing. `afterwards` may refuse what it holds. A
 * backup of an earlier schema is brought into that schema, which is then migrated.
 *
 * Refuses: `validation_error`, a database in use, a file that is damaged or no backup, one of a schema that is newer or older
 * than this program knows, or one with a row that refers to a row it does not hold.
 * Source: operations.md section 4, `restore`.
 */
export async function restoreBackup(
  database: Database,
  input: AsyncIterable<Uint8Array>,
  afterwards: (tx: Tx) => Promise<void> = async () => {},
  known: Readonly<Record<string, Migration>> = MIGRATIONS,
): Promise<{ tables: number; rows: number }> {
  return database.asOwner(async (tx) => {
    const restored = await restoreInto(tx, input, known)
    await afterwards(tx)
    return restored
  })
}

async function restoreInto(
  tx: Tx,
  input: AsyncIterable<Uint8Array>,
  known: Readonly<Record<string, Migration>>,
) {
  await requireEmpty(tx)
  const lines = backupReader(input)
  const head = await readHead(lines)
  const later = await migrationsSince(tx, head, known)
  const restored =
    later.length === 0
      ? await restoreRows(tx, lines)
      : await restoreOlder(tx, lines, { later, known })
  await checkReferences(tx)
  return restored
}

/** Restores rows of an earlier schema, and brings them to the schema of today. */
async function restoreOlder(
  tx: Tx,
  lines: AsyncGenerator<TextLine>,
  { later, known }: { later: readonly Migration[]; known: Readonly<Record<string, Migration>> },
) {
  const before = Object.values(known).filter((migration) => !later.includes(migration))
  const secrets = await secretRows(tx)
  await remakeSchema(tx, before)
  if (secrets.length > 0) await insertRows(tx, 'settings', secrets)
  const restored = await restoreRows(tx, lines)
  await migrateOn(tx, later)
  return restored
}

/** The migrations that this database has and the backup had not. */
async function migrationsSince(
  tx: Tx,
  head: Head,
  known: Readonly<Record<string, Migration>>,
): Promise<Migration[]> {
  const here = await appliedMigrations(tx)
  const there = sinceBaseline(head.migrations)
  if (there.length > 0 && there.every((name, at) => name === here[at])) {
    return here.slice(there.length).map((name) => known[name]!)
  }
  throw new Refusal('validation_error', {
    reason: `the backup was made with the schema ${head.migrations.at(-1)}, this database has ${here.at(-1)}`,
  })
}

/** The rows that no backup holds. */
async function secretRows(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`
    select row_to_json(s)::text as text from settings s where name like 'secret.%'`.execute(tx)
  return rows.map(({ text }) => text)
}

async function restoreRows(tx: Tx, lines: AsyncGenerator<TextLine>) {
  for (const table of (await tablesParentsFirst(tx)).toReversed()) {
    await sql.raw(`alter table ${table} disable trigger user`).execute(tx)
    await sql`delete from ${sql.raw(table)} ${withoutSecrets(table)}`.execute(tx)
  }
  await sql`set constraints all deferred`.execute(tx)
  const restored = await restoreLines(tx, lines)
  await sql`set constraints all immediate`.execute(tx)
  for (const table of await tablesParentsFirst(tx)) {
    await sql.raw(`alter table ${table} enable trigger user`).execute(tx)
  }
  return restored
}

/** The triggers that check references by statement did not run, so all rows are checked once. */
async function checkReferences(tx: Tx): Promise<void> {
  for (const reference of await enforcedReferences(tx)) await checkReference(tx, reference)
}

async function checkReference(
  tx: Tx,
  { place, placeColumn, refersTo, refersToColumn }: EnforcedReference,
): Promise<void> {
  const { rows } = await sql<{ missing: string }>`
    select i.${sql.ref(placeColumn)}::text as missing
    from ${sql.table(place)} i left join ${sql.table(refersTo)} r on r.${sql.ref(refersToColumn)} = i.${sql.ref(placeColumn)}
    where i.${sql.ref(placeColumn)} is not null and r.${sql.ref(refersToColumn)} is null limit 1`.execute(
    tx,
  )
  if (rows[0] === undefined) return
  throw new Refusal('validation_error', {
    reason: `the backup is not whole: ${place}.${placeColumn} names ${rows[0].missing}, which is no row of ${refersTo}`,
  })
}

async function requireEmpty(tx: Tx): Promise<void> {
  const { rows } = await sql<{ used: boolean }>`select last_fact > 0 as used from fact_log`.execute(
    tx,
  )
  if (rows[0]!.used) {
    throw new Refusal('validation_error', {
      reason: 'the database holds data already; restore into an empty one',
    })
  }
}

type TextLine = { readonly text: string; readonly sha256Before: () => string }

/** Lines of the unpacked file, each with the hash of all lines before it. */
async function* backupReader(input: AsyncIterable<Uint8Array>): AsyncGenerator<TextLine> {
  const hash = createHash('sha256')
  const unpacked = createGunzip()
  const source = Readable.from(input)
  const piped = pipeline(source, unpacked).catch((error: Error) => unpacked.destroy(error))
  try {
    for await (const text of createInterface({ input: unpacked, crlfDelay: Infinity })) {
      yield { text, sha256Before: () => hash.copy().digest('hex') }
      hash.update(`${text}\n`)
    }
  } catch {
    throw damaged()
  }
  await piped
}

const damaged = () =>
  new Refusal('validation_error', {
    reason: 'the file is no backup of this program, or it is damaged',
  })

async function readHead(lines: AsyncGenerator<TextLine>): Promise<Head> {
  const first = await lines.next()
  const head = first.done === true ? null : (parsed(first.value.text) as Partial<Head> | null)
  if (head?.format !== FORMAT || !Array.isArray(head.migrations)) throw damaged()
  return head as Head
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

async function restoreLines(tx: Tx, lines: AsyncGenerator<TextLine>) {
  let table = ''
  let waiting: string[] = []
  let tables = 0
  let rows = 0
  let isWhole = false
  const store = async () => {
    if (waiting.length > 0) await insertRows(tx, table, waiting)
    waiting = []
  }
  for await (const { text, sha256Before } of lines) {
    if (text.startsWith('{"row":')) {
      waiting.push(text.slice('{"row":'.length, -1))
      rows += 1
      if (waiting.length === ROWS_A_WRITE) await store()
      continue
    }
    await store()
    const line = parsed(text) as Exclude<Line, { row: object }> | null
    if (line === null) throw damaged()
    if ('table' in line) {
      table = line.table
      tables += 1
    } else if ('sequence' in line) {
      await sql`select setval(${line.sequence}::regclass, ${line.value}::bigint, ${line.isCalled})`.execute(
        tx,
      )
    } else {
      isWhole = line.sha256 === sha256Before()
    }
  }
  if (!isWhole) throw damaged()
  return { tables, rows }
}

async function insertRows(tx: Tx, table: string, rows: readonly string[]): Promise<void> {
  const columns = await sql<{ names: string }>`
    select string_agg(quote_ident(attname), ', ' order by attnum) as names from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = ''`.execute(
    tx,
  )
  const names = sql.raw(columns.rows[0]!.names)
  const insert = sql`
    insert into ${sql.raw(table)} (${names}) overriding system value
    select ${names} from json_populate_recordset(null::${sql.raw(table)}, ${`[${rows.join(',')}]`}::json)`
  await insert.execute(tx).catch((error: { code?: string }) => {
    // Malformed values and broken constraints: no backup of this product holds them.
    if (/^2[23]/.test(error.code ?? '')) throw damaged()
    throw error
  })
}

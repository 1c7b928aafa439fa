import { createRequire } from 'node:module'

import { NAME_FOLDING } from '@partner-office/domain'
import { sql } from 'kysely'

import type { Db } from '../db/database.ts'
import { ACTIVITY_COLUMNS, type Column, GIVEN_COLUMNS, namesOf } from './columns.ts'
import { FiguresEngine, type FiguresRules } from './figures-engine.ts'
import { atOnce, inSlices } from './in-slices.ts'
import { NameBook } from './name-book.ts'
import { readFacts } from './read-facts.ts'
import { ROOM, ROWS_A_PIECE } from './reindex.ts'
import { type Sections, SnapshotReader, writeSnapshotFile } from './snapshot-file.ts'

/** What a snapshot was made from. It is valid only for the same program, rules, plan and history of facts. */
type About = {
  readonly program: string
  readonly nameFolding: number
  readonly rules: string
  readonly plan: number
  readonly logId: string
  /** Hash of the last facts included. A log that was restored from a backup and continued has another hash. */
  readonly lastFacts: string
  readonly asOf: number
  readonly change: number
  readonly size: number
  readonly activityCount: number
  /** Partners behind the index. They are few and are loaded from the facts again. */
  readonly late: readonly number[]
}

/** The figures with the plan and the last change that they include. */
export type SnapshotState = {
  readonly engine: FiguresEngine
  readonly plan: number
  readonly change: number
}

const MOST_LATE = 100_000
const FACTS_COMPARED = 100
const ROWS_BY_ID = 'rows by id'

const { version: PROGRAM } = createRequire(import.meta.url)('../../../../package.json') as {
  version: string
}

/**
 * Writes the figures to a file, so that the next start only needs the facts since.
 *
 * If `isStill` says that the figures changed meanwhile, nothing is written and the old file stays.
 */
export async function writeSnapshot(
  db: Db,
  path: string,
  { engine, plan, change }: SnapshotState,
  isStill: () => boolean,
): Promise<boolean> {
  const { indexed: size, activityCount, asOf } = engine
  const late = Array.from(engine.ids.subarray(size, engine.size))
  if (late.length > MOST_LATE) return false
  const about: About = {
    ...basisOf(engine.rules),
    ...(await historyOf(db, asOf)),
    plan,
    asOf,
    change,
    size,
    activityCount,
    late,
  }
  const names = await inSlices(namesInUse(engine))
  const columns = { ...sectionsOf(engine), names }
  return isStill() && writeSnapshotFile(path, { about, columns }, isStill)
}

/**
 * Reads the figures from a file; null when there is none, when it was made from other facts or rules or by another program
 * version, or when it is damaged.
 */
export async function readSnapshot(
  db: Db,
  path: string,
  { rules, plan }: { readonly rules: FiguresRules; readonly plan: number },
): Promise<SnapshotState | null> {
  const reader = SnapshotReader.open<About>(path)
  if (reader === null) return null
  try {
    const { about } = reader
    const { asOf, change, size, late } = about
    const here = { ...basisOf(rules), plan, ...(await historyOf(db, asOf)) }
    if (Object.entries(here).some(([name, value]) => about[name as keyof About] !== value))
      return null
    const engine = engineOf(reader, rules)
    if (engine === null || !isTree(engine.parent, size)) return null
    atOnce(engine.rollingUp(ROWS_A_PIECE))
    const { own } = engine.measures[0]!
    for (let row = 0; row < size; row += 1) engine.turnover += own[row]!
    const missing = late.length > 0 ? await readFacts(db, { after: 0, upTo: asOf, of: late }) : []
    engine.applyAll(missing)
    engine.asOf = asOf
    return { engine, plan, change }
  } finally {
    reader.close()
  }
}

/** The program version, the folding of names and the rules: others may compute other figures or find other names. */
const basisOf = ({ turnoverStarts, legsKept }: FiguresRules) => ({
  program: PROGRAM,
  nameFolding: NAME_FOLDING,
  rules: [legsKept, ...turnoverStarts].join(' '),
})

/** Identifies the history of facts up to a number by the log's id and a hash of the last facts. */
async function historyOf(db: Db, asOf: number): Promise<Pick<About, 'logId' | 'lastFacts'>> {
  const from = asOf - FACTS_COMPARED
  const { rows } = await sql<Pick<About, 'logId' | 'lastFacts'>>`
    select log_id::text, case when last_fact < ${asOf} then 'not reached' else (
      select md5(coalesce(string_agg(said, chr(10) order by fact), '')) from (
        select fact, concat_ws(' ', 'partner', fact, id, sponsor_id, registered_at, invite_code) as said from partners
          where fact > ${from} and fact <= ${asOf}
        union all
        select fact, concat_ws(' ', 'order', fact, id, partner_id, paid_at, amount_cents, recorded_at) from orders
          where fact > ${from} and fact <= ${asOf}
        union all
        select fact, concat_ws(' ', 'cancellation', fact, order_id, cancelled_at) from cancellations
          where fact > ${from} and fact <= ${asOf}
        union all
        select fact, concat_ws(' ', 'block', fact, partner_id, blocked, changed_at) from partner_blocks
          where fact > ${from} and fact <= ${asOf}) f) end as last_facts
    from fact_log`.execute(db)
  return rows[0]!
}

function sectionsOf(engine: FiguresEngine): Sections {
  const { indexed, activityCount } = engine
  return {
    ...Object.fromEntries(
      namesOf(GIVEN_COLUMNS).map((name) => [
        sectionOf(name, engine[name]),
        engine[name].subarray(0, indexed),
      ]),
    ),
    ...Object.fromEntries(
      namesOf(ACTIVITY_COLUMNS).map((name) => [name, engine[name].subarray(0, activityCount)]),
    ),
    ...Object.fromEntries(
      engine.measures.map(({ own }, measure) => [`own ${measure}`, own.subarray(0, indexed)]),
    ),
    [ROWS_BY_ID]: engine.rowsById,
  }
}

/** The section name of a column. The name of `ids` includes its element size, which may be 4 or 8 bytes. */
const sectionOf = (name: string, column: Column): string =>
  name === 'ids' ? `ids of ${column.BYTES_PER_ELEMENT} bytes` : name

function engineOf(reader: SnapshotReader<About>, rules: FiguresRules): FiguresEngine | null {
  const { size, activityCount } = reader.about
  const engine = new FiguresEngine(rules, size + ROOM)
  if (reader.bytes('ids of 8 bytes') > 0) engine.ids = new Float64Array(size + ROOM)
  engine.reserveActivity(activityCount)
  engine.activityCount = activityCount
  const names = new Uint8Array(reader.bytes('names'))
  const rowsById = new Int32Array(reader.bytes(ROWS_BY_ID) / Int32Array.BYTES_PER_ELEMENT)
  const isWhole =
    namesOf(GIVEN_COLUMNS).every((name) =>
      reader.read(sectionOf(name, engine[name]), engine[name]),
    ) &&
    namesOf(ACTIVITY_COLUMNS).every((name) => reader.read(name, engine[name])) &&
    engine.measures.every(({ own }, measure) => reader.read(`own ${measure}`, own)) &&
    reader.read(ROWS_BY_ID, rowsById) &&
    reader.read('names', names)
  if (!isWhole) return null
  engine.names = NameBook.restored(names)
  engine.takeOver(size, rowsById)
  return engine
}

/** Whether every parent has a lower row than its children, which all passes over the rows rely on. */
function isTree(parent: Int32Array, size: number): boolean {
  for (let row = 0; row < size; row += 1)
    if (!(parent[row]! < row && parent[row]! >= -1)) return false
  return true
}

/** The text of the name book without unused names, such as names of erased partners. */
function* namesInUse(engine: FiguresEngine): Generator<void, Uint8Array> {
  const { names, size } = engine
  const isUsed = new Uint8Array(names.size)
  for (const column of [engine.firstName, engine.lastName]) {
    for (let row = 0; row < size; row += 1) {
      isUsed[column[row]!] = 1
      if (row % ROWS_A_PIECE === 0) yield
    }
  }
  if (isUsed.indexOf(0, 1) < 0) return names.text
  // Rows refer to entries by position, so each unused entry is replaced by a placeholder.
  const entries = Array.from(isUsed, (used, entry) =>
    used === 1 || entry === 0
      ? names.text.subarray(names.startOf(entry), names.startOf(entry + 1))
      : Buffer.from(`\u0001${entry}\0`),
  )
  return Buffer.concat(entries)
}

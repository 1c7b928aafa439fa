import { createRequire } from 'node:module'

import { sql } from 'kysely'

import type { Db } from '../db/database.ts'
import { ACTIVITY_COLUMNS, type Column, GIVEN_COLUMNS, namesOf } from './columns.ts'
import { FiguresEngine, type FiguresRules } from './figures-engine.ts'
import { atOnce, inSlices } from './in-slices.ts'
import { NameBook } from './name-book.ts'
import { readFacts } from './read-facts.ts'
import { ROOM, ROWS_A_PIECE } from './reindex.ts'
import { type Sections, SnapshotReader, writeSnapshotFile } from './snapshot-file.ts'

/** What a snapshot was made of; one that differs in anything but the logs' progress is of no use. */
type About = {
  readonly program: string
  readonly rules: string
  readonly plan: number
  readonly logId: string
  /** Of the last facts the snapshot counts: a log that was taken back and written on has others. */
  readonly lastFacts: string
  readonly asOf: number
  readonly change: number
  readonly size: number
  readonly activityCount: number
  /** Who came after the last indexing: made from the facts again, as they are few. */
  readonly late: readonly number[]
}

/** What the figures are of, besides their columns. */
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
 * Keep the figures in a file, so that the next start needs no more than the facts since.
 *
 * Nothing is kept when the figures move meanwhile, which is seen by `isStill`: the file before stays then.
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
 * The figures that a file keeps, as they were at its last fact; null when there is no file, when it was made of other
 * facts, rules or by another program, or when anything in it is damaged.
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

/** Another program may count otherwise, and so may other rules. */
const basisOf = ({ turnoverStarts, legsKept }: FiguresRules) => ({
  program: PROGRAM,
  rules: [legsKept, ...turnoverStarts].join(' '),
})

/** Which history of facts this is, up to a number; no history is that long when the number was never reached. */
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

/** Ids are of one of two kinds. */
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

/** What follows rests on it: every parent stands above its children. */
function isTree(parent: Int32Array, size: number): boolean {
  for (let row = 0; row < size; row += 1)
    if (!(parent[row]! < row && parent[row]! >= -1)) return false
  return true
}

/** The book without the names that nobody has any more, such as those of people who were erased. */
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
  // Entries are known by their places, so another text takes the place of each.
  const entries = Array.from(isUsed, (used, entry) =>
    used === 1 || entry === 0
      ? names.text.subarray(names.startOf(entry), names.startOf(entry + 1))
      : Buffer.from(`\u0001${entry}\0`),
  )
  return Buffer.concat(entries)
}

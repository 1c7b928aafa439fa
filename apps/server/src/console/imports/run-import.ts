import { createReadStream } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { BadLine, ImportResult, JobResult } from '@partner-office/contracts'
import { formatUnits, Refusal } from '@partner-office/domain'

import { withFirstCommit, writeEntries } from '../../business/audit/audit-log.ts'
import { coinText } from '../../business/bonuses/bonus-texts.ts'
import { BYTE_ORDER_MARK, csvLine, inChunks, textCell } from '../../business/exports/csv.ts'
import { withWholeFiles } from '../../business/facts/with-whole-files.ts'
import { ImportRefused } from '../../business/imports/import-refused.ts'
import { readLines, strictFile } from '../../business/imports/mapped/convert.ts'
import {
  type FileNumbers,
  numberFile,
  storeNumbers,
} from '../../business/imports/mapped/external-numbers.ts'
import { FileProblems, namedProblems } from '../../business/imports/mapped/file-problems.ts'
import { readTable } from '../../business/imports/mapped/read-table.ts'
import { finishImport } from '../../business/orders/import/finish-import.ts'
import { importOrders } from '../../business/orders/import/import-orders.ts'
import { lookAtOrders } from '../../business/orders/import/look-at-orders.ts'
import { importPartners } from '../../business/partners/import-partners.ts'
import { lookAtPartners } from '../../business/partners/look-at-partners.ts'
import type { Core } from '../../core/core.ts'
import type { Tx } from '../../db/database.ts'
import type { Working } from '../jobs/job-runner.ts'
import { readParts, storeParts } from './import-parts.ts'
import { findImport, type StoredImport } from './stored-imports.ts'

const PROBLEMS_SHOWN = 100

/** A file as the strict import has it, in a temporary directory: reading it needs no session of the database. */
type Prepared = {
  readonly path: string
  readonly rows: number
  readonly numbers: FileNumbers | null
  readonly problems: FileProblems
}

/** Converts a file, runs `work` with it, and deletes what was written. */
async function withPrepared<T>(
  working: Working,
  stored: StoredImport,
  work: (prepared: Prepared) => Promise<T>,
): Promise<T> {
  const directory = await mkdtemp(join(tmpdir(), 'partner-office-import-'))
  try {
    return await work(await prepare(working, stored, join(directory, 'file.csv')))
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

async function prepare(
  { core, progress }: Working,
  { id, kind, form, bytes }: StoredImport,
  path: string,
): Promise<Prepared> {
  const { read } = core.database
  const problems = new FileProblems(kind)
  const { source, columns } = form
  let rows = 0
  let numbers: FileNumbers | null = null
  const records = async function* (part: string) {
    let done = 0
    const file = async function* () {
      for await (const chunk of readParts(core, { importId: id, content: 'file' })) {
        progress((done += chunk.length), bytes, part)
        yield chunk
      }
    }
    yield* readTable(file(), form)
  }
  const lines = async function* () {
    for await (const line of readLines(
      read,
      { kind, form, numbers },
      records('read'),
      problems.note.bind(problems),
    )) {
      rows += 1
      yield line
    }
  }
  try {
    if (source !== null) {
      numbers = await numberFile(read, kind, { source, columns }, records('number'))
    }
    await writeFile(path, inChunks(strictFile(kind, form, lines())), { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if (!(error instanceof ImportRefused)) throw error
    for (const { line, problem } of error.problems) problems.note(line, null, problem)
  }
  return { path, rows, numbers, problems }
}

const NOTHING = { sum: '0.00', months: [], late: 0, ranks: 0, rankBonuses: [] }

/**
 * Checks a file against the data as its import does, and stores every bad line and what a good file will do. Nothing is imported.
 *
 * Source: requirements ORC-010.
 */
export async function checkImport(working: Working): Promise<JobResult> {
  const { core } = working
  const stored = await findImport(core.database.read, Number(working.object))
  return withPrepared(working, stored, async ({ path, rows, numbers, problems }) => {
    const found = await look(working, stored, path, problems)
    const first = await storeProblems(core, stored, problems)
    const isGood = problems.total === 0
    const result: ImportResult = {
      rows,
      bad: problems.total,
      problems: first,
      ...(isGood ? found : NOTHING),
      numbered: isGood && numbers !== null ? newOf(numbers) : 0,
    }
    await core.database.transaction((tx) => storeResult(tx, stored, result))
    return { rows, bad: result.bad }
  })
}

const newOf = ({ numbers, firstNew }: FileNumbers): number =>
  [...numbers.values()].filter((number) => number >= firstNew).length

async function look(
  { core, progress }: Working,
  { kind }: StoredImport,
  path: string,
  problems: FileProblems,
): Promise<Pick<ImportResult, 'sum' | 'months' | 'late' | 'ranks' | 'rankBonuses'>> {
  progress(0, 0, 'check')
  try {
    const input = createReadStream(path)
    if (kind === 'partners') {
      await lookAtPartners(core, input, problems)
      return NOTHING
    }
    const { cents, months, ranks, rankBonuses } = await lookAtOrders(core, input, problems)
    return {
      sum: formatUnits(cents, 2),
      months: months
        .map(({ cents: ofMonth, ...month }) => ({ ...month, amount: formatUnits(ofMonth, 2) }))
        .toSorted((a, b) => (a.month < b.month ? -1 : 1)),
      late: months.reduce((sum, { orders, isClosed }) => sum + (isClosed ? orders : 0), 0),
      ranks,
      rankBonuses: [...rankBonuses].map(([currency, { count, units }]) => ({
        currency,
        count,
        amount: coinText(units, currency),
      })),
    }
  } catch (error) {
    if (!(error instanceof ImportRefused)) throw error
    for (const { line, problem } of error.problems) problems.add(line, problem)
    return NOTHING
  }
}

/** Stores all bad lines as a file for people; returns the first. Source: requirements ORC-010, ORC-014. */
async function storeProblems(
  core: Core,
  { id, form }: StoredImport,
  problems: FileProblems,
): Promise<BadLine[]> {
  await core.database.transaction((tx) =>
    tx
      .deleteFrom('console.importParts')
      .where('importId', '=', id)
      .where('content', '=', 'problems')
      .execute(),
  )
  if (problems.total === 0) return []
  const kept = problems.found
  const first: BadLine[] = []
  const lines = async function* () {
    yield BYTE_ORDER_MARK + csvLine(['line', 'column', 'value', 'reason'])
    const records = readTable(readParts(core, { importId: id, content: 'file' }), form)
    for await (const bad of namedProblems(records, kept, form)) {
      if (first.length < PROBLEMS_SHOWN) first.push(bad)
      const { line, column, value, reason } = bad
      yield csvLine([line, textCell(column ?? ''), textCell(value), textCell(reason)])
    }
    const left = problems.total - kept.length
    if (left > 0) yield csvLine(['', '', '', `${left} more bad lines`])
  }
  const bytes = async function* () {
    for await (const chunk of inChunks(lines())) yield Buffer.from(chunk)
  }
  await storeParts(core, { importId: id, content: 'problems' }, bytes())
  return first
}

/** A form that was changed meanwhile keeps its state: the result is of another one. */
async function storeResult(
  tx: Tx,
  { id, version }: StoredImport,
  result: ImportResult,
): Promise<void> {
  await tx
    .updateTable('console.imports')
    .set({
      state: 'CHECKED',
      result: JSON.stringify(result),
      reason: null,
      confirmedBy: null,
      version: version + 1,
    })
    .where('id', '=', id)
    .where('version', '=', version)
    .execute()
}

/**
 * Imports a confirmed file by the strict import: all of it or nothing. Numbers of external ids, the state of the file and the entry of
 * the audit log are part of the commit that accepts it, so a kill leaves all of them or none.
 *
 * A file that the strict import refuses by now is checked again, and waits for another confirmation.
 * Source: requirements ORC-011, ORC-012.
 */
export async function runImport(working: Working): Promise<JobResult> {
  const { core } = working
  const stored = await findImport(core.database.read, Number(working.object))
  if (stored.state === 'DONE') return { rows: stored.imported!, bad: 0 }
  if (stored.state !== 'CONFIRMED') throw new Refusal('changed_meanwhile')
  // The rest of an earlier file is no part of this one's first commit.
  await withWholeFiles(core, () => finishImport(core))
  const isDone = await withPrepared(working, stored, async (prepared) => {
    if (prepared.problems.total > 0) return false
    return importPrepared(working, stored, prepared)
  })
  if (!isDone) return checkImport(working)
  const { imported } = await findImport(core.database.read, stored.id)
  return { rows: imported!, bad: 0 }
}

/** False: the strict import refuses a line. */
async function importPrepared(
  { core, progress }: Working,
  stored: StoredImport,
  { path, rows, numbers }: Prepared,
): Promise<boolean> {
  const run = stored.kind === 'partners' ? importPartners : importOrders
  const write = async (tx: Tx) => {
    if (numbers !== null) await storeNumbers(tx, numbers)
    await noteDone(core, tx, stored, rows)
  }
  try {
    await withFirstCommit(core, write, (on) =>
      run(on, createReadStream(path), (done, of) => progress(done, of, 'import')),
    )
    return true
  } catch (error) {
    if (error instanceof ImportRefused) return false
    throw error
  }
}

/** Refuses: `changed_meanwhile`, when another process has imported the file. */
async function noteDone(
  core: Core,
  tx: Tx,
  { id, kind, sha256, reason, confirmedBy, form }: StoredImport,
  rows: number,
): Promise<void> {
  const done = await tx
    .updateTable('console.imports')
    .set({ state: 'DONE', imported: rows })
    .where('id', '=', id)
    .where('state', '=', 'CONFIRMED')
    .returning('version')
    .executeTakeFirst()
  if (done === undefined) throw new Refusal('changed_meanwhile')
  await tx.deleteFrom('console.importParts').where('importId', '=', id).execute()
  const { email } = await tx
    .selectFrom('console.operators')
    .select('email')
    .where('id', '=', confirmedBy!)
    .executeTakeFirstOrThrow()
  const { source } = form
  const details = () => ({ import: id, object: kind, sha256, source, imported: rows, reason })
  await writeEntries(tx, core.clock(), [{ actor: email, command: `import ${kind}`, details }])
}

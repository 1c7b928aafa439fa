import type { MonthClose, PeriodRecord } from '@partner-office/domain'
import { sql } from 'kysely'

import type { Tx } from '../../db/database.ts'
import { readCursor } from '../../db/read-cursor.ts'
import { bonusLine, type BonusRow, bonusRows } from '../exports/bonus-rows.ts'
import type { Closing } from './closing.ts'
import { FactNames } from './fact-names.ts'

type Compared = {
  readonly computed: Iterable<PeriodRecord> | AsyncIterable<PeriodRecord>
  readonly stored: AsyncIterable<BonusRow>
}

/** The records that a closing credited to a month, without reversals. */
export const storedRecords = (tx: Tx, { id }: Pick<Closing, 'id'>, period: string) =>
  readCursor(tx, bonusRows(sql`closing_id = ${id} and period = ${period} and reverses_id is null`))

/**
 * Lines for records that are stored but not computed (-) or computed but not stored (+), each with the fact behind the
 * record. Both inputs are sorted by partner.
 */
export async function* differencesOf(
  month: MonthClose,
  { computed, stored }: Compared,
): AsyncGenerator<string> {
  const line = differenceLines(month)
  const dues = byPartner(computedRows(computed))
  let due = await dues.next()

  for await (const found of byPartner(stored)) {
    for (; due.done !== true && idOf(due.value) < idOf(found); due = await dues.next()) {
      for (const row of due.value) yield line('+', row)
    }
    const isDue = due.done !== true && idOf(due.value) === idOf(found)
    const rows = isDue ? (due.value as readonly BonusRow[]) : []
    for (const row of without(found, rows)) yield line('-', row)
    for (const row of without(rows, found)) yield line('+', row)
    if (isDue) due = await dues.next()
  }
  for (; due.done !== true; due = await dues.next()) {
    for (const row of due.value) yield line('+', row)
  }
}

/** Writes the line of a record that a correction of a month would credit. */
export function correctionLine(month: MonthClose): (record: PeriodRecord) => string {
  const line = differenceLines(month)
  return (record) => line('+', rowOf(record))
}

function differenceLines(month: MonthClose): (mark: '-' | '+', row: BonusRow) => string {
  const facts = new FactNames(month)
  return (mark, row) => `${mark} ${bonusLine(row).trimEnd()}  ${facts.behind(row)}\n`
}

const idOf = ([row]: readonly BonusRow[]): number => row!.partnerId

async function* computedRows(records: Compared['computed']): AsyncGenerator<BonusRow> {
  for await (const record of records) yield rowOf(record)
}

const rowOf = ({ units, ...record }: PeriodRecord): BonusRow => ({
  ...record,
  amount: String(units),
})

/** The rows of each partner together. */
async function* byPartner(rows: AsyncIterable<BonusRow>): AsyncGenerator<readonly BonusRow[]> {
  let together: BonusRow[] = []
  for await (const row of rows) {
    if (together.length > 0 && idOf(together) !== row.partnerId) {
      yield together
      together = []
    }
    together.push(row)
  }
  if (together.length > 0) yield together
}

/** The rows without an equal among the others; each of several equal rows needs an equal of its own. */
function without(rows: readonly BonusRow[], others: readonly BonusRow[]): BonusRow[] {
  const left = others.map(bonusLine)
  return rows.filter((row) => {
    const place = left.indexOf(bonusLine(row))
    if (place >= 0) left.splice(place, 1)
    return place < 0
  })
}

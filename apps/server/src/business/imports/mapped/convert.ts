import {
  IMPORT_FIELDS,
  type ImportField,
  importFields,
  type ImportForm,
  type ImportKind,
} from '@partner-office/contracts'

import type { Db } from '../../../db/database.ts'
import { csvLine } from '../../exports/csv.ts'
import { type CsvRecord, withoutEmptyEnd } from '../read-csv.ts'
import { VALUE_OF } from './column-names.ts'
import { externalId, type FileNumbers, knownNumbers } from './external-numbers.ts'
import { readAmount, readDate } from './read-values.ts'

/** A value that no strict import accepts: it stands where a value cannot be read. */
const UNREADABLE = '?'

const DATES = {
  iso: '2026-12-31',
  dmy: '31.12.2026',
  mdy: '12/31/2026',
  epoch: 'seconds or milliseconds since 1970',
} as const

const ROWS_A_LOOKUP = 1_000

/** Receives what is wrong with a value; `field` is null for a line as a whole. */
export type Note = (line: number, field: ImportField | null, reason: string) => void

type Reading = {
  readonly kind: ImportKind
  readonly form: ImportForm
  /** Null where ids are those of this office. */
  readonly numbers: FileNumbers | null
}

/** A line by the fields of its kind; null where the value cannot be read. */
export type ReadLine = { readonly line: number; readonly cells: readonly (string | null)[] }

/**
 * Lines as the strict import has them, in the order of `importFields`, with numbers in place of external ids.
 *
 * Source: requirements ORC-009, ORC-012.
 */
export async function* readLines(
  db: Db,
  { kind, form, numbers }: Reading,
  records: AsyncIterable<CsvRecord>,
  note: Note = () => {},
): AsyncGenerator<ReadLine> {
  let header: number | null = null
  let waiting: CsvRecord[] = []
  const readWaiting = async () => {
    const numberOf = await numberReader(db, { kind, form, numbers }, waiting)
    const lines = waiting.map(({ line, record }) => {
      const width = Math.max(withoutEmptyEnd(record).length, Math.min(record.length, header!))
      if (width !== header) {
        note(line, null, `${width} columns instead of ${header}`)
        return { line, cells: importFields(kind).map(() => null) }
      }
      return { line, cells: readCells({ line, record }, { kind, form, numberOf, note }) }
    })
    waiting = []
    return lines
  }
  for await (const each of records) {
    if (header === null) header = withoutEmptyEnd(each.record).length
    else waiting.push(each)
    if (waiting.length === ROWS_A_LOOKUP) yield* await readWaiting()
  }
  if (header !== null) yield* await readWaiting()
}

type NumberOf = (field: ImportField, cell: string) => number | null

/** What finds the number of external ids of some records. */
async function numberReader(
  db: Db,
  { form: { columns }, numbers }: Reading,
  records: readonly CsvRecord[],
): Promise<NumberOf | null> {
  if (numbers === null) return null
  const { kind, source, numbers: own } = numbers
  const others = columns[kind === 'partner' ? 'sponsorId' : 'partnerId']!
  const ids = new Set(records.flatMap(({ record }) => externalId(record[others]) ?? []))
  const known = await knownNumbers(db, 'partner', source, [...ids])
  return (field, cell) => {
    const id = externalId(cell) ?? ''
    const isOwn = field === 'id' || field === 'orderId'
    const ofFile = isOwn || kind === 'partner' ? own.get(id) : undefined
    return ofFile ?? (isOwn ? null : (known.get(id) ?? null))
  }
}

type CellReading = Pick<Reading, 'kind' | 'form'> & {
  readonly numberOf: NumberOf | null
  readonly note: Note
}

function readCells(
  { line, record }: CsvRecord,
  { kind, form, numberOf, note }: CellReading,
): (string | null)[] {
  return importFields(kind).map((field) => {
    const column = form.columns[field]
    const cell = column === undefined ? '' : record[column]!.trim()
    const { value, reason } = readCell(field, cell, form, numberOf)
    if (reason !== null) note(line, field, reason)
    return value
  })
}

type ReadCell = { readonly value: string | null; readonly reason: string | null }

function readCell(
  field: ImportField,
  cell: string,
  { decimal, dates, source }: ImportForm,
  numberOf: NumberOf | null,
): ReadCell {
  const read = (value: string | null, reason: string): ReadCell =>
    value === null ? { value, reason } : { value, reason: null }
  // The strict import says whether a field may be empty.
  if (cell === '') return read('', '')
  switch (VALUE_OF[field]) {
    case 'id': {
      if (numberOf === null) return read(cell, '')
      if (externalId(cell) === null) return read(null, 'has more than 200 characters')
      const number = numberOf(field, cell)
      return read(number === null ? null : String(number), `is not known in the source ${source}`)
    }
    case 'amount': {
      const amount = readAmount(cell, decimal)
      if (amount !== null && /^[0.]+$/.test(amount)) return read(null, 'is not above 0')
      return read(amount, `is not an amount with a decimal ${decimal}`)
    }
    case 'date':
      if (dates === null) return { value: null, reason: 'the form of dates is not chosen' }
      return read(readDate(cell, dates), `is not a date such as ${DATES[dates]}`)
    case 'country':
      return read(cell.toUpperCase(), '')
    default:
      return read(cell, '')
  }
}

/**
 * The lines as a file of the strict import. Each line keeps its number, so that a problem of the strict import names the line of
 * the operator's file.
 *
 * Source: requirements ORC-010, ORC-011.
 */
export async function* strictFile(
  kind: ImportKind,
  { columns }: Pick<ImportForm, 'columns'>,
  lines: AsyncIterable<ReadLine>,
): AsyncGenerator<string> {
  const fields = importFields(kind)
  const required: readonly string[] = IMPORT_FIELDS[kind].required
  const isWritten = fields.map((field) => required.includes(field) || columns[field] !== undefined)
  yield csvLine(fields.filter((_field, at) => isWritten[at]))
  let next = 2
  for await (const { line, cells } of lines) {
    const text = csvLine(cells.flatMap((cell, at) => (isWritten[at] ? [cell ?? UNREADABLE] : [])))
    yield '\n'.repeat(Math.max(0, line - next)) + text
    next = line + text.split('\n').length - 1
  }
}

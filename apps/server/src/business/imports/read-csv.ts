import { Readable } from 'node:stream'

import { CsvError, parse } from 'csv-parse'

import { decodeUtf8 } from './decode-utf8.ts'
import { ImportRefused } from './import-refused.ts'

export type CsvLine<Column extends string> = {
  /** The line of the file on which the record begins, the header being 1. */
  readonly line: number
  /** An optional column that the file does not have reads as empty. */
  readonly cells: Readonly<Record<Column, string>>
  /** Null, or what is wrong with the shape of the line. */
  readonly problem: string | null
}

type Columns<Required extends string, Optional extends string> = {
  readonly required: readonly Required[]
  readonly optional: readonly Optional[]
}

const LONGEST_RECORD = 100_000

/**
 * The lines of a CSV file, one after the other, whatever its size. Columns without a name and lines without a value are
 * left out: spreadsheets write them behind a table.
 *
 * Refuses: what is not UTF-8 or not CSV, other separators than commas, and a header without the required columns, or with
 * unknown or doubled ones.
 * Source: operations.md section 5.
 */
export async function* readCsv<Required extends string, Optional extends string>(
  input: AsyncIterable<Uint8Array>,
  columns: Columns<Required, Optional>,
): AsyncGenerator<CsvLine<Required | Optional>> {
  let header: (Required | Optional)[] | null = null
  for await (const { line, record } of readRecords(withCommas(decodeUtf8(input), columns), ',')) {
    if (header === null) header = readHeader(withoutEmptyEnd(record), columns)
    else if (record.some((cell) => cell !== ''))
      yield { line, ...readRecord(record, header, columns) }
  }
  if (header === null) throw emptyFile()
}

/** The refusal of a file without a header. */
export const emptyFile = (): ImportRefused =>
  new ImportRefused([{ line: 1, problem: 'the file is empty' }], 1)

/** A record of a CSV file and the line on which it begins. */
export type CsvRecord = { readonly line: number; readonly record: readonly string[] }

/** The records of a CSV text, whatever its size. Refuses: what is not CSV, and a record that is too long. */
export async function* readRecords(
  texts: AsyncIterable<string>,
  separator: string,
): AsyncGenerator<CsvRecord> {
  const parser = parse({
    delimiter: separator,
    record_delimiter: ['\n', '\r\n'],
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: LONGEST_RECORD,
    info: true,
  })
  const source = Readable.from(texts)
  source.on('error', (error) => parser.destroy(error))
  source.pipe(parser)
  try {
    for await (const { record, info } of parser as AsyncIterable<ParsedRecord>) {
      yield { line: firstLine(record, info.lines), record }
    }
  } catch (error) {
    if (error instanceof CsvError) throw notCsv(error, parser.info.lines)
    throw error
  } finally {
    source.destroy()
  }
}

const OTHER_SEPARATORS = [
  [';', 'semicolons'],
  ['\t', 'tabs'],
  ['|', 'vertical bars'],
] as const

/**
 * Passes a text on whose first line separates the columns by commas.
 *
 * Refuses: other separators. They are not guessed: in `1;2,50` the comma belongs to the amount, or it does not.
 */
async function* withCommas(
  texts: AsyncIterable<string>,
  { required, optional }: Columns<string, string>,
): AsyncGenerator<string> {
  const known = [...required, ...optional]
  // The first line is kept back until it is whole: the quotes of one with other separators are no CSV.
  let head = ''
  let isHeadRead = false
  for await (const text of texts) {
    head += text
    if (!isHeadRead && !head.includes('\n') && head.length <= LONGEST_RECORD) continue
    if (!isHeadRead) refuseSeparators(head.split('\n', 1)[0]!, known)
    isHeadRead = true
    yield head
    head = ''
  }
  refuseSeparators(isHeadRead ? '' : head, known)
  yield head
}

function refuseSeparators(line: string, known: readonly string[]): void {
  for (const [separator, name] of OTHER_SEPARATORS) {
    const cells = line.split(separator).map((cell) => cell.replaceAll('"', '').trim())
    if (cells.filter((cell) => known.includes(cell)).length < 2) continue
    const problem = `the columns are separated by ${name}; save the file with commas, and amounts with points`
    throw new ImportRefused([{ line: 1, problem }], 1)
  }
}

type ParsedRecord = { readonly record: string[]; readonly info: { readonly lines: number } }

/** The parser counts to the end of a record, which a quoted cell may have spread over several lines. */
function firstLine(record: readonly string[], lastLine: number): number {
  return record.reduce((line, cell) => line - (cell.split('\n').length - 1), lastLine)
}

/** Cells without the empty ones behind the last value. */
export function withoutEmptyEnd(cells: readonly string[]): readonly string[] {
  return cells.slice(0, cells.findLastIndex((cell) => cell !== '') + 1)
}

function readHeader<Required extends string, Optional extends string>(
  names: readonly string[],
  { required, optional }: Columns<Required, Optional>,
): (Required | Optional)[] {
  const known: readonly string[] = [...required, ...optional]
  const problems = [
    ...required
      .filter((name) => !names.includes(name))
      .map((name) => `the column ${name} is missing`),
    ...names.filter((name) => !known.includes(name)).map((name) => `unknown column ${shown(name)}`),
    ...names
      .filter((name, at) => known.includes(name) && names.indexOf(name) !== at)
      .map((name) => `the column ${name} stands twice`),
  ]
  if (problems.length > 0) {
    const last = problems.length - 1
    problems[last] = `${problems[last]}; accepted: ${known.join(',')}`
    throw new ImportRefused(
      problems.map((problem) => ({ line: 1, problem })),
      problems.length,
    )
  }
  return names as (Required | Optional)[]
}

function readRecord<Column extends string>(
  record: readonly string[],
  header: readonly Column[],
  { required, optional }: Columns<Column, Column>,
) {
  const cells = {} as Record<Column, string>
  for (const name of required) cells[name] = ''
  for (const name of optional) cells[name] = ''
  header.forEach((name, at) => (cells[name] = record[at] ?? ''))
  const used = Math.max(header.length, withoutEmptyEnd(record).length)
  const length = Math.min(record.length, used)
  const problem = length === header.length ? null : `${length} columns instead of ${header.length}`
  return { cells, problem }
}

function notCsv(error: CsvError, lines: number): ImportRefused {
  const problem =
    error.code === 'CSV_MAX_RECORD_SIZE'
      ? `a line of more than ${LONGEST_RECORD} characters`
      : 'not CSV: check the quotes'
  return new ImportRefused([{ line: Math.max(1, lines), problem }], 1)
}

/** A value as an operator may read it in a message: short, and without anything that moves the cursor. */
export function shown(value: string): string {
  const clean = value.replaceAll(/[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/gu, '?')
  return `"${clean.length > 40 ? `${clean.slice(0, 40)}…` : clean}"`
}

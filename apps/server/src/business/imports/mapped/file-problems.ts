import {
  type ImportField,
  importFields,
  type ImportForm,
  type ImportKind,
} from '@partner-office/contracts'

import { ImportRefused, ProblemList } from '../import-refused.ts'
import type { CsvRecord } from '../read-csv.ts'

/** Further bad lines are counted only. */
const MOST_KEPT = 200_000

const LINE = 'line'

/** A problem with the field that it is about; `field` is null for a line as a whole. */
export type FileProblem = {
  readonly line: number
  readonly field: ImportField | null
  readonly reason: string
}

/**
 * Problems of a file that is read by a mapping. What its values are refused for by the mapping, the strict import refuses again, in
 * other words: only the first is kept.
 */
export class FileProblems extends ProblemList {
  readonly #fields: readonly (ImportField | typeof LINE)[]
  /** Lines and fields that the mapping has refused. */
  readonly #noted = new Set<number>()

  constructor(kind: ImportKind) {
    super(MOST_KEPT)
    this.#fields = [LINE, ...importFields(kind)]
  }

  note(line: number, field: ImportField | null, reason: string): void {
    this.#noted.add(this.#keyOf(line, field ?? LINE))
    super.add(line, field === null ? reason : `${field} ${reason}`)
  }

  override add(line: number, problem: string): void {
    const { field } = this.#split({ line, problem })
    const isNoted =
      this.#noted.has(this.#keyOf(line, LINE)) || this.#noted.has(this.#keyOf(line, field ?? LINE))
    if (!isNoted) super.add(line, problem)
  }

  /** The kept problems by line. */
  get found(): FileProblem[] {
    return this.named.map((problem) => this.#split(problem))
  }

  #keyOf(line: number, field: ImportField | typeof LINE): number {
    return line * this.#fields.length + this.#fields.indexOf(field)
  }

  /** A sentence of the strict import begins with the field and, mostly, the value. */
  #split({ line, problem }: { readonly line: number; readonly problem: string }): FileProblem {
    const [, subject, reason] = /^(\w+) (?:"[^"]*" |\d+ )?(.+)$/su.exec(problem) ?? []
    const field = subject === 'partner' ? 'sponsorId' : subject
    const known = this.#fields.find((each) => each === field)
    if (known === undefined || known === LINE) return { line, field: null, reason: problem }
    return { line, field: known, reason: reason! }
  }
}

/** A problem with the column and the value as the file has them. */
type NamedProblem = {
  readonly line: number
  readonly column: string | null
  readonly value: string
  readonly reason: string
}

/** Adds column and value to problems, which are sorted by line. Reads the file again: values are not kept in memory. */
export async function* namedProblems(
  records: AsyncIterable<CsvRecord>,
  problems: readonly FileProblem[],
  { columns }: Pick<ImportForm, 'columns'>,
): AsyncGenerator<NamedProblem> {
  let header: readonly string[] = []
  let at = 0
  const nameUpTo = function* (line: number, record: readonly string[]): Generator<NamedProblem> {
    for (; at < problems.length && problems[at]!.line <= line; at += 1) {
      const { field, reason, line: bad } = problems[at]!
      const column = field === null ? undefined : columns[field]
      const value = column === undefined || bad < line ? '' : (record[column] ?? '')
      yield {
        line: bad,
        column: column === undefined ? null : (header[column] ?? ''),
        value,
        reason,
      }
    }
  }
  try {
    for await (const { line, record } of records) {
      if (header.length === 0) header = record
      yield* nameUpTo(line, record)
      if (at === problems.length) return
    }
  } catch (error) {
    // The file ends where it stops being a table; the last problem says so.
    if (!(error instanceof ImportRefused)) throw error
  }
  yield* nameUpTo(Infinity, [])
}

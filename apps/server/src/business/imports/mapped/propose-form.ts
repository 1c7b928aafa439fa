import {
  type ImportField,
  importFields,
  type ImportForm,
  type ImportKind,
  type ProposedColumn,
} from '@partner-office/contracts'
import { isCountryCode } from '@partner-office/domain'

import { nameScore, VALUE_OF } from './column-names.ts'
import { proposeDates, proposeDecimal, readAmount, readDate } from './read-values.ts'
import { rowsOf, sniffEncoding, sniffSeparator } from './sniff.ts'

/** Rows that the proposal looks at. */
const ROWS_LOOKED_AT = 200
/** From here on the values of a column are those of a field. */
const MOST_FIT = 0.9
/** Below, the values of a column speak against a field, whatever its name. */
const LEAST_FIT = 0.5
const NAME_IS_KNOWN = 0.5

type Column = { readonly name: string; readonly values: readonly string[] }

const isDate = (text: string): boolean =>
  (['iso', 'dmy', 'mdy', 'epoch'] as const).some((form) => readDate(text, form) !== null)

const FITS: Readonly<
  Record<NonNullable<(typeof VALUE_OF)[ImportField]>, (text: string) => boolean>
> = {
  id: (text) => /^[^\s@]{1,64}$/u.test(text),
  email: (text) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/u.test(text),
  amount: (text) => readAmount(text, 'point') !== null || readAmount(text, 'comma') !== null,
  date: isDate,
  country: (text) => isCountryCode(text.toUpperCase()),
}

/** The share of values that fit a field; 1 where there is none. */
function valueFit({ values }: Column, field: ImportField): number {
  const kind = VALUE_OF[field]
  if (kind === undefined || values.length === 0) return 1
  return values.filter(FITS[kind]).length / values.length
}

/** Values that only one field has name it without a known name of the column. */
const TELLING = new Set(['email', 'date', 'amount', 'country'])

function score(column: Column, field: ImportField): number {
  const fit = valueFit(column, field)
  const name = nameScore(column.name, field)
  if (fit < LEAST_FIT) return 0
  if (name > 0) return name + fit
  const isTold = column.values.length > 0 && TELLING.has(VALUE_OF[field] ?? '')
  return isTold && fit >= MOST_FIT && !isDateOfAmount(column, field) ? 0.2 : 0
}

/** Whole numbers are amounts, ids and seconds alike. */
const isDateOfAmount = ({ values }: Column, field: ImportField): boolean =>
  (field === 'amount' || VALUE_OF[field] === 'date') && values.every((text) => /^\d+$/.test(text))

/**
 * The column of each field, the best pair first, each column once. Uncertain: the name alone, or the values alone, or a second column
 * fits nearly as well.
 *
 * Source: requirements ORC-008.
 */
export function proposeColumns(
  kind: ImportKind,
  header: readonly string[],
  rows: readonly (readonly string[])[],
): ProposedColumn[] {
  const columns = header.map((name, at) => ({
    name,
    values: rows.map((row) => (row[at] ?? '').trim()).filter((value) => value !== ''),
  }))
  const pairs = importFields(kind)
    .flatMap((field) =>
      columns.map((column, at) => ({ field, column: at, score: score(column, field) })),
    )
    .filter((pair) => pair.score > 0)
    .toSorted((a, b) => b.score - a.score)
  const taken = new Map<ImportField, ProposedColumn>()
  const used = new Set<number>()
  for (const pair of pairs) {
    if (taken.has(pair.field) || used.has(pair.column)) continue
    used.add(pair.column)
    taken.set(pair.field, {
      field: pair.field,
      column: pair.column,
      isCertain:
        nameScore(columns[pair.column]!.name, pair.field) >= NAME_IS_KNOWN &&
        columns[pair.column]!.values.length > 0 &&
        valueFit(columns[pair.column]!, pair.field) >= MOST_FIT,
    })
  }
  return importFields(kind).flatMap((field) => taken.get(field) ?? [])
}

/** The first rows of a file in the encoding and with the separator of a form. */
export type Head = {
  readonly header: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

/** Reads the beginning of a file. */
export function readHead(
  bytes: Uint8Array,
  { encoding, separator }: Pick<ImportForm, 'encoding' | 'separator'>,
): Head {
  const text = new TextDecoder(encoding).decode(bytes, { stream: true })
  const [header = [], ...rows] = rowsOf(text, separator, ROWS_LOOKED_AT + 1)
  return { header, rows: rows.filter((row) => row.some((cell) => cell !== '')) }
}

/** The form of a file as it is proposed: what was recognised of it, and the mapping. */
export function proposeForm(kind: ImportKind, bytes: Uint8Array): ImportForm {
  const encoding = sniffEncoding(bytes)
  const separator = sniffSeparator(new TextDecoder(encoding).decode(bytes, { stream: true }))
  const { header, rows } = readHead(bytes, { encoding, separator })
  const proposed = proposeColumns(kind, header, rows)
  const columns = Object.fromEntries(proposed.map(({ field, column }) => [field, column]))
  const valuesOf = (field: ImportField): string[] => {
    const column = columns[field]
    if (column === undefined) return []
    return rows.map((row) => (row[column] ?? '').trim()).filter((value) => value !== '')
  }
  return {
    encoding,
    separator,
    decimal: proposeDecimal(valuesOf('amount')),
    dates: proposeDates(valuesOf(kind === 'orders' ? 'paidAt' : 'registeredAt')),
    source: null,
    columns,
  }
}

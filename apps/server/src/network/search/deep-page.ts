import { inOrder, type RowOrder } from './best-rows.ts'
import { eachRow, type RowSet } from './row-bits.ts'
import type { Values } from './zones.ts'

const CODES = 256
const BINS = 4_096
const FEW = 4_096

/** The rows of a set with their codes of the order's column, by row, and some more with theirs, in the same order. */
export type Candidates = {
  readonly set: RowSet
  readonly codes: Uint8Array
  readonly more: readonly number[]
  readonly codesOfMore: readonly number[]
}

/** Rows of which the page begins `offset` rows in. */
type Part = { readonly rows: Int32Array; readonly offset: number }

/**
 * A page far behind the first: rows are counted by code, then only those of the codes that the page falls into are
 * looked at, and of many equal ones only those with the ids it falls into.
 */
export function deepPage(
  candidates: Candidates,
  order: RowOrder,
  { offset, limit }: { offset: number; limit: number },
): number[] {
  const counts = countsByCode(candidates)
  const { isDescending } = order
  const { first, last, before } = stretchOf(counts, { offset, limit, isDescending })
  const rows = new Int32Array(sumOf(counts, first, last))
  fill(rows, candidates, { first, last })
  return pageOfPart({ rows, offset: offset - before }, order, limit)
}

// Loops of their own for the whole of an interval: a call for each of millions of rows costs more than all else.

function countsByCode({ set, codes, codesOfMore }: Candidates): Int32Array {
  const counts = new Int32Array(CODES)
  for (const code of codesOfMore) counts[code]! += 1
  const { from, to, bits } = set
  if (bits === null) for (let row = from; row < to; row += 1) counts[codes[row]!]! += 1
  else eachRow(bits, from, to, (row) => (counts[codes[row]!]! += 1))
  return counts
}

/** The rows whose codes are from `first` to `last`. */
function fill(
  rows: Int32Array,
  { set, codes, more, codesOfMore }: Candidates,
  { first, last }: { first: number; last: number },
): void {
  const { from, to, bits } = set
  let filled = 0
  const put = (row: number, code: number) => {
    if (code >= first && code <= last) rows[filled++] = row
  }
  for (let at = 0; at < more.length; at += 1) put(more[at]!, codesOfMore[at]!)
  if (bits === null) {
    for (let row = from; row < to; row += 1) {
      if (codes[row]! >= first && codes[row]! <= last) rows[filled++] = row
    }
  } else eachRow(bits, from, to, (row) => put(row, codes[row]!))
}

function sumOf(counts: Int32Array, first: number, last: number): number {
  let sum = 0
  for (let at = first; at <= last; at += 1) sum += counts[at]!
  return sum
}

/** Which bins the page falls into, and how many rows come before them. Bins count from the other end if descending. */
function stretchOf(
  counts: Int32Array,
  { offset, limit, isDescending }: { offset: number; limit: number; isDescending: boolean },
): { first: number; last: number; before: number } {
  const bins = counts.length
  const countAt = (at: number) => counts[isDescending ? bins - 1 - at : at]!
  let start = 0
  let before = 0
  while (start < bins - 1 && before + countAt(start) <= offset) before += countAt(start++)
  let end = start
  let through = before + countAt(end)
  while (end < bins - 1 && through < offset + limit) through += countAt(++end)
  return isDescending
    ? { first: bins - 1 - end, last: bins - 1 - start, before }
    : { first: start, last: end, before }
}

/** Narrows down by value, and where all values are one by id, as long as there are many rows. */
function pageOfPart(part: Part, order: RowOrder, limit: number): number[] {
  let { rows, offset } = part
  while (rows.length > FEW) {
    const narrower =
      narrowed({ rows, offset }, order.values, order.isDescending, limit) ??
      narrowed({ rows, offset }, order.ids, false, limit)
    if (narrower === null || narrower.rows.length === rows.length) break
    ;({ rows, offset } = narrower)
  }
  return inOrder([...rows], order).slice(offset, offset + limit)
}

/** The rows of the bins, of equal width, that the page falls into; null when all values are one. */
function narrowed(
  { rows, offset }: Part,
  values: Values,
  isDescending: boolean,
  limit: number,
): Part | null {
  const bins = binsOf(rows, values)
  if (bins === null) return null
  const counts = new Int32Array(BINS)
  for (let at = 0; at < bins.length; at += 1) counts[bins[at]!]! += 1
  const { first, last, before } = stretchOf(counts, { offset, limit, isDescending })
  const within = new Int32Array(sumOf(counts, first, last))
  let filled = 0
  for (let at = 0; at < bins.length; at += 1) {
    if (bins[at]! >= first && bins[at]! <= last) within[filled++] = rows[at]!
  }
  return { rows: within, offset: offset - before }
}

/** The bin that the value of each of these rows falls into; null when all values are one. */
function binsOf(rows: Int32Array, values: Values): Uint16Array | null {
  let low = Number.POSITIVE_INFINITY
  let high = Number.NEGATIVE_INFINITY
  for (let at = 0; at < rows.length; at += 1) {
    const value = values[rows[at]!]!
    if (value < low) low = value
    if (value > high) high = value
  }
  if (low === high) return null
  const scale = (BINS - 1) / (high - low)
  const bins = new Uint16Array(rows.length)
  for (let at = 0; at < rows.length; at += 1) bins[at] = (values[rows[at]!]! - low) * scale
  return bins
}

import { inOrder, type RowOrder } from './best-rows.ts'
import { type RowSet, rowsOf } from './row-bits.ts'
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
  const list = listOf(candidates.set)
  const counts = countsByCode(candidates, list)
  const { isDescending } = order
  const { first, last, before } = stretchOf(counts, { offset, limit, isDescending })
  const rows = rowsWithin(candidates, list, { first, last, size: sumOf(counts, first, last) })
  return pageOfPart({ rows, offset: offset - before }, order, limit)
}

/** The rows of a set as a list, where they are not a whole interval. */
function listOf({ from, to, bits }: RowSet): Int32Array | null {
  return bits === null ? null : rowsOf(bits, from, to)
}

function countsByCode(
  { set, codes, codesOfMore }: Candidates,
  list: Int32Array | null,
): Int32Array {
  const counts = new Int32Array(CODES)
  for (const code of codesOfMore) counts[code]! += 1
  if (list === null) for (let row = set.from; row < set.to; row += 1) counts[codes[row]!]! += 1
  else for (let at = 0; at < list.length; at += 1) counts[codes[list[at]!]!]! += 1
  return counts
}

type Stretch = { readonly first: number; readonly last: number; readonly size: number }

/** The `size` rows whose codes are from `first` to `last`. */
function rowsWithin(
  { set, codes, more, codesOfMore }: Candidates,
  list: Int32Array | null,
  { first, last, size }: Stretch,
): Int32Array {
  const rows = roomFor(size)
  let filled = 0
  for (let at = 0; at < more.length; at += 1) {
    rows[filled] = more[at]!
    filled += isWithin(codesOfMore[at]!, first, last)
  }
  const count = list === null ? set.to - set.from : list.length
  for (let at = 0; at < count; at += 1) {
    const row = list === null ? set.from + at : list[at]!
    rows[filled] = row
    filled += isWithin(codes[row]!, first, last)
  }
  return rows.subarray(0, size)
}

/** Room for so many rows, and for one that is written and not kept. */
const roomFor = (size: number): Int32Array => new Int32Array(size + 1)

/** 1 or 0, without a branch that nobody can foresee. */
const isWithin = (bin: number, first: number, last: number): number =>
  ((bin - last - 1) & (first - 1 - bin)) >>> 31

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
  const size = sumOf(counts, first, last)
  const within = roomFor(size)
  let filled = 0
  for (let at = 0; at < bins.length; at += 1) {
    within[filled] = rows[at]!
    filled += isWithin(bins[at]!, first, last)
  }
  return { rows: within.subarray(0, size), offset: offset - before }
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

import { inOrder, type RowOrder } from './best-rows.ts'
import { type RowSet, rowsOf } from './row-bits.ts'
import type { Values } from './zones.ts'

const CODES = 256
const BINS = 4_096
const FEW = 4_096

/** Matching rows: a set with the codes of the sort column by row, and additional rows with their codes. */
export type Candidates = {
  readonly set: RowSet
  readonly codes: Uint8Array
  readonly more: readonly number[]
  readonly codesOfMore: readonly number[]
}

/** Rows that contain the page, which starts at `offset` of their order. */
type Part = { readonly rows: Int32Array; readonly offset: number }

/**
 * Returns a page far behind the first, without sorting all rows: a bucket selection that narrows down to few rows.
 *
 *     count the rows per code                  codes   0: 500, 1: 300, 2: 900, 3: 200
 *     skip the codes before the page           offset 850, limit 20: codes 0 and 1 are 800 rows before it
 *     keep the rows of the page's codes        900 rows of code 2; the page starts at 850 - 800 = 50 of them
 *     while more than 4,096 rows are kept:     divide their values into 4,096 bins and narrow down again,
 *                                              or their ids if all values are equal
 *     sort the rest and cut out the page
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

/** The rows of a set with bits as a list; null for a whole interval. */
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

/** Returns the `size` rows with codes from `first` to `last`. */
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

/** Space for `size` rows and one more, as the loops write each row before they know whether to keep it. */
const roomFor = (size: number): Int32Array => new Int32Array(size + 1)

/** 1 if `first <= bin <= last`, else 0, without an unpredictable branch: both differences are negative exactly then. */
const isWithin = (bin: number, first: number, last: number): number =>
  ((bin - last - 1) & (first - 1 - bin)) >>> 31

function sumOf(counts: Int32Array, first: number, last: number): number {
  let sum = 0
  for (let at = first; at <= last; at += 1) sum += counts[at]!
  return sum
}

/** Returns the bins that contain the page, and the number of rows before them. Counts from the last bin if descending. */
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

/** Narrows down by value, or by id if all values are equal, while there are many rows; then sorts. */
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

/** Returns the rows of the equally wide bins that contain the page; null when all values are equal. */
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

/** Returns the bin of each row's value; null when all values are equal. */
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

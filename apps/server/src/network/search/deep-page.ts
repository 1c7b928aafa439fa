import { inOrder, type RowOrder } from './best-rows.ts'
import { eachRowOf, type RowSet } from './row-bits.ts'
import type { Values } from './zones.ts'

const CODES = 256
const BINS = 4_096
const FEW = 4_096

/** The rows of a set and some more, and the code of the order's column for each of them. */
export type Candidates = {
  readonly set: RowSet
  readonly more: readonly number[]
  readonly codeOf: (row: number) => number
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
  const counts = new Int32Array(CODES)
  eachCandidate(candidates, (row) => (counts[candidates.codeOf(row)]! += 1))
  const { first, last, before } = stretchOf(counts, {
    offset,
    limit,
    isDescending: order.isDescending,
  })
  let size = 0
  for (let code = first; code <= last; code += 1) size += counts[code]!
  const rows = new Int32Array(size)
  let filled = 0
  eachCandidate(candidates, (row) => {
    const code = candidates.codeOf(row)
    if (code >= first && code <= last) rows[filled++] = row
  })
  return pageOfPart({ rows, offset: offset - before }, order, limit)
}

function eachCandidate({ set, more }: Candidates, visit: (row: number) => void): void {
  for (const row of more) visit(row)
  eachRowOf(set, visit)
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
  let low = Number.POSITIVE_INFINITY
  let high = Number.NEGATIVE_INFINITY
  for (const row of rows) {
    const value = values[row]!
    if (value < low) low = value
    if (value > high) high = value
  }
  if (low === high) return null
  const scale = (BINS - 1) / (high - low)
  const binOf = (row: number) => Math.floor((values[row]! - low) * scale)
  const counts = new Int32Array(BINS)
  for (const row of rows) counts[binOf(row)]! += 1
  const { first, last, before } = stretchOf(counts, { offset, limit, isDescending })
  const within = rows.filter((row) => binOf(row) >= first && binOf(row) <= last)
  return { rows: within, offset: offset - before }
}

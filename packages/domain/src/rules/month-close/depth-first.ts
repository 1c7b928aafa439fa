import type { PartnerColumns } from './month-facts.ts'

/** Partners in any order in which sponsors come before the partners they sponsor. */
export type ListedPartners = Omit<PartnerColumns, 'end'>

/** Sorts partners into depth-first order; `rowOf` maps each listed place to its row. */
export function depthFirst(listed: ListedPartners): {
  partners: PartnerColumns
  rowOf: Int32Array
} {
  const { size, ids, parent, registeredAt, blocked } = listed
  const sizes = teamSizes(listed)
  const rowOf = rowsOf(listed, sizes)
  const partners = {
    size,
    ids: new Float64Array(size),
    parent: new Int32Array(size),
    end: new Int32Array(size),
    registeredAt: new Float64Array(size),
    blocked: new Uint8Array(size),
  }
  for (let from = 0; from < size; from += 1) {
    const row = rowOf[from]!
    partners.ids[row] = ids[from]!
    partners.parent[row] = parent[from]! < 0 ? -1 : rowOf[parent[from]!]!
    partners.end[row] = row + sizes[from]!
    partners.registeredAt[row] = registeredAt[from]!
    partners.blocked[row] = blocked[from]!
  }
  return { partners, rowOf }
}

/** The size of each partner's downline, the partner included. */
function teamSizes({ size, parent }: ListedPartners): Int32Array {
  const sizes = new Int32Array(size).fill(1)
  for (let from = size - 1; from >= 0; from -= 1) {
    const sponsor = parent[from]!
    if (sponsor >= 0) sizes[sponsor]! += sizes[from]!
  }
  return sizes
}

/** Each partner takes the last free stretch of the sponsor's rows; the first row that stays free is the sponsor's. */
function rowsOf({ size, parent }: ListedPartners, sizes: Int32Array): Int32Array {
  const rows = new Int32Array(size)
  let left = size
  for (let from = 0; from < size; from += 1) {
    const sponsor = parent[from]!
    const last = sponsor < 0 ? left : rows[sponsor]!
    if (sponsor < 0) left -= sizes[from]!
    else rows[sponsor] = last - sizes[from]!
    rows[from] = last
  }
  for (let from = 0; from < size; from += 1) rows[from]! -= 1
  return rows
}

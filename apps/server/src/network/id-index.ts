const FREE = -1
const GOLDEN_RATIO = 0x9e3779b1

type Ids = Uint32Array | Float64Array

/**
 * Maps a partner's id to its row: a hash table with open addressing, 6 to 12 bytes per partner. It stores rows only; the
 * ids are compared in their column.
 */
export class IdIndex {
  #rows: Int32Array
  #size = 0

  constructor(expected = 16) {
    this.#rows = new Int32Array(slotsFor(expected)).fill(FREE)
  }

  /** Restores a table from its `slots`. Slots may name rows that do not exist yet. */
  static restored(slots: Int32Array): IdIndex {
    const index = new IdIndex()
    index.#rows = slots
    for (const row of slots) if (row !== FREE) index.#size += 1
    return index
  }

  /** The table for a snapshot. Restoring it is faster than filling it, which accesses memory at random per partner. */
  get slots(): Int32Array {
    return this.#rows
  }

  get bytes(): number {
    return this.#rows.byteLength
  }

  /** The row of `id`, or -1. */
  get(ids: Ids, id: number): number {
    return this.#rows[this.#slotOf(ids, id)]!
  }

  /** Adds an id. `ids` must already contain it at that row. */
  set(ids: Ids, id: number, row: number): void {
    if ((this.#size + 1) * 3 > this.#rows.length * 2) this.#grow(ids)
    const slot = this.#slotOf(ids, id)
    if (this.#rows[slot] === FREE) this.#size += 1
    this.#rows[slot] = row
  }

  /** Adds the rows [from, to), whose ids must be distinct and new. */
  setAll(ids: Ids, from: number, to: number): void {
    while ((this.#size + to - from) * 3 > this.#rows.length * 2) this.#grow(ids)
    const rows = this.#rows
    const mask = rows.length - 1
    for (let row = from; row < to; row += 1) {
      let slot = hashOf(ids[row]!) & mask
      while (rows[slot] !== FREE) slot = (slot + 1) & mask
      rows[slot] = row
    }
    this.#size += to - from
  }

  /** The slot with `id`, or the free slot for it. */
  #slotOf(ids: Ids, id: number): number {
    const rows = this.#rows
    const mask = rows.length - 1
    let slot = hashOf(id) & mask
    while (rows[slot] !== FREE && ids[rows[slot]!] !== id) slot = (slot + 1) & mask
    return slot
  }

  #grow(ids: Ids): void {
    const rows = this.#rows
    this.#rows = new Int32Array(rows.length * 2).fill(FREE)
    for (const row of rows) if (row !== FREE) this.#rows[this.#slotOf(ids, ids[row]!)] = row
  }
}

/** Ids of up to 32 bits, the usual case, avoid the slow division of doubles. */
const hashOf = (id: number): number =>
  Math.imul(id < 2 ** 32 ? id : id ^ (id / 2 ** 32), GOLDEN_RATIO) >>> 5

const slotsFor = (expected: number): number =>
  2 ** Math.ceil(Math.log2(Math.max(16, (expected + 1) * 1.5)))

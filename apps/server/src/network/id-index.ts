const FREE = -1
const GOLDEN_RATIO = 0x9e3779b1

type Ids = Uint32Array | Float64Array

/**
 * From a partner's id to the row of the columns: open addressing, 6 to 12 bytes a partner. The ids themselves stand in
 * their column only.
 */
export class IdIndex {
  #rows: Int32Array
  #size = 0

  constructor(expected = 16) {
    this.#rows = new Int32Array(slotsFor(expected)).fill(FREE)
  }

  /** The table whose `slots` these are. What is said of rows that are not there yet does no harm. */
  static restored(slots: Int32Array): IdIndex {
    const index = new IdIndex()
    index.#rows = slots
    for (const row of slots) if (row !== FREE) index.#size += 1
    return index
  }

  /** The whole table, for a snapshot: filling it means touching memory all over, once a partner. */
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

  /** `ids` holds the id in that row already. */
  set(ids: Ids, id: number, row: number): void {
    if ((this.#size + 1) * 3 > this.#rows.length * 2) this.#grow(ids)
    const slot = this.#slotOf(ids, id)
    if (this.#rows[slot] === FREE) this.#size += 1
    this.#rows[slot] = row
  }

  /** The rows [from, to), whose ids are all different and not here yet. */
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

  /** The slot that holds `id`, or the free one where it belongs. */
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

/** Few ids are beyond 32 bits, and dividing doubles takes longer than all the rest. */
const hashOf = (id: number): number =>
  Math.imul(id < 2 ** 32 ? id : id ^ (id / 2 ** 32), GOLDEN_RATIO) >>> 5

const slotsFor = (expected: number): number =>
  2 ** Math.ceil(Math.log2(Math.max(16, (expected + 1) * 1.5)))

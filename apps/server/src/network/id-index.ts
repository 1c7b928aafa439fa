const FREE = -1
const GOLDEN_RATIO = 0x9e3779b1

/** From a partner's id to the row of the columns: open addressing in two typed arrays, 16 to 32 bytes a partner. */
export class IdIndex {
  #ids: Float64Array
  #rows: Int32Array
  #size = 0

  constructor(expected = 16) {
    const slots = slotsFor(expected)
    this.#ids = new Float64Array(slots)
    this.#rows = new Int32Array(slots).fill(FREE)
  }

  /** The row of `id`, or -1. */
  get(id: number): number {
    return this.#rows[this.#slotOf(id)]!
  }

  set(id: number, row: number): void {
    if ((this.#size + 1) * 2 > this.#rows.length) this.#grow()
    const slot = this.#slotOf(id)
    if (this.#rows[slot] === FREE) this.#size += 1
    this.#ids[slot] = id
    this.#rows[slot] = row
  }

  /** The slot that holds `id`, or the free one where it belongs. */
  #slotOf(id: number): number {
    const mask = this.#rows.length - 1
    let slot = (Math.imul(id ^ (id / 2 ** 32), GOLDEN_RATIO) >>> 0) & mask
    while (this.#rows[slot] !== FREE && this.#ids[slot] !== id) slot = (slot + 1) & mask
    return slot
  }

  #grow(): void {
    const ids = this.#ids
    const rows = this.#rows
    this.#ids = new Float64Array(ids.length * 2)
    this.#rows = new Int32Array(rows.length * 2).fill(FREE)
    this.#size = 0
    rows.forEach((row, slot) => {
      if (row !== FREE) this.set(ids[slot]!, row)
    })
  }
}

const slotsFor = (expected: number): number => 2 ** Math.ceil(Math.log2(Math.max(16, expected * 2)))

const FREE = -1
const GOLDEN_RATIO = 0x9e3779b1

/** The hash of a row. Its low bits choose the first slot. */
export const slotHash = (row: number): number => Math.imul(row, GOLDEN_RATIO) >>> 7

/** Maps rows to numbers: a hash table with open addressing in two typed arrays, 11 to 22 bytes per entry. */
export class RowMap {
  #rows = new Int32Array(16).fill(FREE)
  #values = new Int32Array(16)
  #size = 0

  /** Returns the number of `row`, or -1. */
  get(row: number): number {
    const slot = this.#slotOf(row)
    return this.#rows[slot] === FREE ? -1 : this.#values[slot]!
  }

  set(row: number, value: number): void {
    if ((this.#size + 1) * 4 > this.#rows.length * 3) this.#grow()
    const slot = this.#slotOf(row)
    if (this.#rows[slot] === FREE) this.#size += 1
    this.#rows[slot] = row
    this.#values[slot] = value
  }

  get bytes(): number {
    return this.#rows.byteLength + this.#values.byteLength
  }

  /** The slot with `row`, or the free slot for it. */
  #slotOf(row: number): number {
    const mask = this.#rows.length - 1
    let slot = slotHash(row) & mask
    while (this.#rows[slot] !== FREE && this.#rows[slot] !== row) slot = (slot + 1) & mask
    return slot
  }

  #grow(): void {
    const rows = this.#rows
    const values = this.#values
    this.#rows = new Int32Array(rows.length * 2).fill(FREE)
    this.#values = new Int32Array(rows.length * 2)
    this.#size = 0
    rows.forEach((row, slot) => {
      if (row !== FREE) this.set(row, values[slot]!)
    })
  }
}

/** Rows of a block, and of a super-block. */
export const BLOCK_ROWS = 256
export const SUPER_ROWS = 16_384
const BLOCK_BITS = 8
const SUPER_BITS = 14

/** Any column of numbers by row. */
export type Values = Float64Array | Int32Array | Uint32Array

type Interval = { readonly min: number; readonly max: number }

class Bounds {
  readonly length: number
  /** The lowest and the highest value of each, side by side. */
  readonly #pairs: Float64Array

  constructor(length: number) {
    this.length = length
    this.#pairs = new Float64Array(length * 2)
    for (let at = 0; at < length; at += 1) {
      this.#pairs[at * 2] = Number.POSITIVE_INFINITY
      this.#pairs[at * 2 + 1] = Number.NEGATIVE_INFINITY
    }
  }

  low(at: number): number {
    return this.#pairs[at * 2]!
  }

  high(at: number): number {
    return this.#pairs[at * 2 + 1]!
  }

  isOutside(at: number, min: number, max: number): boolean {
    return this.#pairs[at * 2 + 1]! < min || this.#pairs[at * 2]! > max
  }

  take(at: number, low: number, high: number): void {
    if (low < this.#pairs[at * 2]!) this.#pairs[at * 2] = low
    if (high > this.#pairs[at * 2 + 1]!) this.#pairs[at * 2 + 1] = high
  }
}

/**
 * Bounds of the values of one column, for each block of 256 rows and each super-block of 16,384.
 *
 * A value that moves inside widens them; what they have become too wide by, the next indexing takes back.
 */
export class Zones {
  readonly blocks: Bounds
  readonly supers: Bounds

  constructor(rows: number) {
    this.blocks = new Bounds(Math.ceil(rows / BLOCK_ROWS))
    this.supers = new Bounds(Math.ceil(rows / SUPER_ROWS))
  }

  get bytes(): number {
    return (this.blocks.length + this.supers.length) * 16
  }

  /** The values of the rows from `from` on, the first of a block. */
  widenAll(from: number, values: Float64Array): void {
    for (let start = 0; start < values.length; start += BLOCK_ROWS) {
      let low = Number.POSITIVE_INFINITY
      let high = Number.NEGATIVE_INFINITY
      const end = Math.min(values.length, start + BLOCK_ROWS)
      for (let at = start; at < end; at += 1) {
        const value = values[at]!
        if (value < low) low = value
        if (value > high) high = value
      }
      this.blocks.take((from + start) >> BLOCK_BITS, low, high)
      this.supers.take((from + start) >> SUPER_BITS, low, high)
    }
  }

  /** Marks 0 for the blocks from `first` on that have no value from `min` to `max`. */
  close(isOpen: Uint8Array, first: number, { min, max }: Interval): void {
    const { blocks, supers } = this
    const end = first + isOpen.length
    for (let block = first; block < end;) {
      const place = block >> (SUPER_BITS - BLOCK_BITS)
      const next = Math.min(end, (place + 1) << (SUPER_BITS - BLOCK_BITS))
      if (supers.isOutside(place, min, max)) {
        isOpen.fill(0, block - first, next - first)
        block = next
      }
      for (; block < next; block += 1) {
        if (blocks.isOutside(block, min, max)) isOpen[block - first] = 0
      }
    }
  }

  widen(row: number, value: number): void {
    this.blocks.take(row >> BLOCK_BITS, value, value)
    this.supers.take(row >> SUPER_BITS, value, value)
  }
}

/** How many rows stand in a block, in eight blocks and in 64, as powers of 2. */
export const LEVEL_BITS: readonly number[] = [8, 11, 14]
export const BLOCK_ROWS = 256
/** From the number of a block to that of the 64 it is one of. */
const BITS_TO_64 = 6

/** Any column of numbers by row. */
export type Values = Float64Array | Int32Array | Uint32Array

type Interval = { readonly min: number; readonly max: number }

/** Bounds of the values of blocks, and of the ids of those rows that have the lowest and the highest one. */
export class Bounds {
  readonly length: number
  /** The lowest and the highest value of each, side by side, and the lowest id of either. */
  readonly #pairs: Float64Array
  readonly #ids: Float64Array

  constructor(length: number) {
    this.length = length
    this.#pairs = new Float64Array(length * 2)
    this.#ids = new Float64Array(length * 2)
    for (let at = 0; at < length; at += 1) {
      this.#pairs[at * 2] = Number.POSITIVE_INFINITY
      this.#pairs[at * 2 + 1] = Number.NEGATIVE_INFINITY
    }
  }

  get bytes(): number {
    return this.#pairs.byteLength + this.#ids.byteLength
  }

  low(at: number): number {
    return this.#pairs[at * 2]!
  }

  high(at: number): number {
    return this.#pairs[at * 2 + 1]!
  }

  /** Nobody who has the lowest value has a lower id. */
  idOfLow(at: number): number {
    return this.#ids[at * 2]!
  }

  /** The same of the highest value. */
  idOfHigh(at: number): number {
    return this.#ids[at * 2 + 1]!
  }

  isOutside(at: number, min: number, max: number): boolean {
    return this.#pairs[at * 2 + 1]! < min || this.#pairs[at * 2]! > max
  }

  /** Answers whether they have become wider. */
  take(at: number, value: number, id: number): boolean {
    const isLower = this.#takeLow(at * 2, value, id)
    return this.#takeHigh(at * 2 + 1, value, id) || isLower
  }

  #takeLow(place: number, value: number, id: number): boolean {
    const low = this.#pairs[place]!
    if (value > low || (value === low && id >= this.#ids[place]!)) return false
    this.#pairs[place] = value
    this.#ids[place] = id
    return true
  }

  #takeHigh(place: number, value: number, id: number): boolean {
    const high = this.#pairs[place]!
    if (value < high || (value === high && id >= this.#ids[place]!)) return false
    this.#pairs[place] = value
    this.#ids[place] = id
    return true
  }
}

/**
 * Bounds of the values of one column, for each block of 256 rows, each eight blocks and each 64.
 *
 * Many rows have the same value: where the first of them stands the ids say. A value that moves inside widens the
 * bounds; what they have become too wide by, the next indexing takes back.
 */
export class Zones {
  /** From the blocks upwards. */
  readonly levels: readonly Bounds[]

  constructor(rows: number) {
    this.levels = LEVEL_BITS.map((bits) => new Bounds(Math.ceil(rows / 2 ** bits)))
  }

  get bytes(): number {
    return this.levels.reduce((sum, { bytes }) => sum + bytes, 0)
  }

  /** The values and the ids of the rows from `from` on, the first of a block: of each block two rows say everything. */
  widenAll(from: number, values: Float64Array, ids: Float64Array): void {
    for (let start = 0; start < values.length; start += BLOCK_ROWS) {
      const end = Math.min(values.length, start + BLOCK_ROWS)
      let [low, idOfLow] = [values[start]!, ids[start]!]
      let [high, idOfHigh] = [low, idOfLow]
      for (let at = start + 1; at < end; at += 1) {
        const value = values[at]!
        if (value < low || (value === low && ids[at]! < idOfLow)) {
          low = value
          idOfLow = ids[at]!
        }
        if (value > high || (value === high && ids[at]! < idOfHigh)) {
          high = value
          idOfHigh = ids[at]!
        }
      }
      this.widen(from + start, low, idOfLow)
      this.widen(from + start, high, idOfHigh)
    }
  }

  /** Marks 0 for the blocks from `first` on that have no value from `min` to `max`. */
  close(isOpen: Uint8Array, first: number, { min, max }: Interval): void {
    const [blocks, , all64] = this.levels as [Bounds, Bounds, Bounds]
    const end = first + isOpen.length
    for (let block = first; block < end;) {
      const place = block >> BITS_TO_64
      const next = Math.min(end, (place + 1) << BITS_TO_64)
      if (all64.isOutside(place, min, max)) {
        isOpen.fill(0, block - first, next - first)
        block = next
      }
      for (; block < next; block += 1) {
        if (blocks.isOutside(block, min, max)) isOpen[block - first] = 0
      }
    }
  }

  /** What does not widen a block widens nothing above it. */
  widen(row: number, value: number, id: number): void {
    for (let level = 0; level < LEVEL_BITS.length; level += 1) {
      if (!this.levels[level]!.take(row >> LEVEL_BITS[level]!, value, id)) return
    }
  }
}

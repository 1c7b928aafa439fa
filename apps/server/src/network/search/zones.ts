/** Rows per block, per 8 blocks and per 64 blocks, as powers of 2. */
export const LEVEL_BITS: readonly number[] = [8, 11, 14]
export const BLOCK_ROWS = 256
/** Shift from the number of a block to the number of its group of 64. */
const BITS_TO_64 = 6

/** Any column of numbers by row. */
export type Values = Float64Array | Int32Array | Uint32Array

type Interval = { readonly min: number; readonly max: number }

/** The lowest and the highest value of each block, and the lowest id with each of them. */
export class Bounds {
  readonly length: number
  /** The lowest and the highest value of each block, side by side; the same for their lowest ids. */
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

  /** The lowest id (or less) of a row with the lowest value. */
  idOfLow(at: number): number {
    return this.#ids[at * 2]!
  }

  /** The lowest id (or less) of a row with the highest value. */
  idOfHigh(at: number): number {
    return this.#ids[at * 2 + 1]!
  }

  isOutside(at: number, min: number, max: number): boolean {
    return this.#pairs[at * 2 + 1]! < min || this.#pairs[at * 2]! > max
  }

  /** Widens the bounds of a block by a value; returns whether they have changed. */
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
 * Bounds of the values of one column (a zone map), for each block of 256 rows, each 8 blocks and each 64 blocks.
 *
 * The ids break ties: a block whose best value equals the last kept row can be skipped if its lowest id is higher. Bounds
 * only widen: a value that moves away leaves them too wide, which is correct but slower, until the next indexing.
 *
 *     block       0         1         2         filter 40..50: only block 1 is scanned
 *     values   10..35    20..45    60..90       sort descending: block 2 is read first
 */
export class Zones {
  /** From blocks to groups of 64. */
  readonly levels: readonly Bounds[]

  constructor(rows: number) {
    this.levels = LEVEL_BITS.map((bits) => new Bounds(Math.ceil(rows / 2 ** bits)))
  }

  get bytes(): number {
    return this.levels.reduce((sum, { bytes }) => sum + bytes, 0)
  }

  /** Widens the bounds by the rows from `from` on, the start of a block: only two rows of each block matter. */
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

  /** Sets `isOpen` to 0 for the blocks from `first` on without a value from `min` to `max`. */
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

  /** Widens the bounds of a row's blocks, up to the first level that does not change. */
  widen(row: number, value: number, id: number): void {
    for (let level = 0; level < LEVEL_BITS.length; level += 1) {
      if (!this.levels[level]!.take(row >> LEVEL_BITS[level]!, value, id)) return
    }
  }
}

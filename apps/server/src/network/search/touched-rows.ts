import { NO_ROW } from '../columns.ts'

const ROWS_A_GROUP_BITS = 10
const WORDS_A_GROUP = 32

/**
 * A set of rows that have changed since the last `take`.
 *
 * `take` returns them in ascending order, so that the caller reads the columns in memory order.
 */
export class TouchedRows {
  readonly #bits: Uint32Array
  /** A bit per group of 1,024 rows: whether the group has rows. */
  readonly #groups: Uint32Array
  #count = 0

  constructor(size: number) {
    const groups = (size >> ROWS_A_GROUP_BITS) + 1
    this.#bits = new Uint32Array(groups * WORDS_A_GROUP)
    this.#groups = new Uint32Array((groups >> 5) + 1)
  }

  get bytes(): number {
    return this.#bits.byteLength + this.#groups.byteLength
  }

  get count(): number {
    return this.#count
  }

  /** Adds a row; returns whether it is new. */
  add(row: number): boolean {
    const bit = 1 << (row & 31)
    const word = this.#bits[row >> 5]!
    if ((word & bit) !== 0) return false
    this.#bits[row >> 5] = word | bit
    this.#groups[row >> (ROWS_A_GROUP_BITS + 5)]! |= 1 << ((row >> ROWS_A_GROUP_BITS) & 31)
    this.#count += 1
    return true
  }

  /** Adds a row and its ancestors, up to the first that is in the set. Requires that all rows are added by this method. */
  addUpwards(row: number, parent: Int32Array): void {
    for (let above = row; above !== NO_ROW && this.add(above);) above = parent[above]!
  }

  /** Returns all rows and empties the set. */
  take(): Int32Array {
    const rows = new Int32Array(this.#count)
    let taken = 0
    const take = (row: number) => {
      rows[taken++] = row
    }
    eachBit(this.#groups, 0, this.#groups.length, (group) => {
      const start = group * WORDS_A_GROUP
      eachBit(this.#bits, start, start + WORDS_A_GROUP, take)
    })
    this.#count = 0
    return rows
  }
}

/** Visits all set bits of some words and clears them. */
function eachBit(
  words: Uint32Array,
  from: number,
  to: number,
  visit: (place: number) => void,
): void {
  for (let word = from; word < to; word += 1) {
    let rest = words[word]! | 0
    words[word] = 0
    while (rest !== 0) {
      const bit = rest & -rest
      visit((word << 5) + 31 - Math.clz32(bit))
      rest ^= bit
    }
  }
}

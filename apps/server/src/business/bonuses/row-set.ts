/**
 * A set of rows of a range as a bitmap, which numbers its rows in ascending order once it is complete.
 *
 *     rows 3, 34, 40 of a range from 0
 *                      words    [1 << 3, 1 << 2 | 1 << 8]
 *                      before   [0, 1]                      rows in the words before
 *     placeOf(40)      before[1] + the set bits of words[1] below bit 8 = 1 + 1 = 2
 */
export class RowSet {
  readonly #first: number
  readonly #words: Uint32Array
  #before: Uint32Array | null = null
  #size = 0

  /** Units: rows from `first` to `last`. */
  constructor(first: number, last: number) {
    this.#first = first
    this.#words = new Uint32Array(((last - first) >> 5) + 1)
  }

  /** Rows before the range are not in the set; rows behind it must not be asked for. */
  has(row: number): boolean {
    const bit = row - this.#first
    return bit >= 0 && ((this.#words[bit >> 5]! >>> (bit & 31)) & 1) === 1
  }

  /** Adds a row; the set must not be numbered yet. */
  add(row: number): void {
    if (this.has(row)) return
    const bit = row - this.#first
    this.#words[bit >> 5]! |= 1 << (bit & 31)
    this.#size += 1
  }

  /** Numbers the rows and returns them, ascending. */
  sorted(): Int32Array {
    const rows = new Int32Array(this.#size)
    const before = new Uint32Array(this.#words.length)
    let place = 0
    for (let word = 0; word < before.length; word += 1) {
      before[word] = place
      for (let bits = this.#words[word]!; bits !== 0; bits &= bits - 1) {
        rows[place] = this.#first + (word << 5) + 31 - Math.clz32(bits & -bits)
        place += 1
      }
    }
    this.#before = before
    return rows
  }

  /** The place of a row among the sorted rows; -1 if the set does not have it. */
  placeOf(row: number): number {
    if (!this.has(row)) return -1
    const bit = row - this.#first
    const below = this.#words[bit >> 5]! & ((1 << (bit & 31)) - 1)
    return this.#before![bit >> 5]! + bitCount(below)
  }
}

/** How many bits of 32 are set, counted in pairs, in fours and in bytes. */
function bitCount(bits: number): number {
  const pairs = bits - ((bits >>> 1) & 0x55555555)
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

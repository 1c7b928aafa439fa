/**
 * A set of rows as a bitmap, which numbers its rows in ascending order once it is complete.
 *
 *     rows 3, 34, 40   words    [1 << 3, 1 << 2 | 1 << 8]
 *                      before   [0, 1]                      rows in the words before
 *     placeOf(40)      before[1] + the set bits of words[1] below bit 8 = 1 + 1 = 2
 */
export class RowSet {
  readonly #words: Uint32Array
  #before: Uint32Array | null = null
  #size = 0

  /** Units: rows are below `limit`. */
  constructor(limit: number) {
    this.#words = new Uint32Array((limit >> 5) + 1)
  }

  has(row: number): boolean {
    return ((this.#words[row >> 5]! >>> (row & 31)) & 1) === 1
  }

  /** Adds a row; the set must not be numbered yet. */
  add(row: number): void {
    if (this.has(row)) return
    this.#words[row >> 5]! |= 1 << (row & 31)
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
        rows[place] = (word << 5) + 31 - Math.clz32(bits & -bits)
        place += 1
      }
    }
    this.#before = before
    return rows
  }

  /** The place of a row among the sorted rows; -1 if the set does not have it. */
  placeOf(row: number): number {
    if (row < 0 || !this.has(row)) return -1
    const below = this.#words[row >> 5]! & ((1 << (row & 31)) - 1)
    return this.#before![row >> 5]! + bitCount(below)
  }
}

/** How many bits of 32 are set, counted in pairs, in fours and in bytes. */
function bitCount(bits: number): number {
  const pairs = bits - ((bits >>> 1) & 0x55555555)
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

import type { NameBook } from '../name-book.ts'

const END = 0
const POSITION_SPAN = 2 ** 28
const BYTES_A_KEY = 3
const BUCKETS = 2 ** 16
const PIECE = 2 ** 15
const BYTES_A_STRIDE = 64
/** Up to this many new entries are searched one by one; with more, the suffixes are sorted anew. */
const MOST_UNSORTED = 4_096

const latest = new WeakMap<NameBook, NameSuffixes>()

/**
 * A suffix array over the name book: the sorted positions of all suffixes of its entries. The suffixes that start with a
 * word are one interval, found by binary search, so any part of a name is found.
 *
 *     book    anna, bo      suffixes  a, anna, bo, na, nna, o
 *     'an' -> the interval with 'anna';  'n' -> the interval with 'na' and 'nna', both of entry 'anna'
 */
export class NameSuffixes {
  readonly #book: NameBook
  readonly #text: Uint8Array
  /** The number of sorted entries. */
  readonly #entries: number
  #positions = new Uint32Array(0)
  /** The entry at every 64th byte of the text. */
  #strides = new Uint32Array(0)

  private constructor(book: NameBook) {
    this.#book = book
    this.#text = book.text
    this.#entries = book.size
  }

  /** Returns the book's suffixes; sorts them anew, in slices, if many entries are unsorted. */
  static *of(book: NameBook): Generator<void, NameSuffixes> {
    const known = latest.get(book)
    if (known !== undefined && book.size - known.#entries <= MOST_UNSORTED) return known
    const suffixes = new NameSuffixes(book)
    yield* suffixes.#sorting()
    latest.set(book, suffixes)
    return suffixes
  }

  get bytes(): number {
    return this.#positions.byteLength + this.#strides.byteLength
  }

  /** The interval of the sorted suffixes that start with `word`. */
  placesOf(word: Uint8Array): { from: number; to: number } {
    return { from: this.#place(word, 0), to: this.#place(word, 1) }
  }

  /** The entry of the suffix at a place. Several places may have the same entry. */
  entryAt(place: number): number {
    const position = this.#positions[place]!
    let entry = this.#strides[Math.floor(position / BYTES_A_STRIDE)]!
    while (this.#book.startOf(entry + 1) <= position) entry += 1
    return entry
  }

  /** The entries with `word` among those added after sorting. */
  *unsortedWith(word: Uint8Array): Generator<number> {
    for (let entry = this.#entries; entry < this.#book.size; entry += 1) {
      if (this.#book.hasWord(entry, word)) yield entry
    }
  }

  /** Binary search: the number of suffixes before those that start with `word`, or including them. */
  #place(word: Uint8Array, after: 0 | 1): number {
    let low = 0
    let high = this.#positions.length
    while (low < high) {
      const middle = (low + high) >> 1
      const order = this.#compare(this.#positions[middle]!, word)
      if (order < after) low = middle + 1
      else high = middle
    }
    return low
  }

  #compare(position: number, word: Uint8Array): number {
    for (let at = 0; at < word.length; at += 1) {
      const difference = this.#text[position + at]! - word[at]!
      if (difference !== 0) return difference < 0 ? -1 : 1
    }
    return 0
  }

  *#sorting(): Generator<void> {
    yield* this.#stride()
    const ends = yield* this.#countPairs()
    const positions = new Uint32Array(ends[BUCKETS - 1]!)
    yield* this.#distribute(positions, Uint32Array.from(ends))
    for (let pair = 0; pair < BUCKETS; pair += 1) {
      const start = pair === 0 ? 0 : ends[pair - 1]!
      if (ends[pair]! - start < 2) continue
      this.#sortFrom(positions.subarray(start, ends[pair]), 2)
      yield
    }
    this.#positions = positions
  }

  *#stride(): Generator<void> {
    this.#strides = new Uint32Array(Math.ceil(this.#text.length / BYTES_A_STRIDE))
    let entry = 0
    for (let stride = 0; stride < this.#strides.length; stride += 1) {
      while (this.#book.startOf(entry + 1) <= stride * BYTES_A_STRIDE) entry += 1
      this.#strides[stride] = entry
      if (stride % PIECE === 0) yield
    }
  }

  /** Counts suffixes by their first two bytes; returns the end of each such group in sorted order. */
  *#countPairs(): Generator<void, Uint32Array> {
    const ends = new Uint32Array(BUCKETS)
    for (let at = 0; at < this.#text.length; at += 1) {
      if (at % PIECE === 0) yield
      if (this.#isStart(at)) ends[this.#pairAt(at)]! += 1
    }
    for (let pair = 1; pair < BUCKETS; pair += 1) ends[pair]! += ends[pair - 1]!
    return ends
  }

  *#distribute(positions: Uint32Array, ends: Uint32Array): Generator<void> {
    for (let at = this.#text.length - 1; at >= 0; at -= 1) {
      if (at % PIECE === 0) yield
      if (this.#isStart(at)) positions[--ends[this.#pairAt(at)]!] = at
    }
  }

  /** Whether a UTF-8 character starts here. */
  #isStart(at: number): boolean {
    const byte = this.#text[at]!
    return byte !== END && (byte & 0xc0) !== 0x80
  }

  #pairAt(at: number): number {
    return (this.#text[at]! << 8) | this.#text[at + 1]!
  }

  /** Sorts suffixes with equal first `depth` bytes: by the next three bytes, then recursively each group of equal ones. */
  #sortFrom(positions: Uint32Array, depth: number): void {
    const keys = new Float64Array(positions.length)
    positions.forEach((position, at) => {
      keys[at] = this.#keyAt(position, depth) * POSITION_SPAN + position
    })
    keys.sort()
    let start = 0
    for (let at = 0; at <= keys.length; at += 1) {
      const group = Math.floor(keys[start]! / POSITION_SPAN)
      if (at < keys.length) positions[at] = keys[at]! % POSITION_SPAN
      if (at < keys.length && Math.floor(keys[at]! / POSITION_SPAN) === group) continue
      // A last byte of zero means that the suffixes have ended and are equal.
      const isOpen = (group & 0xff) !== END
      if (isOpen && at - start > 1)
        this.#sortFrom(positions.subarray(start, at), depth + BYTES_A_KEY)
      start = at
    }
  }

  #keyAt(position: number, depth: number): number {
    let key = 0
    let hasEnded = this.#text[position + depth - 1] === END
    for (let at = position + depth; at < position + depth + BYTES_A_KEY; at += 1) {
      const byte = hasEnded ? END : this.#text[at]!
      hasEnded ||= byte === END
      key = (key << 8) | byte
    }
    return key
  }
}

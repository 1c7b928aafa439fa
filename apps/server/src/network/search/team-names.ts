import type { FiguresEngine } from '../figures-engine.ts'
import type { NameWord } from './name-question.ts'
import { NamePostings } from './name-postings.ts'
import { NameSuffixes } from './name-suffixes.ts'
import { countRows, eachRow, eachRowOf, type RowSet } from './row-bits.ts'

// Measured cost of one step of each search strategy. Units: nanoseconds.
const ENTRY_NS = 25
const POSTING_NS = 3
const PLACE_NS = 6
const READ_NS = 20
const ROW_NS = 4
const SAMPLED_PLACES = 64
/** Up to this many rows the names are compared directly. */
const FEW_ROWS = 2_048

type Driver = { readonly word: NameWord; readonly places: number; readonly rows: number }

/**
 * Searches names among the indexed rows.
 *
 * Finds the entries of the name book with the rarest word; then either reads the postings of these entries or checks all
 * candidate rows, whichever is estimated to be faster. Checks the other words in the names of the rows found. Words that
 * may be cut between two names have no postings: their rows are read.
 */
export class TeamNames {
  readonly #engine: FiguresEngine
  readonly #suffixes: NameSuffixes
  readonly #postings: NamePostings
  /** Rows whose names have changed since indexing. */
  readonly #renamed = new Set<number>()

  private constructor(engine: FiguresEngine, suffixes: NameSuffixes, postings: NamePostings) {
    this.#engine = engine
    this.#suffixes = suffixes
    this.#postings = postings
  }

  static *of(engine: FiguresEngine): Generator<void, TeamNames> {
    const postings = yield* NamePostings.of(engine)
    return new TeamNames(engine, yield* NameSuffixes.of(engine.names), postings)
  }

  bytes(): Record<string, number> {
    return { 'name suffixes': this.#suffixes.bytes, 'name postings': this.#postings.bytes }
  }

  renamed(row: number): void {
    this.#renamed.add(row)
  }

  isCalled(row: number, words: readonly NameWord[]): boolean {
    const { names, firstName, lastName } = this.#engine
    const first = firstName[row]!
    const last = lastName[row]!
    return words.every(
      ({ bytes, cuts }) =>
        names.hasWord(first, bytes) ||
        names.hasWord(last, bytes) ||
        cuts.some(
          ([end, start]) =>
            (names.endsWith(first, end) && names.startsWith(last, start)) ||
            (names.endsWith(last, end) && names.startsWith(first, start)),
        ),
    )
  }

  /**
   * Sets the bits of the rows of [from, to) whose names have all words. `count` is the number of candidate rows.
   *
   * Overwrites `into` in whole words around the interval.
   */
  mark(
    words: readonly NameWord[],
    { from, to, bits: among, count }: RowSet & { readonly count: number },
    into: Uint32Array,
  ): void {
    into.fill(0, from >> 5, ((to - 1) >> 5) + 1)
    if (count <= FEW_ROWS) return this.#markRead(words, { from, to, bits: among }, into)
    const uncut = words.filter(({ cuts }) => cuts.length === 0)
    const driver = this.#driverOf(uncut.length > 0 ? uncut : words)
    const others = words.filter((word) => word !== driver.word)
    const byPostings = driver.places * ENTRY_NS + driver.rows * POSTING_NS
    const byRows = driver.places * PLACE_NS + count * ROW_NS
    if (uncut.length > 0 && byPostings < byRows) this.#markByPostings(driver.word, into, from, to)
    else this.#markByRows(driver.word, { from, to, bits: among }, into)

    if (among !== null) {
      for (let word = from >> 5; word <= (to - 1) >> 5; word += 1) into[word]! &= among[word]!
    }
    for (const word of others) this.#keep(word, into, from, to)
  }

  /** Clears the bits of rows without the word. */
  #keep(word: NameWord, bits: Uint32Array, from: number, to: number): void {
    const { from: first, to: last } = this.#suffixes.placesOf(word.bytes)
    if (countRows(bits, from, to) * READ_NS < (last - first) * PLACE_NS) {
      return eachRow(bits, from, to, (row) => {
        if (!this.isCalled(row, [word])) bits[row >> 5]! &= ~(1 << (row & 31))
      })
    }
    const { firstName, lastName } = this.#engine
    const hits = this.#hitsOf(word.bytes)
    const isAcross = this.#acrossOf(word.cuts)
    eachRow(bits, from, to, (row) => {
      if ((hits[firstName[row]!]! | hits[lastName[row]!]!) !== 0 || isAcross?.(row)) return
      bits[row >> 5]! &= ~(1 << (row & 31))
    })
  }

  /** Returns for each entry of the book whether it has the word. */
  #hitsOf(word: Uint8Array): Uint8Array {
    const hits = new Uint8Array(this.#engine.names.size)
    for (const entry of this.#entriesWith(word)) hits[entry] = 1
    return hits
  }

  /** Returns whether a word stands across both names of a row, for many rows; null for a word that has no cuts. */
  #acrossOf(cuts: NameWord['cuts']): ((row: number) => boolean) | null {
    if (cuts.length === 0) return null
    const { firstName, lastName } = this.#engine
    const { ends, starts } = this.#sidesOf(cuts)
    return (row) => {
      const first = firstName[row]!
      const last = lastName[row]!
      return ((ends[first]! & starts[last]!) | (ends[last]! & starts[first]!)) !== 0
    }
  }

  /**
   * For each entry the cuts whose first part ends it, and those whose second part begins it, as bits. A name that ends with
   * the first part of a cut and one that begins with its second part hold the word between them:
   *
   *     abc, cuts  a|bc (bit 0), ab|c (bit 1)      'xab' ends: 10, 'cy' starts: 10, both: 10, so 'xab' + 'cy' has it
   */
  #sidesOf(cuts: NameWord['cuts']): { ends: Uint16Array; starts: Uint16Array } {
    const { names } = this.#engine
    const ends = new Uint16Array(names.size)
    const starts = new Uint16Array(names.size)
    cuts.forEach(([end, start], cut) => {
      for (const entry of this.#entriesWith(end)) {
        if (names.endsWith(entry, end)) ends[entry]! |= 1 << cut
      }
      for (const entry of this.#entriesWith(start)) {
        if (names.startsWith(entry, start)) starts[entry]! |= 1 << cut
      }
    })
    return { ends, starts }
  }

  /** Returns the rarest word, estimated from a sample of its entries. */
  #driverOf(words: readonly NameWord[]): Driver {
    const drivers = words.map((word): Driver => {
      const { from, to } = this.#suffixes.placesOf(word.bytes)
      const places = to - from
      const step = Math.max(1, Math.floor(places / SAMPLED_PLACES))
      let weight = 0
      for (let place = from; place < to; place += step) {
        weight += this.#postings.weightOf(this.#suffixes.entryAt(place))
      }
      return { word, places, rows: weight * step }
    })
    return drivers.reduce((best, driver) => (driver.rows < best.rows ? driver : best))
  }

  *#entriesWith(word: Uint8Array): Generator<number> {
    const { from, to } = this.#suffixes.placesOf(word)
    for (let place = from; place < to; place += 1) yield this.#suffixes.entryAt(place)
    yield* this.#suffixes.unsortedWith(word)
  }

  #markByPostings(word: NameWord, into: Uint32Array, from: number, to: number): void {
    for (const entry of this.#entriesWith(word.bytes)) this.#postings.mark(entry, into, from, to)
    for (const row of this.#renamed) {
      if (row < from || row >= to) continue
      const bit = 1 << (row & 31)
      if (this.isCalled(row, [word])) into[row >> 5]! |= bit
      else into[row >> 5]! &= ~bit
    }
  }

  #markByRows(word: NameWord, set: RowSet, into: Uint32Array): void {
    const { firstName, lastName } = this.#engine
    const hits = this.#hitsOf(word.bytes)
    const isAcross = this.#acrossOf(word.cuts)
    eachRowOf(set, (row) => {
      if ((hits[firstName[row]!]! | hits[lastName[row]!]!) !== 0 || isAcross?.(row)) {
        into[row >> 5]! |= 1 << (row & 31)
      }
    })
  }

  #markRead(words: readonly NameWord[], set: RowSet, into: Uint32Array): void {
    eachRowOf(set, (row) => {
      if (this.isCalled(row, words)) into[row >> 5]! |= 1 << (row & 31)
    })
  }
}

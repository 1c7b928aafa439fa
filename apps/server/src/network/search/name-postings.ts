import type { FiguresEngine } from '../figures-engine.ts'

const ROWS_A_PIECE = 2 ** 14
const NEVER = -1

/**
 * Postings lists: for each entry of the name book the indexed rows that have it as first or last name.
 *
 * The rows of an entry are ascending and stored as distances, 7 bits per byte, lowest first; the high bit says that another
 * byte follows. Most distances take one byte.
 *
 *     rows       4, 134, 135
 *     distances  5, 130, 1          from -1, the row before the first
 *     bytes      05  82 01  01      130 = 0x02 + (0x01 << 7)
 */
export class NamePostings {
  readonly #starts: Uint32Array
  readonly #distances: Uint8Array

  private constructor(starts: Uint32Array, distances: Uint8Array) {
    this.#starts = starts
    this.#distances = distances
  }

  /** Builds the postings of the indexed rows, in slices: a first pass computes the lengths, a second one writes. */
  static *of(engine: FiguresEngine): Generator<void, NamePostings> {
    const entries = engine.names.size
    const starts = new Uint32Array(entries + 1)
    yield* eachDistance(engine, entries, (entry, distance) => {
      starts[entry + 1]! += lengthOf(distance)
    })
    for (let entry = 1; entry <= entries; entry += 1) starts[entry]! += starts[entry - 1]!
    const distances = new Uint8Array(starts[entries]!)
    const ends = starts.slice()
    yield* eachDistance(engine, entries, (entry, distance) => {
      ends[entry] = write(distances, ends[entry]!, distance)
    })
    return new NamePostings(starts, distances)
  }

  get bytes(): number {
    return this.#starts.byteLength + this.#distances.byteLength
  }

  /** The length of an entry's list in bytes: about its number of rows. */
  weightOf(entry: number): number {
    return entry + 1 < this.#starts.length ? this.#starts[entry + 1]! - this.#starts[entry]! : 0
  }

  /** Sets the bits of the rows of [from, to) with this entry; returns how many bits were newly set. */
  mark(entry: number, bits: Uint32Array, from: number, to: number): number {
    if (entry + 1 >= this.#starts.length) return 0
    const distances = this.#distances
    const end = this.#starts[entry + 1]!
    let row = NEVER
    let marked = 0
    for (let at = this.#starts[entry]!; at < end;) {
      let byte = distances[at++]!
      let distance = byte & 0x7f
      for (let shift = 7; byte > 0x7f; shift += 7) {
        byte = distances[at++]!
        distance |= (byte & 0x7f) << shift
      }
      row += distance
      if (row < from) continue
      if (row >= to) break
      const bit = 1 << (row & 31)
      if ((bits[row >> 5]! & bit) !== 0) continue
      bits[row >> 5]! |= bit
      marked += 1
    }
    return marked
  }
}

/** Calls back with each entry of each row and its distance from the entry's previous row, in slices. */
function* eachDistance(
  engine: FiguresEngine,
  entries: number,
  callback: (entry: number, distance: number) => void,
): Generator<void> {
  const last = new Int32Array(entries).fill(NEVER)
  const visit = (entry: number, row: number) => {
    if (entry >= entries) return
    callback(entry, row - last[entry]!)
    last[entry] = row
  }
  for (let start = 0; start < engine.indexed; start += ROWS_A_PIECE) {
    const end = Math.min(engine.indexed, start + ROWS_A_PIECE)
    for (let row = start; row < end; row += 1) {
      const first = engine.firstName[row]!
      const second = engine.lastName[row]!
      visit(first, row)
      if (second !== first) visit(second, row)
    }
    yield
  }
}

function lengthOf(distance: number): number {
  let length = 1
  for (let rest = distance >>> 7; rest > 0; rest >>>= 7) length += 1
  return length
}

/** Writes a distance; returns the position behind it. */
function write(bytes: Uint8Array, at: number, distance: number): number {
  let rest = distance
  let end = at
  for (; rest > 0x7f; rest >>>= 7) bytes[end++] = (rest & 0x7f) | 0x80
  bytes[end++] = rest
  return end
}

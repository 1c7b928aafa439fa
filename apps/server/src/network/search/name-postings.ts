import type { FiguresEngine } from '../figures-engine.ts'

const ROWS_A_PIECE = 2 ** 14
const NEVER = -1

/** In which indexed rows each entry of the name book occurs: the rows of an entry in order, as distances of 7 bits a byte. */
export class NamePostings {
  readonly #starts: Uint32Array
  readonly #distances: Uint8Array

  private constructor(starts: Uint32Array, distances: Uint8Array) {
    this.#starts = starts
    this.#distances = distances
  }

  /** The postings of the rows in the index, made in pieces. */
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

  /** About how many rows an entry has. */
  weightOf(entry: number): number {
    return entry + 1 < this.#starts.length ? this.#starts[entry + 1]! - this.#starts[entry]! : 0
  }

  /** Set the bits of the rows from `from` to before `to` that have this entry. Answers how many were not set. */
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

/** How far the rows of each entry are apart, row by row, in pieces. */
function* eachDistance(
  engine: FiguresEngine,
  entries: number,
  tell: (entry: number, distance: number) => void,
): Generator<void> {
  const last = new Int32Array(entries).fill(NEVER)
  const tellOf = (entry: number, row: number) => {
    if (entry >= entries) return
    tell(entry, row - last[entry]!)
    last[entry] = row
  }
  for (let start = 0; start < engine.indexed; start += ROWS_A_PIECE) {
    const end = Math.min(engine.indexed, start + ROWS_A_PIECE)
    for (let row = start; row < end; row += 1) {
      const first = engine.firstName[row]!
      const second = engine.lastName[row]!
      tellOf(first, row)
      if (second !== first) tellOf(second, row)
    }
    yield
  }
}

function lengthOf(distance: number): number {
  let length = 1
  for (let rest = distance >>> 7; rest > 0; rest >>>= 7) length += 1
  return length
}

/** Answers where the next one goes. */
function write(bytes: Uint8Array, at: number, distance: number): number {
  let rest = distance
  let end = at
  for (; rest > 0x7f; rest >>>= 7) bytes[end++] = (rest & 0x7f) | 0x80
  bytes[end++] = rest
  return end
}

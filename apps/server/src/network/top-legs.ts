import { grown } from './columns.ts'
import { slotHash } from './row-map.ts'

const NONE = -1
const FREE = -1
/** In a row's first place: all its legs are invalid and must be raised again. */
const FORGOTTEN = -2

/** Turnovers by row. A leg's turnover is the own plus the team turnover of its first row. Units: cents. */
export type Turnovers = { readonly own: Float64Array; readonly team: Float64Array }

/**
 * Caches the largest legs of rows with many children: `kept` children per row, largest leg first. The order of ties does
 * not matter, since the 50 % rule only uses the turnovers.
 *
 * A hash table by row with open addressing. Row and legs are stored side by side, so that a lookup reads one cache line.
 *
 * When a leg shrinks, any other leg may become larger than it. The legs of that row are then marked as forgotten, and
 * computed again at the next read.
 */
export class TopLegs {
  readonly #kept: number
  /** Numbers per slot: the row and its children. */
  readonly #width: number
  /** A bit per row: whether it is in the table. A bit is faster to read than a slot. */
  #bits = new Uint32Array(0)
  #table: Int32Array
  #slots = 16
  #size = 0

  constructor(kept: number) {
    this.#kept = kept
    this.#width = kept + 1
    this.#table = new Int32Array(this.#slots * this.#width).fill(FREE)
  }

  get bytes(): number {
    return this.#bits.byteLength + this.#table.byteLength
  }

  /** Whether the row is in the table. All other methods require it. */
  keeps(row: number): boolean {
    return ((this.#bits[row >>> 5]! >>> (row & 31)) & 1) !== 0
  }

  /** Whether the row's legs are invalid: the caller clears them and raises all children before reading. */
  areForgotten(row: number): boolean {
    return this.#table[this.#firstOf(row)] === FORGOTTEN
  }

  /** The child with the `place`-th largest leg, counted from 0; -1 for none. */
  child(row: number, place: number): number {
    return this.#table[this.#firstOf(row) + place]!
  }

  /** Writes the turnovers of the largest legs into the caller's array. */
  read(row: number, { own, team }: Turnovers, into: Float64Array): void {
    const first = this.#firstOf(row)
    for (let place = 0; place < into.length; place += 1) {
      const child = this.#table[first + place]!
      into[place] = child === NONE ? 0 : own[child]! + team[child]!
    }
  }

  /** Updates the row after a leg has changed by `cents`. */
  move(row: number, child: number, turnovers: Turnovers, cents: number): void {
    if (cents > 0) this.raise(row, child, turnovers)
    else if (cents < 0) this.#lower(row, child, turnovers)
  }

  #lower(row: number, child: number, { own, team }: Turnovers): void {
    const children = this.#table
    const first = this.#firstOf(row)
    const place = children.subarray(first, first + this.#kept).indexOf(child)
    if (place < 0) return
    // Behind the last kept leg any other leg may be larger now.
    const next = place + 1 < this.#kept ? children[first + place + 1]! : child
    if (next === NONE) return
    const stays = next !== child && own[child]! + team[child]! >= own[next]! + team[next]!
    if (!stays) children[first] = FORGOTTEN
  }

  /** Adds the row, or empties it. The caller then raises all its children. */
  clear(row: number): void {
    if (!this.keeps(row)) this.#add(row)
    const first = this.#firstOf(row)
    this.#table.fill(NONE, first, first + this.#kept)
  }

  /** Moves a leg that is new or has grown to its place among the largest. */
  raise(row: number, child: number, { own, team }: Turnovers): void {
    const children = this.#table
    const first = this.#firstOf(row)
    if (children[first] === child || children[first] === FORGOTTEN) return
    const turnover = own[child]! + team[child]!
    const last = first + this.#kept - 1
    let place = first
    while (place < last && children[place] !== child && children[place] !== NONE) place += 1
    const holder = children[place]!
    if (holder !== child && holder !== NONE && own[holder]! + team[holder]! >= turnover) return
    for (; place > first; place -= 1) {
      const smaller = children[place - 1]!
      if (own[smaller]! + team[smaller]! >= turnover) break
      children[place] = smaller
    }
    children[place] = child
  }

  #add(row: number): void {
    if ((this.#size + 1) * 4 > this.#slots * 3) this.#grow()
    this.#table[this.#slotOf(row)] = row
    this.#size += 1
    if (row >>> 5 >= this.#bits.length) this.#bits = grown(this.#bits, (row >>> 5) * 2 + 1)
    this.#bits[row >>> 5]! |= 1 << (row & 31)
  }

  /** The offset of the row's first child in the table. */
  #firstOf(row: number): number {
    return this.#slotOf(row) + 1
  }

  /** The offset of the row's slot, or of the free slot for it. */
  #slotOf(row: number): number {
    const table = this.#table
    const mask = this.#slots - 1
    let slot = slotHash(row) & mask
    while (table[slot * this.#width] !== row && table[slot * this.#width] !== FREE) {
      slot = (slot + 1) & mask
    }
    return slot * this.#width
  }

  #grow(): void {
    const table = this.#table
    this.#slots *= 2
    this.#table = new Int32Array(this.#slots * this.#width).fill(FREE)
    for (let at = 0; at < table.length; at += this.#width) {
      const row = table[at]!
      if (row !== FREE) this.#table.set(table.subarray(at, at + this.#width), this.#slotOf(row))
    }
  }
}

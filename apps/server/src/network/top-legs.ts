import { grown } from './columns.ts'
import { slotHash } from './row-map.ts'

const NONE = -1
const FREE = -1
/** In the first place: all of them. */
const FORGOTTEN = -2

/** The turnover of a leg is the own and the team turnover of the child it begins with. Units: cents. */
export type Turnovers = { readonly own: Float64Array; readonly team: Float64Array }

/**
 * Whose legs are the largest, for the rows that have too many children to look at each time: `kept` children a row,
 * largest leg first. Ties keep their order: the 50 % rule only sees the turnovers.
 *
 * A table by row, with open addressing: everything of a row stands together, so that looking it up is one read of memory.
 *
 * A leg that shrinks may make room for any other: the legs of its row are then forgotten until somebody reads them.
 */
export class TopLegs {
  readonly #kept: number
  /** How many numbers a slot has: the row, and its children. */
  readonly #width: number
  /** Which rows are in the table: a bit is nearer than a slot. */
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

  /** Whether the legs of a row are kept here. Nothing else may be asked about other rows. */
  keeps(row: number): boolean {
    return ((this.#bits[row >>> 5]! >>> (row & 31)) & 1) !== 0
  }

  /** Whether the legs of a row must be raised again, one by one, before they are read. */
  areForgotten(row: number): boolean {
    return this.#table[this.#firstOf(row)] === FORGOTTEN
  }

  /** The child with the `place`-th largest leg, from 0; -1 for none. */
  child(row: number, place: number): number {
    return this.#table[this.#firstOf(row) + place]!
  }

  /** The turnovers of the largest legs, into a place of the caller's. */
  read(row: number, { own, team }: Turnovers, into: Float64Array): void {
    const first = this.#firstOf(row)
    for (let place = 0; place < into.length; place += 1) {
      const child = this.#table[first + place]!
      into[place] = child === NONE ? 0 : own[child]! + team[child]!
    }
  }

  /** A leg has grown or shrunk. Units: cents. */
  move(row: number, child: number, turnovers: Turnovers, cents: number): void {
    if (cents > 0) this.raise(row, child, turnovers)
    else if (cents < 0) this.#lower(row, child, turnovers)
  }

  #lower(row: number, child: number, { own, team }: Turnovers): void {
    const children = this.#table
    const first = this.#firstOf(row)
    const place = children.subarray(first, first + this.#kept).indexOf(child)
    if (place < 0) return
    // Behind the last one may be any other leg.
    const next = place + 1 < this.#kept ? children[first + place + 1]! : child
    if (next === NONE) return
    const stays = next !== child && own[child]! + team[child]! >= own[next]! + team[next]!
    if (!stays) children[first] = FORGOTTEN
  }

  /** Make room for the legs of a row, all of which are raised next, one by one. */
  clear(row: number): void {
    if (!this.keeps(row)) this.#add(row)
    const first = this.#firstOf(row)
    this.#table.fill(NONE, first, first + this.#kept)
  }

  /** A leg that is new or has grown takes its place among the largest. */
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

  /** Where in the table the children of a row begin. */
  #firstOf(row: number): number {
    return this.#slotOf(row) + 1
  }

  /** Where in the table the slot of a row begins, or the free one where it belongs. */
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

import type { BestRows } from './best-rows.ts'
import { eachRow, type RowSet } from './row-bits.ts'
import { BLOCK_ROWS, type Bounds, LEVEL_BITS, type Zones } from './zones.ts'

const TOP_LEVEL = LEVEL_BITS.length - 1
/** What waits is numbered by its place among the bounds of its level, and by the level in the lowest bits. */
const BITS_OF_A_LEVEL = 2
const LEVEL_MASK = 2 ** BITS_OF_A_LEVEL - 1

/** Blocks, and blocks of them, that wait to be looked at, the one whose first row may come first on top. */
class Waiting {
  readonly #keys: number[] = []
  readonly #ids: number[] = []
  readonly #places: number[] = []

  get size(): number {
    return this.#places.length
  }

  push(key: number, id: number, place: number): void {
    let at = this.#places.length
    this.#put(at, key, id, place)
    while (at > 0) {
      const above = (at - 1) >> 1
      if (!isBefore(key, id, this.#keys[above]!, this.#ids[above]!)) break
      this.#move(above, at)
      at = above
    }
    this.#put(at, key, id, place)
  }

  /** Whether nothing that waits can have a row among the best. */
  areBehind(best: BestRows): boolean {
    return this.size === 0 || best.isBehind(this.#keys[0]!, this.#ids[0]!)
  }

  shift(): number {
    const first = this.#places[0]!
    const key = this.#keys.pop()!
    const id = this.#ids.pop()!
    const place = this.#places.pop()!
    const { size } = this
    if (size === 0) return first
    let at = 0
    for (let child = 1; child < size; child = at * 2 + 1) {
      const right = child + 1
      if (right < size && this.#comesBefore(right, child)) child = right
      if (!isBefore(this.#keys[child]!, this.#ids[child]!, key, id)) break
      this.#move(child, at)
      at = child
    }
    this.#put(at, key, id, place)
    return first
  }

  #comesBefore(a: number, b: number): boolean {
    return isBefore(this.#keys[a]!, this.#ids[a]!, this.#keys[b]!, this.#ids[b]!)
  }

  #move(from: number, to: number): void {
    this.#put(to, this.#keys[from]!, this.#ids[from]!, this.#places[from]!)
  }

  #put(at: number, key: number, id: number, place: number): void {
    this.#keys[at] = key
    this.#ids[at] = id
    this.#places[at] = place
  }
}

const isBefore = (key: number, id: number, otherKey: number, otherId: number): boolean =>
  key < otherKey || (key === otherKey && id < otherId)

/** Out of so many blocks one is looked at in the order of its bounds; where more are needed, all are, one after the other. */
const BLOCKS_A_LOOK = 6
const FEWEST_LOOKS = 32

/**
 * Offers the rows of a set block by block and leaves those blocks out of which no row can be among the best any more.
 *
 * Where rows are many, the most promising block comes first, until nearly all turn out to be needed.
 */
export class BlockOffers {
  readonly #best: BestRows
  readonly #set: RowSet
  readonly #isDescending: boolean
  readonly #zones: Zones
  readonly #waiting = new Waiting()
  readonly #offered = new Set<number>()
  #isDense = false
  /** The rows of all blocks that have been looked at. */
  visited = 0

  constructor(best: BestRows, set: RowSet, isDescending: boolean, zones: Zones) {
    this.#best = best
    this.#set = set
    this.#isDescending = isDescending
    this.#zones = zones
  }

  mostPromisingFirst(): void {
    this.#isDense = true
    const { from, to } = this.#set
    this.#await(TOP_LEVEL, from, to)
    const looks = Math.max(FEWEST_LOOKS, (to - from) / BLOCK_ROWS / BLOCKS_A_LOOK)
    while (!this.#waiting.areBehind(this.#best)) {
      if (this.#offered.size > looks) return this.oneAfterTheOther()
      const first = this.#waiting.shift()
      const at = first >> BITS_OF_A_LEVEL
      const level = first & LEVEL_MASK
      if (level > 0) this.#open(level, at)
      else {
        this.#offered.add(at)
        this.#offer(at)
      }
    }
  }

  oneAfterTheOther(): void {
    const { from, to } = this.#set
    const blocks = this.#zones.levels[0]!
    const end = Math.ceil(to / BLOCK_ROWS)
    for (let block = Math.floor(from / BLOCK_ROWS); block < end; block += 1) {
      if (this.#isBehind(blocks, block) || this.#offered.has(block)) continue
      this.#offer(block)
    }
  }

  /** The blocks that a block of the level above is made of wait instead of it. */
  #open(level: number, at: number): void {
    const { from, to } = this.#set
    const start = at * 2 ** LEVEL_BITS[level]!
    const end = start + 2 ** LEVEL_BITS[level]!
    this.#await(level - 1, Math.max(from, start), Math.min(to, end))
  }

  /** All of a level that have rows of [from, to). */
  #await(level: number, from: number, to: number): void {
    const bits = LEVEL_BITS[level]!
    const bounds = this.#zones.levels[level]!
    for (let at = from >> bits; at <= (to - 1) >> bits; at += 1) {
      if (this.#isBehind(bounds, at)) continue
      const place = (at << BITS_OF_A_LEVEL) | level
      this.#waiting.push(this.#keyOf(bounds, at), this.#idOf(bounds, at), place)
    }
  }

  #isBehind(bounds: Bounds, at: number): boolean {
    return this.#best.isBehind(this.#keyOf(bounds, at), this.#idOf(bounds, at))
  }

  #keyOf(bounds: Bounds, at: number): number {
    return this.#isDescending ? -bounds.high(at) : bounds.low(at)
  }

  #idOf(bounds: Bounds, at: number): number {
    return this.#isDescending ? bounds.idOfHigh(at) : bounds.idOfLow(at)
  }

  #offer(block: number): void {
    this.visited += BLOCK_ROWS
    const start = Math.max(this.#set.from, block * BLOCK_ROWS)
    const end = Math.min(this.#set.to, (block + 1) * BLOCK_ROWS)
    const { bits } = this.#set
    if (bits === null) this.#best.offerInterval(start, end)
    else if (this.#isDense) this.#best.offerMarked(start, end, bits)
    else eachRow(bits, start, end, (row) => this.#best.offer(row))
  }
}

import type { BestRows } from './best-rows.ts'
import { eachRow, type RowSet } from './row-bits.ts'
import { BLOCK_ROWS, type Bounds, LEVEL_BITS, type Zones } from './zones.ts'

const TOP_LEVEL = LEVEL_BITS.length - 1
/** A queued block is numbered by its place in its level, with the level in the lowest bits. */
const BITS_OF_A_LEVEL = 2
const LEVEL_MASK = 2 ** BITS_OF_A_LEVEL - 1

/** A priority queue of blocks of all levels: the block with the best possible first row on top. */
class BlockQueue {
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

  /** Whether no queued block can contain a row that belongs to the best. */
  isBehind(best: BestRows): boolean {
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

/** If more than one block in six turns out to be needed, reading all blocks in sequence is faster than by bounds. */
const BLOCKS_A_LOOK = 6
const FEWEST_LOOKS = 32

/**
 * Offers the rows of a set block by block to `best`, and skips blocks whose bounds prove that no row can be among the best.
 *
 * For many matching rows, `mostPromisingFirst` is a best-first search over three levels of blocks (256, 2,048 and 16,384
 * rows), whose `Zones` know the lowest and highest value and the lowest id with it:
 *
 *     queue = top-level blocks that intersect the set
 *     while queue and its first block may still beat the last row in `best`:
 *       take the first block
 *       level > 0:  queue its 8 sub-blocks that may still beat it
 *       level 0:    offer its rows to `best`
 *
 * Example: the first 20 by turnover, descending. The block with the highest turnover is read first; after a few blocks the
 * 20th best is known, and every block whose highest turnover is lower is never read.
 */
export class BlockOffers {
  readonly #best: BestRows
  readonly #set: RowSet
  readonly #isDescending: boolean
  readonly #zones: Zones
  readonly #queue = new BlockQueue()
  readonly #offered = new Set<number>()
  #isDense = false
  /** The number of rows in all blocks read so far. */
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
    this.#enqueue(TOP_LEVEL, from, to)
    const looks = Math.max(FEWEST_LOOKS, (to - from) / BLOCK_ROWS / BLOCKS_A_LOOK)
    while (!this.#queue.isBehind(this.#best)) {
      if (this.#offered.size > looks) return this.oneAfterTheOther()
      const first = this.#queue.shift()
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

  /** Queues the sub-blocks of a block. */
  #open(level: number, at: number): void {
    const { from, to } = this.#set
    const start = at * 2 ** LEVEL_BITS[level]!
    const end = start + 2 ** LEVEL_BITS[level]!
    this.#enqueue(level - 1, Math.max(from, start), Math.min(to, end))
  }

  /** Queues the blocks of a level that contain rows of [from, to) and may contain one of the best. */
  #enqueue(level: number, from: number, to: number): void {
    const bits = LEVEL_BITS[level]!
    const bounds = this.#zones.levels[level]!
    for (let at = from >> bits; at <= (to - 1) >> bits; at += 1) {
      if (this.#isBehind(bounds, at)) continue
      const place = (at << BITS_OF_A_LEVEL) | level
      this.#queue.push(this.#keyOf(bounds, at), this.#idOf(bounds, at), place)
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

import type { BestRows } from './best-rows.ts'
import { type RowSet, wordWithin } from './row-bits.ts'
import { BLOCK_ROWS, SUPER_ROWS, type Zones } from './zones.ts'

const BLOCKS_A_SUPER = SUPER_ROWS / BLOCK_ROWS

/** What bounds the keys and the ids of blocks. */
export type OrderZones = { readonly values: Zones; readonly ids: Zones }

/** Blocks that wait to be looked at, the one whose first row may come first on top. */
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

  first(): { key: number; id: number; place: number } {
    return { key: this.#keys[0]!, id: this.#ids[0]!, place: this.#places[0]! }
  }

  shift(): void {
    const [key, id, place] = [this.#keys.pop()!, this.#ids.pop()!, this.#places.pop()!]
    const { size } = this
    if (size === 0) return
    let at = 0
    for (let child = 1; child < size; child = at * 2 + 1) {
      const right = child + 1
      if (right < size && this.#comesBefore(right, child)) child = right
      if (!isBefore(this.#keys[child]!, this.#ids[child]!, key, id)) break
      this.#move(child, at)
      at = child
    }
    this.#put(at, key, id, place)
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

/**
 * Offer the rows of a set block by block, the most promising block first, until no other can have a row among the best.
 *
 * Answers false when it has given up, because hardly any block could be left out: then not all rows have been offered.
 */
export function offerBestFirst(
  best: BestRows,
  isDescending: boolean,
  zones: OrderZones,
  set: RowSet,
): boolean {
  const waiting = new Waiting()
  const keyOf = (bounds: Zones['blocks'], at: number) =>
    isDescending ? -bounds.high(at) : bounds.low(at)
  const lastSuper = Math.floor((set.to - 1) / SUPER_ROWS)
  for (let at = Math.floor(set.from / SUPER_ROWS); at <= lastSuper; at += 1) {
    waiting.push(keyOf(zones.values.supers, at), zones.ids.supers.low(at), ~at)
  }

  let left = Math.max(32, (set.to - set.from) / BLOCK_ROWS / 6)
  while (waiting.size > 0) {
    const { key, id, place } = waiting.first()
    if (best.isBehind(key, id)) return true
    waiting.shift()
    if (place >= 0) {
      if (offerBlock(best, place, set)) left -= 1
      if (left < 0) return false
      continue
    }
    const end = Math.min((~place + 1) * BLOCKS_A_SUPER, zones.values.blocks.length)
    for (let block = ~place * BLOCKS_A_SUPER; block < end; block += 1) {
      if ((block + 1) * BLOCK_ROWS <= set.from || block * BLOCK_ROWS >= set.to) continue
      const blockKey = keyOf(zones.values.blocks, block)
      const blockId = zones.ids.blocks.low(block)
      if (!best.isBehind(blockKey, blockId)) waiting.push(blockKey, blockId, block)
    }
  }
  return true
}

/** Answers whether the block had any row of the set. */
function offerBlock(best: BestRows, block: number, { from, to, bits }: RowSet): boolean {
  const start = Math.max(from, block * BLOCK_ROWS)
  const end = Math.min(to, (block + 1) * BLOCK_ROWS)
  if (bits === null) {
    best.offerInterval(start, end)
    return true
  }
  let hasRows = false
  for (let word = start >> 5; word <= (end - 1) >> 5; word += 1) {
    let rest = wordWithin(bits, word, start, end)
    hasRows ||= rest !== 0
    while (rest !== 0) {
      const bit = rest & -rest
      best.offer((word << 5) + 31 - Math.clz32(bit))
      rest ^= bit
    }
  }
  return hasRows
}

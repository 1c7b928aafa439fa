import type { Values } from './zones.ts'

/** In which order rows come: by a column, ties by id ascending in both directions. */
export type RowOrder = {
  readonly values: Values
  readonly ids: Values
  readonly isDescending: boolean
}

/**
 * The first rows of an order among those offered, a fixed number of them: a heap with the last one on top.
 *
 * Source: decisions D-066.
 */
export class BestRows {
  readonly #order: RowOrder
  readonly #values: Values
  readonly #ids: Values
  readonly #sign: number
  readonly #most: number
  readonly #rows: number[] = []
  readonly #keys: number[] = []
  /** The key and the id of the last row held, once there are enough. */
  #lastKey = Number.POSITIVE_INFINITY
  #lastId = Number.POSITIVE_INFINITY

  constructor(order: RowOrder, most: number) {
    this.#order = order
    this.#values = order.values
    this.#ids = order.ids
    this.#sign = order.isDescending ? -1 : 1
    this.#most = most
  }

  /** Whether something of this key and id would come after all that is held. Keys are values, their sign turned if descending. */
  isBehind(key: number, id: number): boolean {
    return key > this.#lastKey || (key === this.#lastKey && id > this.#lastId)
  }

  offer(row: number): void {
    const key = this.#values[row]! * this.#sign
    if (key < this.#lastKey || (key === this.#lastKey && this.#ids[row]! < this.#lastId)) {
      this.#take(row, key)
    }
  }

  /** All rows from `from` to before `to`. */
  offerInterval(from: number, to: number): void {
    const values = this.#values
    const ids = this.#ids
    const sign = this.#sign
    let lastKey = this.#lastKey
    let lastId = this.#lastId
    for (let row = from; row < to; row += 1) {
      const key = values[row]! * sign
      if (key > lastKey || (key === lastKey && ids[row]! > lastId)) continue
      this.#take(row, key)
      lastKey = this.#lastKey
      lastId = this.#lastId
    }
  }

  /** Those of them that a bit is set for, where most rows have one: comparing keys first leaves most bits unread. */
  offerMarked(from: number, to: number, bits: Uint32Array): void {
    const values = this.#values
    const ids = this.#ids
    const sign = this.#sign
    for (let row = from; row < to; row += 1) {
      const key = values[row]! * sign
      if (key > this.#lastKey || (key === this.#lastKey && ids[row]! > this.#lastId)) continue
      if (((bits[row >> 5]! >>> (row & 31)) & 1) !== 0) this.#take(row, key)
    }
  }

  #take(row: number, key: number): void {
    const size = this.#rows.length
    if (size < this.#most) {
      this.#rows.push(row)
      this.#keys.push(key)
      this.#raise(size)
      if (size + 1 < this.#most) return
    } else {
      this.#rows[0] = row
      this.#keys[0] = key
      this.#sink()
    }
    this.#lastKey = this.#keys[0]!
    this.#lastId = this.#ids[this.#rows[0]!]!
  }

  /** The rows held, in order. */
  sorted(): number[] {
    return inOrder(this.#rows, this.#order)
  }

  #comesAfter(a: number, b: number): boolean {
    const [keyA, keyB] = [this.#keys[a]!, this.#keys[b]!]
    if (keyA !== keyB) return keyA > keyB
    return this.#ids[this.#rows[a]!]! > this.#ids[this.#rows[b]!]!
  }

  #raise(place: number): void {
    for (let at = place; at > 0;) {
      const above = (at - 1) >> 1
      if (!this.#comesAfter(at, above)) return
      this.#swap(at, above)
      at = above
    }
  }

  #sink(): void {
    const size = this.#rows.length
    for (let at = 0; ;) {
      const left = at * 2 + 1
      if (left >= size) return
      const right = left + 1
      const last = right < size && this.#comesAfter(right, left) ? right : left
      if (!this.#comesAfter(last, at)) return
      this.#swap(at, last)
      at = last
    }
  }

  #swap(a: number, b: number): void {
    const [row, key] = [this.#rows[a]!, this.#keys[a]!]
    this.#rows[a] = this.#rows[b]!
    this.#keys[a] = this.#keys[b]!
    this.#rows[b] = row
    this.#keys[b] = key
  }
}

/** Some rows in their order. */
export function inOrder(
  rows: readonly number[],
  { values, ids, isDescending }: RowOrder,
): number[] {
  const sign = isDescending ? -1 : 1
  return rows.toSorted((a, b) => sign * (values[a]! - values[b]!) || ids[a]! - ids[b]!)
}

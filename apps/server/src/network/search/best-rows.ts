import type { Values } from './zones.ts'

/** Sort order: one column; ties by ascending id in both directions. */
export type RowOrder = {
  readonly values: Values
  readonly ids: Values
  readonly isDescending: boolean
}

/**
 * Keeps the first `most` rows of an order among all rows offered: a binary heap with the last of them on top, which the
 * next better row replaces.
 *
 * Source: decisions D-066.
 */
export class BestRows {
  readonly #order: RowOrder
  readonly #sign: number
  readonly #most: number
  readonly #rows: number[] = []
  readonly #keys: number[] = []
  readonly #ids: number[] = []
  /** The key and the id of the last kept row; infinite until `most` rows are kept. */
  #lastKey = Number.POSITIVE_INFINITY
  #lastId = Number.POSITIVE_INFINITY

  constructor(order: RowOrder, most: number) {
    this.#order = order
    this.#sign = order.isDescending ? -1 : 1
    this.#most = most
  }

  /** Whether a row with this key and id comes after all kept rows. Keys are values, negated if descending. */
  isBehind(key: number, id: number): boolean {
    return key > this.#lastKey || (key === this.#lastKey && id > this.#lastId)
  }

  offer(row: number): void {
    const key = this.#order.values[row]! * this.#sign
    if (key > this.#lastKey) return
    const id = this.#order.ids[row]!
    if (key < this.#lastKey || id < this.#lastId) this.#take(row, key, id)
  }

  /** Offers the rows [from, to). */
  offerInterval(from: number, to: number): void {
    for (let row = from; row < to; row += 1) this.offer(row)
  }

  /** Offers the rows of [from, to) whose bits are set. For dense bits: comparing keys first avoids reading most bits. */
  offerMarked(from: number, to: number, bits: Uint32Array): void {
    const { values } = this.#order
    const sign = this.#sign
    for (let row = from; row < to; row += 1) {
      if (values[row]! * sign > this.#lastKey) continue
      if (((bits[row >> 5]! >>> (row & 31)) & 1) !== 0) this.offer(row)
    }
  }

  #take(row: number, key: number, id: number): void {
    const size = this.#rows.length
    if (size < this.#most) this.#raise(row, key, id)
    else this.#sink(row, key, id)
    if (size + 1 < this.#most) return
    this.#lastKey = this.#keys[0]!
    this.#lastId = this.#ids[0]!
  }

  /** The kept rows, sorted. */
  sorted(): number[] {
    return inOrder(this.#rows, this.#order)
  }

  /** Adds a row at the bottom of the heap and moves it up. */
  #raise(row: number, key: number, id: number): void {
    let at = this.#rows.length
    while (at > 0) {
      const above = (at - 1) >> 1
      if (!comesAfter(key, id, this.#keys[above]!, this.#ids[above]!)) break
      this.#put(at, this.#rows[above]!, this.#keys[above]!, this.#ids[above]!)
      at = above
    }
    this.#put(at, row, key, id)
  }

  /** Replaces the last row on top of the heap and moves the new row down. */
  #sink(row: number, key: number, id: number): void {
    const [keys, ids] = [this.#keys, this.#ids]
    const size = keys.length
    let at = 0
    for (let child = 1; child < size; child = at * 2 + 1) {
      const right = child + 1
      if (right < size && comesAfter(keys[right]!, ids[right]!, keys[child]!, ids[child]!)) {
        child = right
      }
      if (!comesAfter(keys[child]!, ids[child]!, key, id)) break
      this.#put(at, this.#rows[child]!, keys[child]!, ids[child]!)
      at = child
    }
    this.#put(at, row, key, id)
  }

  #put(at: number, row: number, key: number, id: number): void {
    this.#rows[at] = row
    this.#keys[at] = key
    this.#ids[at] = id
  }
}

const comesAfter = (key: number, id: number, otherKey: number, otherId: number): boolean =>
  key > otherKey || (key === otherKey && id > otherId)

/** Sorts rows. */
export function inOrder(
  rows: readonly number[],
  { values, ids, isDescending }: RowOrder,
): number[] {
  const sign = isDescending ? -1 : 1
  return rows.toSorted((a, b) => sign * (values[a]! - values[b]!) || ids[a]! - ids[b]!)
}

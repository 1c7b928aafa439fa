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
  readonly #sign: number
  readonly #most: number
  readonly #rows: number[] = []
  readonly #keys: number[] = []
  readonly #ids: number[] = []
  /** The key and the id of the last row held, once there are enough. */
  #lastKey = Number.POSITIVE_INFINITY
  #lastId = Number.POSITIVE_INFINITY

  constructor(order: RowOrder, most: number) {
    this.#order = order
    this.#sign = order.isDescending ? -1 : 1
    this.#most = most
  }

  /** Whether something of this key and id would come after all that is held. Keys are values, their sign turned if descending. */
  isBehind(key: number, id: number): boolean {
    return key > this.#lastKey || (key === this.#lastKey && id > this.#lastId)
  }

  offer(row: number): void {
    const key = this.#order.values[row]! * this.#sign
    if (key > this.#lastKey) return
    const id = this.#order.ids[row]!
    if (key < this.#lastKey || id < this.#lastId) this.#take(row, key, id)
  }

  /** All rows from `from` to before `to`. */
  offerInterval(from: number, to: number): void {
    for (let row = from; row < to; row += 1) this.offer(row)
  }

  /** Those of them that a bit is set for, where most rows have one: comparing keys first leaves most bits unread. */
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

  /** The rows held, in order. */
  sorted(): number[] {
    return inOrder(this.#rows, this.#order)
  }

  /** In at the bottom, and up past those that come before. */
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

  /** In at the top instead of the last one, and down past those that come after. */
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

/** Some rows in their order. */
export function inOrder(
  rows: readonly number[],
  { values, ids, isDescending }: RowOrder,
): number[] {
  const sign = isDescending ? -1 : 1
  return rows.toSorted((a, b) => sign * (values[a]! - values[b]!) || ids[a]! - ids[b]!)
}

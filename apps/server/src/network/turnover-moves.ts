import type { Measure } from './measure.ts'

/** Bits of the row per pass of the radix sort. */
const DIGIT_BITS = 12
const DIGITS = 2 ** DIGIT_BITS

/**
 * Adds up many orders and cancellations at once, so that each ancestor changes once instead of once per order.
 *
 * Rows are in preorder and processed from the last to the first, so descendants come before their ancestors:
 *
 *     for each move, highest row first:
 *       settle all waiting rows behind the move's row   (no later move can be below them)
 *       add the move's cents to its row, which waits on a stack
 *     settle(row): add its sums to the columns, then pass own + team on to its parent, which waits as well
 * *
 * Units: cents and milliseconds.
 */
export class TurnoverMoves {
  #size = 0
  readonly #rows: Int32Array
  readonly #paidAt: Float64Array
  readonly #cents: Float64Array
  /** Indexes of the moves, sorted by row after `sort`. */
  #places: Int32Array
  #spare: Int32Array
  /** The stack of rows that wait for moves below them, each row a descendant of the one before, with their sums so far. */
  readonly #waiting: Int32Array
  readonly #own: Float64Array
  readonly #team: Float64Array
  #last = -1

  constructor(most: number) {
    this.#rows = new Int32Array(most)
    this.#paidAt = new Float64Array(most)
    this.#cents = new Float64Array(most)
    this.#places = new Int32Array(most)
    this.#spare = new Int32Array(most)
    this.#waiting = new Int32Array(most + 1)
    this.#own = new Float64Array(most + 1)
    this.#team = new Float64Array(most + 1)
  }

  add(row: number, paidAt: number, cents: number): void {
    const at = this.#size++
    this.#rows[at] = row
    this.#paidAt[at] = paidAt
    this.#cents[at] = cents
  }

  /** Sorts the moves by row with a radix sort. All rows are less than `rows`. */
  sort(rows: number): void {
    for (let at = 0; at < this.#size; at += 1) this.#places[at] = at
    for (let shift = 0; rows >>> shift > 0; shift += DIGIT_BITS) this.#sortBy(shift)
  }

  #sortBy(shift: number): void {
    const rows = this.#rows
    const [from, to] = [this.#places, this.#spare]
    const ends = new Int32Array(DIGITS + 1)
    for (let at = 0; at < this.#size; at += 1)
      ends[((rows[at]! >>> shift) & (DIGITS - 1)) + 1]! += 1
    for (let digit = 1; digit <= DIGITS; digit += 1) ends[digit]! += ends[digit - 1]!
    for (let at = 0; at < this.#size; at += 1) {
      const place = from[at]!
      to[ends[(rows[place]! >>> shift) & (DIGITS - 1)]!++] = place
    }
    ;[this.#places, this.#spare] = [to, from]
  }

  /** Applies the moves to the turnovers and largest legs of one measure, and to `flTurnover` unless it is null. */
  rollUp(measure: Measure, parent: Int32Array, flTurnover: Float64Array | null): void {
    for (let at = this.#size - 1; at >= 0; at -= 1) {
      const place = this.#places[at]!
      if (this.#paidAt[place]! < measure.start) continue
      const row = this.#rows[place]!
      this.#settle(row, measure, parent, flTurnover)
      this.#wait(row, this.#cents[place]!, 0)
    }
    this.#settle(-1, measure, parent, flTurnover)
  }

  /** Settles the waiting rows behind `row`, to which no further move can be added. */
  #settle(
    row: number,
    measure: Measure,
    parent: Int32Array,
    flTurnover: Float64Array | null,
  ): void {
    const { own, team, legs } = measure
    while (this.#last >= 0 && this.#waiting[this.#last]! > row) {
      const settled = this.#waiting[this.#last]!
      const ownCents = this.#own[this.#last]!
      const teamCents = this.#team[this.#last]!
      this.#last -= 1
      own[settled]! += ownCents
      team[settled]! += teamCents
      const above = parent[settled]!
      if (above < 0) continue
      if (flTurnover !== null) flTurnover[above]! += ownCents
      if (legs.keeps(above)) legs.move(above, settled, measure, ownCents + teamCents)
      this.#wait(above, 0, ownCents + teamCents)
    }
  }

  #wait(row: number, ownCents: number, teamCents: number): void {
    if (this.#last < 0 || this.#waiting[this.#last] !== row) {
      this.#last += 1
      this.#waiting[this.#last] = row
      this.#own[this.#last] = 0
      this.#team[this.#last] = 0
    }
    this.#own[this.#last]! += ownCents
    this.#team[this.#last]! += teamCents
  }

  /** Calls back for every move, sorted by row, and removes all. */
  take(tell: (row: number, cents: number) => void): void {
    for (let at = 0; at < this.#size; at += 1) {
      const place = this.#places[at]!
      tell(this.#rows[place]!, this.#cents[place]!)
    }
    this.#size = 0
  }
}

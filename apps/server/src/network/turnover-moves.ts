import type { Measure } from './measure.ts'

/** So many bits of the row are looked at in one round of sorting. */
const DIGIT_BITS = 12
const DIGITS = 2 ** DIGIT_BITS

/**
 * Orders and cancellations of rows in preorder that are added up together: from the last row to the first, so that
 * whoever is below comes before, and everybody above moves once instead of once an order.
 *
 * Units: cents and milliseconds.
 */
export class TurnoverMoves {
  #size = 0
  readonly #rows: Int32Array
  readonly #paidAt: Float64Array
  readonly #cents: Float64Array
  /** The places of what was added, by row once they are sorted. */
  #places: Int32Array
  #spare: Int32Array
  /** Rows that wait for what is below them, each below the one before, and what has come to them so far. */
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

  /** Brings what was added into the order of rows, all of which are below `rows`. */
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

  /** Moves the turnovers of one measure, and the largest legs; those of first lines, too, where they are given. */
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

  /** Nothing more comes to the rows behind `row`. */
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

  /** Tells of everything that was added, by row, and forgets it. */
  take(tell: (row: number, cents: number) => void): void {
    for (let at = 0; at < this.#size; at += 1) {
      const place = this.#places[at]!
      tell(this.#rows[place]!, this.#cents[place]!)
    }
    this.#size = 0
  }
}

/** What the legs of partners are made of, by row. Units: EUR cents. */
export type LegColumns = {
  readonly parent: Int32Array
  /** What a partner has in all. */
  readonly total: Float64Array
  /** What a first-line partner bought, and what is below in the same leg; null where that is out. */
  readonly own: Float64Array
  readonly below: Float64Array | null
}

/**
 * The largest legs of all partners who have enough turnover to reach anything at all.
 *
 * Units: EUR cents; `legs` holds `kept` legs a partner, largest first, filled up with 0.
 */
export type TopLegs = {
  /** Who was looked at. */
  readonly rows: readonly number[]
  readonly legs: Float64Array
  readonly kept: number
}

const NOBODY = -1

/** The legs of all partners with a total of at least `lowest`, which must be above 0. */
export function topLegsOf(columns: LegColumns, lowest: number, kept: number): TopLegs {
  const { parent, total, own, below } = columns
  const rows: number[] = []
  const place = new Int32Array(parent.length)
  let legs = new Float64Array(1024 * kept)
  for (let row = 0; row < parent.length; row += 1) {
    // Sponsors stand before whom they sponsor, so a leg finds its place taken already.
    place[row] = total[row]! >= lowest ? rows.push(row) - 1 : NOBODY
    if (rows.length * kept > legs.length) legs = twiceAsLong(legs)
    const above = parent[row]!
    if (above < 0 || place[above] === NOBODY) continue
    const leg = below === null ? own[row]! : own[row]! + below[row]!
    if (leg > 0) insertLeg(legs, place[above]! * kept, kept, leg)
  }
  return { rows, legs, kept }
}

function twiceAsLong(legs: Float64Array<ArrayBuffer>): Float64Array<ArrayBuffer> {
  const longer = new Float64Array(legs.length * 2)
  longer.set(legs)
  return longer
}

/** Puts a leg where it belongs among the largest, which stand in `legs` from `first` on. */
export function insertLeg(legs: Float64Array, first: number, kept: number, leg: number): void {
  let at = first + kept - 1
  if (leg <= legs[at]!) return
  while (at > first && legs[at - 1]! < leg) {
    legs[at] = legs[at - 1]!
    at -= 1
  }
  legs[at] = leg
}

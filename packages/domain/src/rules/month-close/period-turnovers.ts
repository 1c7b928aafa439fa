import type { ProgrammeBase } from '../../plan/plan.ts'
import type { MonthFacts, PartnerColumns } from './month-facts.ts'
import type { LegColumns } from './top-legs.ts'

/**
 * What everybody and their lines bought with some orders, by row, as far as it is asked for.
 *
 * Units: EUR cents; `orders` are places in the facts.
 */
export class PeriodTurnovers {
  readonly orders: Uint32Array
  readonly own: Float64Array
  readonly #cents: Float64Array
  readonly #partners: PartnerColumns
  #lines: Lines | undefined
  #team: Float64Array | undefined

  constructor(facts: MonthFacts, orders: Uint32Array) {
    this.#partners = facts.partners
    this.orders = orders
    this.own = ownTurnovers(facts, orders)
    this.#cents = facts.orders.cents
  }

  /** What the whole company bought. */
  get company(): number {
    return sumOf(this.#cents, this.orders)
  }

  /** What the teams bought. */
  get team(): Float64Array {
    return (this.#team ??= teamTurnovers(this.#partners, this.own))
  }

  /**
   * The legs a programme's base makes of them: a first-line partner's leg goes down to the last line
   * that counts for the partner above.
   *
   * Refuses: `company`, which has no legs, with a RangeError.
   * Source: decisions C4, B3.
   */
  legs(base: ProgrammeBase): LegColumns {
    if (base === 'company') throw new RangeError('The orders of the whole company have no legs')
    if (base === 'team') return this.#columns(this.team, this.team)
    this.#lines ??= linesTurnovers(this.#partners, this.own)
    const { line1, lines1To2, lines1To3 } = this.#lines
    if (base === 'line1') return this.#columns(line1, null)
    return base === 'lines1To2'
      ? this.#columns(lines1To2, line1)
      : this.#columns(lines1To3, lines1To2)
  }

  #columns(total: Float64Array, below: Float64Array | null): LegColumns {
    return { end: this.#partners.end, own: this.own, total, below }
  }
}

// These passes add without asking whether there is anything to add: a branch that cannot be foreseen
// costs more than the addition.

function ownTurnovers(facts: MonthFacts, orders: Uint32Array): Float64Array {
  const { buyer, cents } = facts.orders
  const own = new Float64Array(facts.partners.size)
  for (let at = 0; at < orders.length; at += 1) own[buyer[orders[at]!]!]! += cents[orders[at]!]!
  return own
}

function sumOf(cents: Float64Array, orders: Uint32Array): number {
  let sum = 0
  for (let at = 0; at < orders.length; at += 1) sum += cents[orders[at]!]!
  return sum
}

type Lines = Readonly<Record<'line1' | 'lines1To2' | 'lines1To3', Float64Array>>

/** What up to three lines bought, in one pass from the last row to the first. */
function linesTurnovers({ parent }: PartnerColumns, own: Float64Array): Lines {
  const line1 = new Float64Array(parent.length)
  const lines1To2 = new Float64Array(parent.length)
  const lines1To3 = new Float64Array(parent.length)
  for (let row = parent.length - 1; row >= 0; row -= 1) {
    const above = parent[row]!
    if (above < 0) continue
    line1[above]! += own[row]!
    lines1To2[above]! += own[row]! + line1[row]!
    lines1To3[above]! += own[row]! + lines1To2[row]!
  }
  return { line1, lines1To2, lines1To3 }
}

/** In one pass from the last row to the first. */
function teamTurnovers({ parent }: PartnerColumns, own: Float64Array): Float64Array {
  const team = new Float64Array(parent.length)
  for (let row = parent.length - 1; row >= 0; row -= 1) {
    const above = parent[row]!
    if (above >= 0) team[above]! += own[row]! + team[row]!
  }
  return team
}

import type { ProgrammeBase } from '../../plan/plan.ts'
import { countsIn, type MonthFacts } from './month-facts.ts'
import type { LegColumns } from './top-legs.ts'

/**
 * What everybody's lines bought in `[start, end)`, by row, as far as it is asked for.
 *
 * Units: EUR cents.
 */
export class PeriodTurnovers {
  readonly #parent: Int32Array
  readonly #own: Float64Array
  #lines: Lines | undefined
  #team: Float64Array | undefined

  constructor(facts: MonthFacts, start: number, end: number) {
    this.#parent = facts.partners.parent
    this.#own = ownTurnovers(facts, start, end)
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
    if (base === 'team') {
      this.#team ??= teamTurnovers(this.#parent, this.#own)
      return this.#columns(this.#team, this.#team)
    }
    this.#lines ??= linesTurnovers(this.#parent, this.#own)
    const { line1, lines1To2, lines1To3 } = this.#lines
    if (base === 'line1') return this.#columns(line1, null)
    return base === 'lines1To2'
      ? this.#columns(lines1To2, line1)
      : this.#columns(lines1To3, lines1To2)
  }

  #columns(total: Float64Array, below: Float64Array | null): LegColumns {
    return { parent: this.#parent, own: this.#own, total, below }
  }
}

type Lines = Readonly<Record<'line1' | 'lines1To2' | 'lines1To3', Float64Array>>

/** What up to three lines bought, in one pass from the last row to the first. */
function linesTurnovers(parent: Int32Array, own: Float64Array): Lines {
  const line1 = new Float64Array(parent.length)
  const lines1To2 = new Float64Array(parent.length)
  const lines1To3 = new Float64Array(parent.length)
  for (let row = parent.length - 1; row >= 0; row -= 1) {
    const above = parent[row]!
    const bought = own[row]!
    const three = bought + lines1To2[row]!
    if (above < 0 || three === 0) continue
    line1[above]! += bought
    lines1To2[above]! += bought + line1[row]!
    lines1To3[above]! += three
  }
  return { line1, lines1To2, lines1To3 }
}

/** What the teams bought, in one pass from the last row to the first. Units: EUR cents. */
export function teamTurnovers(parent: Int32Array, own: Float64Array): Float64Array {
  const team = new Float64Array(parent.length)
  for (let row = parent.length - 1; row >= 0; row -= 1) {
    const leg = own[row]! + team[row]!
    if (leg > 0 && parent[row]! >= 0) team[parent[row]!]! += leg
  }
  return team
}

/** What everybody bought in `[start, end)`. Units: EUR cents. */
export function ownTurnovers(
  { partners, orders }: MonthFacts,
  start: number,
  end: number,
): Float64Array {
  const own = new Float64Array(partners.size)
  for (let order = 0; order < orders.size; order += 1) {
    if (countsIn(orders, order, start, end)) own[orders.buyer[order]!]! += orders.cents[order]!
  }
  return own
}

import type { ProgrammeBase } from '../../plan/plan.ts'
import {
  boughtBefore,
  contendersIn,
  linesOf,
  rowsWith,
  type ContenderLines,
  type Contenders,
  type DeepPartners,
} from './contenders.ts'
import type { MonthFacts } from './month-facts.ts'
import type { PartnerLeg } from './partner-legs.ts'
import type { LegColumns } from './top-legs.ts'

/** The facts of a network, and its partners with their depths. */
type Network = { readonly facts: MonthFacts; readonly partners: DeepPartners }

/** Contenders, the amount they are contenders by, and their lines once they are needed. */
type Known = { readonly least: number; readonly contenders: Contenders; lines?: ContenderLines }

/** One cent: contenders by it are all partners with an order in their own team. */
const SMALLEST_AMOUNT = 1

/**
 * What partners and their lines bought with some orders; computed when it is needed.
 *
 * Units: EUR cents; `orders` are places in the facts.
 */
export class PeriodTurnovers {
  readonly orders: Uint32Array
  readonly #partners: DeepPartners
  /** What all rows before a row bought. */
  readonly #before: Float64Array
  #known: Known | undefined

  constructor({ facts, partners }: Network, orders: Uint32Array) {
    this.#partners = partners
    this.orders = orders
    this.#before = boughtBefore(facts, orders)
  }

  /** What one partner bought. */
  own(row: number): number {
    return this.#before[row + 1]! - this.#before[row]!
  }

  /** The legs of one partner that bought anything. */
  legsOf(row: number): PartnerLeg[] {
    const { ids } = this.#partners
    const known = this.#contenders(SMALLEST_AMOUNT)
    const { rows, sponsor, own, team } = known.contenders
    const { line1, lines1To2 } = this.#linesOf(known)
    const top = rows.indexOf(row)
    const legs: PartnerLeg[] = []
    for (let place = 0; place < rows.length; place += 1) {
      if (top < 0 || sponsor[place] !== top) continue
      legs.push({
        partnerId: ids[rows[place]!]!,
        line1: own[place]!,
        line2: line1[place]!,
        line3: lines1To2[place]! - line1[place]!,
        deeper: team[place]! - lines1To2[place]!,
      })
    }
    return legs
  }

  /** What the whole company bought. */
  get company(): number {
    return this.#before.at(-1)!
  }

  /** All partners who can reach `least`, and maybe more; partners of `others` are always included. */
  contenders(least: number, others: ReadonlyMap<number, number>): Contenders {
    if (others.size === 0) return this.#contenders(least).contenders
    const large = rowsWith(least, this.#partners, this.#before)
    const rows = [...new Set([...large, ...others.keys()])].sort((a, b) => a - b)
    return contendersIn(rows, this.#partners, this.#before)
  }

  /**
   * The legs, by a programme's base, of all partners who can reach `least`: a first-line partner's leg
   * goes down to the last line that counts for the partner above.
   *
   * Refuses: `company`, which has no legs, with a RangeError.
   * Source: decisions C4, B3.
   */
  legs(base: ProgrammeBase, least: number): LegColumns {
    if (base === 'company') throw new RangeError('The orders of the whole company have no legs')
    const known = this.#contenders(least)
    const { contenders } = known
    if (base === 'team') return { contenders, total: contenders.team, below: contenders.team }
    const { line1, lines1To2, lines1To3 } = this.#linesOf(known)
    if (base === 'line1') return { contenders, total: line1, below: null }
    return base === 'lines1To2'
      ? { contenders, total: lines1To2, below: line1 }
      : { contenders, total: lines1To3, below: lines1To2 }
  }

  #linesOf(known: Known): ContenderLines {
    return (known.lines ??= linesOf(known.contenders.rows, this.#partners, this.#before))
  }

  /** Contenders by a smaller amount include all contenders by a larger one. */
  #contenders(least: number): Known {
    if (this.#known === undefined || least < this.#known.least) {
      const rows = rowsWith(least, this.#partners, this.#before)
      this.#known = { least, contenders: contendersIn(rows, this.#partners, this.#before) }
    }
    return this.#known
  }
}

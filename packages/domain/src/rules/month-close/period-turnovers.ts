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
import type { LegColumns } from './top-legs.ts'

/** The facts of a network, and its partners with their depths. */
type Network = { readonly facts: MonthFacts; readonly partners: DeepPartners }

/** Contenders, the amount they are contenders by, and their lines as soon as those are asked for. */
type Known = { readonly least: number; readonly contenders: Contenders; lines?: ContenderLines }

/**
 * What partners and their lines bought with some orders, as far as it is asked for.
 *
 * Units: EUR cents; `orders` are places in the facts.
 */
export class PeriodTurnovers {
  readonly orders: Uint32Array
  readonly #partners: DeepPartners
  readonly #before: Float64Array
  #known: Known | undefined

  constructor({ facts, partners }: Network, orders: Uint32Array) {
    this.#partners = partners
    this.orders = orders
    this.#before = boughtBefore(facts, orders)
  }

  /** What the whole company bought. */
  get company(): number {
    return this.#before.at(-1)!
  }

  /** Everybody who can come to at least so much, and maybe others; with all who stand in `others`. */
  contenders(least: number, others: ReadonlyMap<number, number>): Contenders {
    if (others.size === 0) return this.#contenders(least).contenders
    const large = rowsWith(least, this.#partners, this.#before)
    const rows = [...new Set([...large, ...others.keys()])].sort((a, b) => a - b)
    return contendersIn(rows, this.#partners, this.#before)
  }

  /**
   * The legs a programme's base makes of everybody who can come to at least so much: a first-line
   * partner's leg goes down to the last line that counts for the partner above.
   *
   * Refuses: `company`, which has no legs, with a RangeError.
   * Source: decisions C4, B3.
   */
  legs(base: ProgrammeBase, least: number): LegColumns {
    if (base === 'company') throw new RangeError('The orders of the whole company have no legs')
    const known = this.#contenders(least)
    const { contenders } = known
    if (base === 'team') return { contenders, total: contenders.team, below: contenders.team }
    known.lines ??= linesOf(contenders.rows, this.#partners, this.#before)
    const { line1, lines1To2, lines1To3 } = known.lines
    if (base === 'line1') return { contenders, total: line1, below: null }
    return base === 'lines1To2'
      ? { contenders, total: lines1To2, below: line1 }
      : { contenders, total: lines1To3, below: lines1To2 }
  }

  /** Those by a smaller amount have among them all by a greater one. */
  #contenders(least: number): Known {
    if (this.#known === undefined || least < this.#known.least) {
      const rows = rowsWith(least, this.#partners, this.#before)
      this.#known = { least, contenders: contendersIn(rows, this.#partners, this.#before) }
    }
    return this.#known
  }
}

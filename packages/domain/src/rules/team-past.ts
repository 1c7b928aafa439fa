import { eurCents, type EurCents } from '../money.ts'
import type { Leg } from './fifty-percent-rule.ts'
import type { MonthFacts } from './month-close/month-facts.ts'

/**
 * Which orders count: those paid before an instant, as they stood after a fact.
 *
 * Units: epoch milliseconds, fact numbers. `Infinity` is no limit.
 */
export type PastMoment = { readonly paidBefore: number; readonly upToFact: number }

/** What a team has bought at a moment. Units: EUR cents; legs with turnover, largest first, ties by id. */
export type TeamTurnover = {
  readonly own: EurCents
  readonly team: EurCents
  readonly legs: readonly Leg[]
}

/**
 * The turnovers of one partner's legs at moments of the past.
 *
 * Costs all orders of the team for each moment.
 * Source: decisions C1, C2.
 */
export class TeamPast {
  readonly #facts: MonthFacts
  readonly #top: number
  /** The row of the leg that a row belongs to; -1 outside the legs. */
  readonly #legOf: Int32Array

  /** Units: `top` is the partner's row in the facts. */
  constructor(facts: MonthFacts, top: number) {
    this.#facts = facts
    this.#top = top
    this.#legOf = legsOf(facts.partners, top)
  }

  at({ paidBefore, upToFact }: PastMoment): TeamTurnover {
    const { partners, orders } = this.#facts
    const sums = new Float64Array(partners.size)
    for (let order = 0; order < orders.size; order += 1) {
      if (orders.paidAt[order]! >= paidBefore || orders.fact[order]! > upToFact) continue
      const cancelledBy = orders.cancelledBy[order]!
      if (cancelledBy !== 0 && cancelledBy <= upToFact) continue
      const buyer = orders.buyer[order]!
      const row = buyer === this.#top ? buyer : this.#legOf[buyer]!
      if (row >= 0) sums[row]! += orders.cents[order]!
    }
    return this.#turnover(sums)
  }

  #turnover(sums: Float64Array): TeamTurnover {
    const legs: Leg[] = []
    let team = 0
    for (let row = this.#top + 1; row < this.#facts.partners.end[this.#top]!; row += 1) {
      if (sums[row]! <= 0) continue
      team += sums[row]!
      legs.push({ userId: this.#facts.partners.ids[row]!, turnover: eurCents(sums[row]!) })
    }
    legs.sort((a, b) => Number(b.turnover - a.turnover) || a.userId - b.userId)
    return { own: eurCents(sums[this.#top]!), team: eurCents(team), legs }
  }
}

/** Partners are listed depth first, so a sponsor's leg is known before those below it. */
function legsOf({ size, parent, end }: MonthFacts['partners'], top: number): Int32Array {
  const legOf = new Int32Array(size).fill(-1)
  for (let row = top + 1; row < end[top]!; row += 1) {
    legOf[row] = parent[row] === top ? row : legOf[parent[row]!]!
  }
  return legOf
}

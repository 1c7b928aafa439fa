import { ZERO } from '../../fraction.ts'
import { ActivityIndex } from './activity-index.ts'
import { earningPath, NOBODY, type EarningPath } from './earning-path.ts'
import type { EffectiveRows } from './effective-rows.ts'
import type { MonthBasis } from './month-basis.ts'
import type { PlanSegment } from './plan-segments.ts'
import type { RecordDraft } from './record-draft.ts'

/**
 * Pays orders up the sponsors under one plan version, straight from one who earns anything to the
 * next, and past those who do not earn more than was paid already.
 *
 * Source: decisions C4.
 */
export class InfinityWalk {
  readonly segment: PlanSegment
  readonly earning: EffectiveRows
  readonly #basis: MonthBasis
  readonly #draft: RecordDraft
  readonly #path: EarningPath
  readonly #activity: ActivityIndex
  /** Derivations by what is earned and what was paid before, one for each currency. */
  readonly #derivations: (readonly number[] | undefined)[] = []

  constructor(basis: MonthBasis, draft: RecordDraft, earning: EffectiveRows) {
    this.segment = earning.segment
    this.#basis = basis
    this.#draft = draft
    this.earning = earning
    this.#path = earningPath(earning, basis.facts.partners)
    const { placeOf, rows } = this.#path
    const { orders } = basis.facts
    this.#activity = new ActivityIndex(orders, basis.history, { placeOf, places: rows.length })
  }

  /** The first place above a buyer that earns anything, where the way of an order begins. */
  firstAbove(buyer: number): number {
    return this.#path.above[buyer]!
  }

  /** Whether somebody who earns anything was active at an instant. */
  wasActive(row: number, instant: number): boolean {
    const place = this.#path.placeOf[row]!
    return place !== NOBODY && this.#activity.isActiveAt(place, instant)
  }

  /** Credits the accruals of an order, from the first place above its buyer on. */
  pay(order: number, first: number): void {
    const { infinityNeedsActivity, programmes } = this.segment.version.plan
    const { height, nextEarning, nextHigher } = this.#path
    const paidAt = this.#basis.facts.orders.paidAt[order]!
    if (paidAt < programmes.infinity.from) return

    let paid = NOBODY
    let paidHeight = 0
    let place = first
    while (place !== NOBODY) {
      if (height[place]! <= paidHeight) {
        place = nextHigher[place]!
      } else if (infinityNeedsActivity && !this.#activity.isActiveAt(place, paidAt)) {
        place = nextEarning[place]!
      } else {
        this.#credit(order, place, paid)
        paid = place
        paidHeight = height[place]!
        place = nextHigher[place]!
      }
    }
  }

  #credit(order: number, place: number, paid: number): void {
    const { buyer, cents } = this.#basis.facts.orders
    const { rows, depth } = this.#path
    const { effective } = this.earning
    const row = rows[place]!
    const level = depth[buyer[order]!]! - depth[row]!
    const before = paid === NOBODY ? 0 : effective[rows[paid]!]!
    const derivations = this.#derivationsFor(effective[row]!, before)
    for (let at = 0; at < derivations.length; at += 1) {
      const derivation = derivations[at]!
      this.#draft.addAccrual({ row, derivation, order, level, cents: cents[order]! })
    }
  }

  #derivationsFor(earned: number, before: number): readonly number[] {
    const known = earned * (this.earning.rows.length + 1) + before
    return (this.#derivations[known] ??= this.#derive(earned, before))
  }

  /** One for each currency, by its name. */
  #derive(earned: number, before: number): number[] {
    const { plan, version: planVersion } = this.segment.version
    const { rows } = this.earning
    const value = {
      kind: 'order' as const,
      effective: rows[earned - 1]!,
      paidBefore: before === 0 ? ZERO : rows[before - 1]!.percent,
    }
    return plan.programmes.infinity.currencies
      .toSorted((a, b) => (a.currency < b.currency ? -1 : 1))
      .map((share) => {
        const rate = this.#basis.rateFor(share.currency)
        return this.#draft.derive({ type: 'UCHAIN_INFINITY', planVersion, value, share, rate })
      })
  }
}

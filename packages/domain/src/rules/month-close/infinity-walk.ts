import { ZERO } from '../../fraction.ts'
import { ActivityIndex, type BoughtAt } from './activity-index.ts'
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
  /** Where the way of each order begins: the first place above its buyer that earns anything. */
  readonly #first: Int32Array
  /** Groups of derivations by what is earned and what was paid before. */
  readonly #groups: (number | undefined)[] = []

  constructor(basis: MonthBasis, draft: RecordDraft, earning: EffectiveRows) {
    this.segment = earning.segment
    this.#basis = basis
    this.#draft = draft
    this.earning = earning
    this.#path = earningPath(earning, basis.facts.partners)
    const { first, bought } = beginnings(this.#path, basis.facts.orders.buyer)
    const places = this.#path.rows.length
    this.#first = first
    this.#activity = new ActivityIndex(basis.facts.orders, basis.history, { bought, places })
  }

  /** Whether somebody who earns anything was active at an instant. */
  wasActive(row: number, instant: number): boolean {
    const { nearest, rows } = this.#path
    const place = nearest[row]!
    return rows[place] === row && this.#activity.isActiveAt(place, instant)
  }

  /** Credits the accruals of orders from a place in the list on; answers where another version begins. */
  pay(orders: Uint32Array, from: number): number {
    const { start, end, version } = this.segment
    const { paidAt } = this.#basis.facts.orders
    const since = version.plan.programmes.infinity.from
    for (let at = from; at < orders.length; at += 1) {
      const instant = paidAt[orders[at]!]!
      if (instant < start || instant >= end) return at
      if (instant >= since) this.#walk(orders[at]!, instant)
    }
    return orders.length
  }

  #walk(order: number, instant: number): void {
    const { rows, height, earned, nextEarning, nextHigher } = this.#path
    const { infinityNeedsActivity } = this.segment.version.plan
    let before = 0
    let paidHeight = 0
    let place = this.#first[order]!
    while (place !== NOBODY) {
      if (height[place]! <= paidHeight) {
        place = nextHigher[place]!
      } else if (infinityNeedsActivity && !this.#activity.isActiveAt(place, instant)) {
        place = nextEarning[place]!
      } else {
        this.#draft.addAccrual(order, rows[place]!, this.#groupFor(earned[place]!, before))
        before = earned[place]!
        paidHeight = height[place]!
        place = nextHigher[place]!
      }
    }
  }

  #groupFor(earned: number, before: number): number {
    const known = earned * (this.earning.rows.length + 1) + before
    return (this.#groups[known] ??= this.#derive(earned, before))
  }

  /** One for each currency, by its name. */
  #derive(earned: number, before: number): number {
    const { plan, version: planVersion } = this.segment.version
    const { rows } = this.earning
    const value = {
      kind: 'order' as const,
      effective: rows[earned - 1]!,
      paidBefore: before === 0 ? ZERO : rows[before - 1]!.percent,
    }
    const shares = plan.programmes.infinity.currencies.toSorted((a, b) =>
      a.currency < b.currency ? -1 : 1,
    )
    return this.#draft.derive(
      shares.map((share) => {
        const rate = this.#basis.rateFor(share.currency)
        return { type: 'UCHAIN_INFINITY', planVersion, value, share, rate }
      }),
    )
  }
}

/**
 * Where the ways of all orders begin, and what those bought who earn anything themselves. All orders
 * are looked up before the first one is paid: a look-up waits for memory, and many can wait at once.
 */
function beginnings({ nearest, rows, nextEarning }: EarningPath, buyer: Int32Array) {
  const first = new Int32Array(buyer.length)
  for (let at = 0; at < buyer.length; at += 1) first[at] = nearest[buyer[at]!]!
  const order: number[] = []
  const place: number[] = []
  for (let at = 0; at < buyer.length; at += 1) {
    const own = first[at]!
    if (own === NOBODY || rows[own] !== buyer[at]) continue
    first[at] = nextEarning[own]!
    order.push(at)
    place.push(own)
  }
  return { first, bought: { order, place } satisfies BoughtAt }
}

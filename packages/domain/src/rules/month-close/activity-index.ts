import { activeUntilAfter } from '../activity.ts'
import type { OrderColumns } from './month-facts.ts'
import type { PlanSegment } from './plan-segments.ts'
import { sortedOrder } from './sorted-order.ts'

/** Orders and the place of each one's buyer, one after the other. */
export type BoughtAt = { readonly order: readonly number[]; readonly place: readonly number[] }

/** What decides whether an order adds activity. Units: EUR cents; milliseconds. */
type Terms = { readonly end: number; readonly minimum: number; readonly days: number }

/**
 * When some partners were active, from all their own orders that stand. They are close together in
 * memory, because every order asks for several of them.
 *
 * Source: decisions C8, C11.3, C11.5.
 */
export class ActivityIndex {
  /** A partner's orders stand from `#first[place]` to `#first[place + 1]`, by `paidAt`. */
  readonly #first: Int32Array
  readonly #paidAt: Float64Array
  readonly #activeUntil: Float64Array

  /**
   * `plans` are the versions in force, from the first order to the last; `bought` are the orders of
   * those who will be asked about, each with its buyer's place among them.
   */
  constructor(
    orders: OrderColumns,
    plans: readonly PlanSegment[],
    { bought, places }: { bought: BoughtAt; places: number },
  ) {
    const terms = plans.map(({ end, version }): Terms => {
      const { minimumOrder, days } = version.plan.activity
      return { end, minimum: Number(minimumOrder), days }
    })
    const found = ordersThatAdd(orders, terms, bought)
    const { order: boughtOrder, place: boughtPlace } = bought
    this.#first = new Int32Array(places + 1)
    this.#paidAt = new Float64Array(found.length)
    this.#activeUntil = new Float64Array(found.length)
    for (let at = 0; at < found.length; at += 1) {
      const paidAt = orders.paidAt[boughtOrder[found[at]!]!]!
      const place = boughtPlace[found[at]!]!
      const until = this.#first[place + 1]! > 0 ? this.#activeUntil[at - 1]! : null
      this.#paidAt[at] = paidAt
      this.#activeUntil[at] = activeUntilAfter(until, paidAt, termsAt(terms, paidAt).days)
      this.#first[place + 1] = at + 1
    }
    for (let place = 0; place < places; place += 1) {
      this.#first[place + 1] = Math.max(this.#first[place + 1]!, this.#first[place]!)
    }
  }

  /** Whether the partner in a place was active at an instant; orders of that very instant count. */
  isActiveAt(place: number, instant: number): boolean {
    const first = this.#first[place]!
    let low = first
    let high = this.#first[place + 1]!
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.#paidAt[middle]! <= instant) low = middle + 1
      else high = middle
    }
    return low > first && this.#activeUntil[low - 1]! > instant
  }
}

/** The places in `bought` of the orders that add activity, by buyer and then by `paidAt`. */
function ordersThatAdd(
  { paidAt, cents, cancelledBy }: OrderColumns,
  terms: readonly Terms[],
  { order, place }: BoughtAt,
): number[] {
  const adding = [...order.keys()].filter((at) => {
    if (cancelledBy[order[at]!] !== 0) return false
    return cents[order[at]!]! >= termsAt(terms, paidAt[order[at]!]!).minimum
  })
  const inTime = inOrderOf(adding, (at) => paidAt[order[at]!]!)
  return inOrderOf(inTime, (at) => place[at]!)
}

function inOrderOf(list: readonly number[], keyOf: (at: number) => number): number[] {
  return Array.from(sortedOrder(Float64Array.from(list, keyOf)), (at) => list[at]!)
}

function termsAt(terms: readonly Terms[], paidAt: number): Terms {
  let at = 0
  while (paidAt >= terms[at]!.end) at += 1
  return terms[at]!
}

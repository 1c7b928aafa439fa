import { ZERO } from '../../fraction.ts'
import { activeStretches, type ActiveStretch } from './active-stretches.ts'
import { earningPath, NOBODY, type EarningPath } from './earning-path.ts'
import type { EffectiveRows } from './effective-rows.ts'
import type { MonthBasis } from './month-basis.ts'
import type { PlanSegment } from './plan-segments.ts'
import type { RecordDraft } from './record-draft.ts'

/**
 * Who is paid of an order, from the buyer up, and what group of derivations each one's part has. The
 * same for all orders from below one and the same place, as long as the same partners are active.
 *
 * Units: `[from, until)` in epoch milliseconds.
 */
type Way = {
  from: number
  until: number
  readonly rows: number[]
  readonly groups: number[]
}

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
  readonly #active: ReadonlyMap<number, readonly ActiveStretch[]>
  readonly #path: EarningPath
  readonly #orders: Uint32Array
  /** Where the way of each of these orders begins: the first place above its buyer. */
  readonly #first: Int32Array
  /** The ways that orders have taken so far, by the place they begin at. */
  readonly #ways: Way[][]
  /** Groups of derivations by what is earned and what was paid before. */
  readonly #groups: (number | undefined)[] = []

  /** Units: `orders` are all of the month, in the order they are paid in. */
  constructor(
    basis: MonthBasis,
    draft: RecordDraft,
    { earning, orders }: { earning: EffectiveRows; orders: Uint32Array },
  ) {
    const { facts, history } = basis
    const { segment, effective: asked } = earning
    this.segment = segment
    this.earning = earning
    this.#basis = basis
    this.#draft = draft
    this.#active = activeStretches(facts.orders, history, { asked, ...segment })
    this.#path = earningPath(earning, facts.partners)
    this.#ways = this.#path.rows.map(() => [])
    this.#orders = orders
    this.#first = beginnings(this.#path, facts.orders.buyer, orders)
  }

  /** Whether somebody who earns anything was active at an instant; orders of that very instant count. */
  wasActive(row: number, instant: number): boolean {
    const stretches = this.#active.get(row) ?? []
    return stretches.some(({ from, until }) => from <= instant && instant < until)
  }

  /** Credits the accruals of the orders from a place on; answers where another version begins. */
  pay(from: number): number {
    const { start, end, version } = this.segment
    const { paidAt } = this.#basis.facts.orders
    const since = version.plan.programmes.infinity.from
    for (let at = from; at < this.#orders.length; at += 1) {
      const order = this.#orders[at]!
      const instant = paidAt[order]!
      if (instant < start || instant >= end) return at
      if (instant >= since) this.#credit(order, instant, this.#first[at]!)
    }
    return this.#orders.length
  }

  #credit(order: number, instant: number, first: number): void {
    if (first === NOBODY) return
    const { rows, groups } = this.#wayAt(first, instant)
    for (let at = 0; at < rows.length; at += 1) {
      this.#draft.addAccrual(order, rows[at]!, groups[at]!)
    }
  }

  #wayAt(first: number, instant: number): Way {
    const known = this.#ways[first]!
    for (let at = 0; at < known.length; at += 1) {
      const way = known[at]!
      if (way.from <= instant && instant < way.until) return way
    }
    const way = this.#walk(first, instant)
    known.push(way)
    return way
  }

  #walk(first: number, instant: number): Way {
    const { rows, height, earned, nextEarning, nextHigher } = this.#path
    const { infinityNeedsActivity } = this.segment.version.plan
    const way: Way = { from: -Infinity, until: Infinity, rows: [], groups: [] }
    let before = 0
    let paidHeight = 0
    let place = first
    while (place !== NOBODY) {
      if (height[place]! <= paidHeight) {
        place = nextHigher[place]!
      } else if (infinityNeedsActivity && !this.#isActiveAt(instant, rows[place]!, way)) {
        place = nextEarning[place]!
      } else {
        way.rows.push(rows[place]!)
        way.groups.push(this.#groupFor(earned[place]!, before))
        before = earned[place]!
        paidHeight = height[place]!
        place = nextHigher[place]!
      }
    }
    return way
  }

  /** The way then holds only as long as the answer does. */
  #isActiveAt(instant: number, row: number, way: Way): boolean {
    for (const { from, until } of this.#active.get(row) ?? []) {
      for (const change of [from, until]) {
        if (change <= instant) way.from = Math.max(way.from, change)
        else way.until = Math.min(way.until, change)
      }
    }
    return this.wasActive(row, instant)
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
 * Where the ways of orders begin. All are looked up before the first one is paid: a look-up waits for
 * memory, and many can wait at once.
 */
function beginnings({ nearest }: EarningPath, buyer: Int32Array, orders: Uint32Array): Int32Array {
  const first = new Int32Array(orders.length)
  for (let at = 0; at < orders.length; at += 1) first[at] = nearest[buyer[orders[at]!]!]!
  return first
}

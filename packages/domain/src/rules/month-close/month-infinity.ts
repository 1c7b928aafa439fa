import { ZERO } from '../../fraction.ts'
import type { EurCents } from '../../money.ts'
import type { PlanVersion } from '../../plan/plan.ts'
import { allowsRow } from '../checkpoints.ts'
import { infinitySteps, type InfinityAncestor, type InfinityStep } from '../infinity.ts'
import type { BonusValue } from './derivation.ts'
import { effectiveRows } from './effective-rows.ts'
import { InfinityWalk, type Way } from './infinity-walk.ts'
import type { MonthBasis } from './month-basis.ts'
import { sortedOrder } from './sorted-order.ts'

/** What one partner gets of an order of the month. Units: `order` is a place in the facts; `level` is the buyer's depth. */
export type InfinityAccrual = {
  readonly order: number
  readonly level: number
  readonly version: PlanVersion
  readonly value: Extract<BonusValue, { kind: 'order' }>
}

/** An order as far as its steps depend on it. Units: epoch milliseconds; EUR cents. */
export type PaidOrder = { readonly paidAt: number; readonly amount: EurCents }

/**
 * The infinity bonus of a month: the way of each order up the sponsors, with one walk for each plan
 * version.
 *
 * Source: decisions C4, C11.5, C11.7, C11.13.
 */
export class MonthInfinity {
  readonly #basis: MonthBasis
  readonly #walks: readonly InfinityWalk[]

  constructor(basis: MonthBasis) {
    this.#basis = basis
    this.#walks = effectiveRows(basis).map((earning) => new InfinityWalk(basis, earning))
  }

  /** Calls `visit` with each order of the month that pays anybody, by the orders' numbers. */
  forEachWay(visit: (order: number, way: Way, walk: InfinityWalk) => void): void {
    const { buyer, paidAt } = this.#basis.facts.orders
    const orders = ordersByNumber(this.#basis)
    const beginnings = this.#walks.map((walk) => beginningsOf(walk, buyer, orders))
    for (let at = 0; at < orders.length; at += 1) {
      const order = orders[at]!
      const instant = paidAt[order]!
      const place = this.#walkAt(instant)
      const walk = this.#walks[place]!
      const way = walk.wayFrom(beginnings[place]![at]!, instant)
      if (way !== null) visit(order, way, walk)
    }
  }

  /** What one partner gets of the month's orders, by the orders' numbers. */
  accrualsOf(row: number): InfinityAccrual[] {
    const accruals: InfinityAccrual[] = []
    this.forEachWay((order, way, walk) => {
      const accrual = this.#accrualOn(way, { row, order, walk })
      if (accrual !== null) accruals.push(accrual)
    })
    return accruals
  }

  /** What one partner gets of one order of the month that stands; null for nothing. */
  accrualOf(row: number, order: number): InfinityAccrual | null {
    const { buyer, paidAt } = this.#basis.facts.orders
    const instant = paidAt[order]!
    const walk = this.#walks[this.#walkAt(instant)]!
    const way = walk.wayFrom(walk.beginning(buyer[order]!), instant)
    return way && this.#accrualOn(way, { row, order, walk })
  }

  #accrualOn(
    { rows, parts }: Way,
    { row, order, walk }: { row: number; order: number; walk: InfinityWalk },
  ): InfinityAccrual | null {
    const place = rows.indexOf(row)
    if (place < 0) return null
    const { facts, turnovers } = this.#basis
    const { depth } = turnovers.partners
    return {
      order,
      level: depth[facts.orders.buyer[order]!]! - depth[row]!,
      version: walk.segment.version,
      value: walk.valueOf(parts[place]!),
    }
  }

  /**
   * Who gets what of an order, and why the other ancestors of the buyer get nothing: the steps from the
   * buyer's sponsor up, whether or not the facts have the order.
   *
   * Source: decisions C4; D-060.
   */
  stepsFrom(sponsor: number, { paidAt, amount }: PaidOrder): InfinityStep[] {
    const { partners } = this.#basis.facts
    const walk = this.#walkFor(paidAt)
    const { rows, effective } = walk.earning
    const ancestors: InfinityAncestor[] = []
    for (let row = sponsor; row >= 0; row = partners.parent[row]!) {
      const place = effective[row]!
      const rankId = this.#basis.rankOf(row)
      ancestors.push({
        partnerId: partners.ids[row]!,
        blocked: partners.blocked[row] === 1,
        active: walk.wasActive(row, paidAt),
        hasRow: rows.some((candidate) => allowsRow(rankId, candidate)),
        effective: place === 0 ? ZERO : rows[place - 1]!.percent,
      })
    }
    return infinitySteps(walk.segment.version.plan, amount, ancestors)
  }

  #walkFor(instant: number): InfinityWalk {
    return this.#walks[this.#walkAt(instant)] ?? this.#walks.at(-1)!
  }

  /** The place of the walk that an instant belongs to; -1 after the month. */
  #walkAt(instant: number): number {
    return this.#walks.findIndex(({ segment }) => instant < segment.end)
  }
}

/**
 * Where the ways of orders begin. All are looked up before the first order is paid: a look-up waits for
 * memory, and many can wait at once.
 */
function beginningsOf(walk: InfinityWalk, buyer: Int32Array, orders: Uint32Array): Int32Array {
  const beginnings = new Int32Array(orders.length)
  for (let at = 0; at < orders.length; at += 1) {
    beginnings[at] = walk.beginning(buyer[orders[at]!]!)
  }
  return beginnings
}

function ordersByNumber({ facts, turnovers, start, end }: MonthBasis): Uint32Array {
  const { ids } = facts.orders
  const { orders } = turnovers.between(start, end)
  if (isAscending(orders, ids)) return orders
  const numbers = new Float64Array(orders.length)
  for (let at = 0; at < orders.length; at += 1) numbers[at] = ids[orders[at]!]!
  const byNumber = sortedOrder(numbers)
  for (let at = 0; at < orders.length; at += 1) byNumber[at] = orders[byNumber[at]!]!
  return byNumber
}

function isAscending(orders: Uint32Array, ids: Float64Array): boolean {
  for (let at = 1; at < orders.length; at += 1) {
    if (ids[orders[at]!]! < ids[orders[at - 1]!]!) return false
  }
  return true
}

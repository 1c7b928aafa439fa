import type { EffectiveRows } from './effective-rows.ts'
import { InfinityWalk } from './infinity-walk.ts'
import type { MonthBasis } from './month-basis.ts'
import type { RecordDraft } from './record-draft.ts'
import { sortedOrder } from './sorted-order.ts'

/**
 * Credits the accruals of every order of the month, in the order of their numbers; one walk a plan
 * version.
 *
 * Source: decisions C4, C11.5, C11.7, C11.13.
 */
export function closeInfinity(
  basis: MonthBasis,
  draft: RecordDraft,
  versions: readonly EffectiveRows[],
): InfinityWalk[] {
  const orders = ordersByNumber(basis)
  const walks = versions.map((earning) => new InfinityWalk(basis, draft, { earning, orders }))
  for (let at = 0; at < orders.length;) {
    const paidAt = basis.facts.orders.paidAt[orders[at]!]!
    at = walks.find(({ segment }) => paidAt < segment.end)!.pay(at)
  }
  return walks
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

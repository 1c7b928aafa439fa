import type { EffectiveRows } from './effective-rows.ts'
import { InfinityWalk } from './infinity-walk.ts'
import type { MonthBasis } from './month-basis.ts'
import { countsIn } from './month-facts.ts'
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
  const walks = versions.map((earning) => new InfinityWalk(basis, draft, earning))
  const orders = ordersByNumber(basis)
  const { walk, first } = beginnings(basis, walks, orders)
  for (let at = 0; at < orders.length; at += 1) walks[walk[at]!]!.pay(orders[at]!, first[at]!)
  return walks
}

/**
 * Where the way of each order begins. All are looked up before the first one is paid: a look-up
 * waits for memory, and many can wait at once.
 */
function beginnings({ facts }: MonthBasis, walks: readonly InfinityWalk[], orders: Int32Array) {
  const { buyer, paidAt } = facts.orders
  const walk = new Uint8Array(orders.length)
  const first = new Int32Array(orders.length)
  for (let at = 0; at < orders.length; at += 1) {
    const order = orders[at]!
    let version = 0
    while (paidAt[order]! >= walks[version]!.segment.end) version += 1
    walk[at] = version
    first[at] = walks[version]!.firstAbove(buyer[order]!)
  }
  return { walk, first }
}

function ordersByNumber({ facts: { orders }, start, end }: MonthBasis): Int32Array {
  const found = new Int32Array(orders.size)
  let count = 0
  for (let order = 0; order < orders.size; order += 1) {
    if (!countsIn(orders, order, start, end)) continue
    found[count] = order
    count += 1
  }
  const numbers = new Float64Array(count)
  for (let at = 0; at < count; at += 1) numbers[at] = orders.ids[found[at]!]!
  const sorted = sortedOrder(numbers)
  const byNumber = new Int32Array(count)
  for (let at = 0; at < count; at += 1) byNumber[at] = found[sorted[at]!]!
  return byNumber
}

import { Refusal } from '@partner-office/domain'

import type { Db } from '../../../db/database.ts'
import { NO_ROW } from '../../../network/columns.ts'
import type { FiguresEngine } from '../../../network/figures-engine.ts'

/** An order of the caller's downline. Units: EUR cents, epoch milliseconds; rows of the engine. */
export type DownlineOrder = {
  readonly orderId: number
  readonly paidAt: number
  readonly cents: number
  readonly buyerId: number
  /** The fact that cancelled the order; null while it stands. */
  readonly cancelledBy: number | null
  /** The rows above the buyer, nearest first, the caller's last. */
  readonly path: readonly number[]
}

/**
 * Reads an order of the downline of a row.
 *
 * Refuses: `not_found`, both for an unknown order and for an order outside the downline.
 */
export async function readDownlineOrder(
  db: Db,
  engine: FiguresEngine,
  top: number,
  orderId: number,
): Promise<DownlineOrder> {
  const order = await db
    .selectFrom('orders as o')
    .leftJoin('cancellations as c', 'c.orderId', 'o.id')
    .select(['o.id as orderId', 'o.paidAt', 'o.amountCents as cents', 'o.partnerId as buyerId'])
    .select('c.fact as cancelledBy')
    .where('o.id', '=', orderId)
    .executeTakeFirst()
  const row = order === undefined ? NO_ROW : engine.rowOf(order.buyerId)
  const above = row === NO_ROW ? [] : [...engine.ancestors(row)]
  const path = above.slice(0, above.indexOf(top) + 1)
  if (order === undefined || path.length === 0) throw new Refusal('not_found')
  return { ...order, path }
}

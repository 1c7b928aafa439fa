import { Refusal } from '@partner-office/domain'

import type { Db } from '../../../db/database.ts'
import { NO_ROW } from '../../../network/columns.ts'
import type { FiguresEngine } from '../../../network/figures-engine.ts'

/** An order with the way up from its buyer. Units: EUR cents, epoch milliseconds; rows of the engine. */
export type OrderWithPath = {
  readonly orderId: number
  readonly paidAt: number
  readonly cents: number
  readonly buyerId: number
  readonly fact: number
  /** The fact that cancelled the order; null while it stands. */
  readonly cancelledBy: number | null
  /** The partners above the buyer, the nearest first; for an order of the caller's downline they end with the caller. */
  readonly path: readonly number[]
}

/** Reads an order with the whole way up. Refuses: `not_found`; `data_not_ready`, if the figures lack its buyer. */
export async function readOrderWithPath(
  db: Db,
  engine: FiguresEngine,
  orderId: number,
): Promise<OrderWithPath> {
  const order = await db
    .selectFrom('orders as o')
    .leftJoin('cancellations as c', 'c.orderId', 'o.id')
    .select(['o.id as orderId', 'o.paidAt', 'o.amountCents as cents', 'o.partnerId as buyerId'])
    .select(['o.fact', 'c.fact as cancelledBy'])
    .where('o.id', '=', orderId)
    .executeTakeFirst()
  if (order === undefined) throw new Refusal('not_found')
  const row = engine.rowOf(order.buyerId)
  if (row === NO_ROW) throw new Refusal('data_not_ready')
  return { ...order, path: [...engine.ancestors(row)] }
}

/**
 * Reads an order of the downline of a row.
 *
 * Refuses: `not_found`, both for an unknown order and for an order outside the downline; `data_not_ready`.
 */
export async function readDownlineOrder(
  db: Db,
  engine: FiguresEngine,
  top: number,
  orderId: number,
): Promise<OrderWithPath> {
  const order = await readOrderWithPath(db, engine, orderId)
  const path = order.path.slice(0, order.path.indexOf(top) + 1)
  if (path.length === 0) throw new Refusal('not_found')
  return { ...order, path }
}

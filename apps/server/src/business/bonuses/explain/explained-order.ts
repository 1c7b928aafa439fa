import type { BonusExplanation } from '@partner-office/contracts'
import { eurCents, formatUnits, Refusal } from '@partner-office/domain'

import type { Db } from '../../../db/database.ts'
import { NO_ROW } from '../../../network/columns.ts'
import type { FiguresEngine } from '../../../network/figures-engine.ts'
import type { PartnerCard } from '../../partners/partner-book.ts'

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
    .select(['o.partnerId', 'o.paidAt', 'o.amountCents', 'c.fact as cancelledBy'])
    .where('o.id', '=', orderId)
    .executeTakeFirst()
  const row = order === undefined ? NO_ROW : engine.rowOf(order.partnerId)
  const path = row === NO_ROW ? null : pathUp(engine, row, top)
  if (order === undefined || path === null) throw new Refusal('not_found')
  return {
    orderId,
    buyerId: order.partnerId,
    paidAt: order.paidAt,
    cents: order.amountCents,
    cancelledBy: order.cancelledBy,
    path,
  }
}

/** The rows above a row, up to `top`; null if `top` is not above it. */
function pathUp(engine: FiguresEngine, row: number, top: number): number[] | null {
  const path: number[] = []
  for (const above of engine.ancestors(row)) {
    path.push(above)
    if (above === top) return path
  }
  return null
}

/** The order as the API shows it. */
export const shownOrder = (
  { orderId, paidAt, cents, cancelledBy }: DownlineOrder,
  { firstName, lastName }: PartnerCard,
): NonNullable<BonusExplanation['order']> => ({
  orderId,
  paidAt,
  amount: formatUnits(eurCents(cents), 2),
  firstName,
  lastName,
  isCancelled: cancelledBy !== null,
})

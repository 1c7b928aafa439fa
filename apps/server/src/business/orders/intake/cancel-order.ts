import { Refusal } from '@partner-office/domain'
import { sql } from 'kysely'

import type { Core } from '../../../core/core.ts'
import type { Tx } from '../../../db/database.ts'
import { type FactLog, withFactLog, withFactLogIn } from '../../facts/with-fact-log.ts'
import { reverseCredits } from '../write/reverse-credits.ts'

/**
 * Cancel an order: it counts nowhere from now on, and what was credited for it goes back, as new records.
 *
 * Ranks, and what other records were decided on, stay. Cancelling again does nothing.
 *
 * Refuses: `not_found`.
 * Source: decisions C (notation), C11.14.
 */
export const cancelOrder = (core: Core, orderId: number, reason: string): Promise<void> =>
  withFactLog(core, cancelling(core, orderId, reason))

/** The same as a part of an open transaction. Refuses: `not_found`. */
export const cancelOrderIn = (
  core: Core,
  tx: Tx,
  { orderId, reason }: { readonly orderId: number; readonly reason: string },
): Promise<void> => withFactLogIn(core, tx, cancelling(core, orderId, reason))

const cancelling =
  (core: Core, orderId: number, reason: string) =>
  async (tx: Tx, log: FactLog): Promise<void> => {
    const order = await tx
      .selectFrom('orders as o')
      .leftJoin('cancellations as c', 'c.orderId', 'o.id')
      .select(['o.id', 'c.cancelledAt'])
      .where('o.id', '=', orderId)
      .executeTakeFirst()
    if (order === undefined) throw new Refusal('not_found', { field: 'orderId' })
    if (order.cancelledAt !== null) return

    const cancelledAt = core.clock()
    await tx
      .insertInto('cancellations')
      .values({ orderId, reason, cancelledAt, fact: log.last + 1 })
      .execute()
    await reverseCredits(tx, sql`b.order_id = ${orderId}`)
    log.written(1)
  }

import { Refusal } from '@partner-office/domain'
import { sql } from 'kysely'

import type { Core } from '../../../core/core.ts'
import { withFactLog } from '../../facts/with-fact-log.ts'
import { reverseCredits } from '../write/reverse-credits.ts'

/**
 * Cancel an order: it counts nowhere from now on, and what was credited for it goes back, as new records.
 *
 * Ranks, and what other records were decided on, stay. Cancelling again does nothing.
 *
 * Refuses: `not_found`.
 * Source: decisions C (notation), C11.14.
 */
export async function cancelOrder(core: Core, orderId: number, reason: string): Promise<void> {
  await withFactLog(core, async (tx, log) => {
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
  })
}

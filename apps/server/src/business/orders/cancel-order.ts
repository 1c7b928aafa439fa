import { Refusal } from '@partner-office/domain'
import { sql } from 'kysely'

import type { Tx } from '../../db/database.ts'
import type { Core } from '../core.ts'
import { withFactLog } from '../facts/with-fact-log.ts'
import { BONUS_EXPENSE } from '../ledger/post-transfers.ts'

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
    await reverseCredits(tx, orderId, cancelledAt)
    log.written(1)
  })
}

/** The company takes back each amount with the same columns, negative; a balance may fall below zero. */
async function reverseCredits(tx: Tx, orderId: number, cancelledAt: number): Promise<void> {
  await sql`
    with reversed as (
      select b.*, a.name as account, 'reverse:' || b.id as key
      from bonus_records b join transfers t on t.id = b.transfer_id join accounts a on a.id = t.partner_account_id
      where b.order_id = ${orderId} and b.reverses_id is null
      order by b.id
    ), posted as (
      select p.* from (
        select array_agg(key order by id) as keys, array_agg(partner_id order by id) as partners,
          array_agg(account order by id) as accounts, array_agg(${BONUS_EXPENSE}::text) as counters,
          array_agg(amount < 0 order by id) as to_partners, array_agg(currency order by id) as currencies,
          array_agg(abs(amount)::numeric order by id) as amounts,
          array_agg(type || '_REVERSAL' order by id) as kinds,
          array_agg('order ' || order_id order by id) as refs, array_agg(${cancelledAt}::bigint) as instants
        from reversed having count(*) > 0) r
      cross join lateral post_transfers(r.keys, r.partners, r.accounts, r.counters, r.to_partners, r.currencies,
        r.amounts, r.kinds, r.refs, r.instants) p
    )
    insert into bonus_records (partner_id, type, order_id, level, currency, amount, paid_at, period, transfer_id,
      plan_version, rank_id, percent, base_cents, rate_id, rate, before_cut, reverses_id)
    select r.partner_id, r.type, r.order_id, r.level, r.currency, -r.amount, ${cancelledAt}, r.period, p.transfer_id,
      r.plan_version, r.rank_id, r.percent, r.base_cents, r.rate_id, r.rate, -r.before_cut, r.id
    from reversed r join posted p on p.idempotency_key = r.key
    order by r.id`.execute(tx)
}

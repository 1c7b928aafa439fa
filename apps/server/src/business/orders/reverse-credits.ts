import { type RawBuilder, sql } from 'kysely'

import type { Tx } from '../../db/database.ts'
import { BONUS_EXPENSE } from '../ledger/post-transfers.ts'

/**
 * Take back what was credited for cancelled orders: the same columns once more, negative, at the instant of cancelling.
 * A balance may fall below zero. `which` says of which records `b`; those of orders that stand are left out.
 *
 * Source: decisions C (notation), C11.14.
 */
export async function reverseCredits(tx: Tx, which: RawBuilder<unknown>): Promise<void> {
  await sql`
    with reversed as (
      select b.*, a.name as account, 'reverse:' || b.id as key, c.cancelled_at
      from bonus_records b join cancellations c on c.order_id = b.order_id
        join transfers t on t.id = b.transfer_id join accounts a on a.id = t.partner_account_id
      where ${which} and b.reverses_id is null
      order by b.id
    ), posted as (
      select p.* from (
        select array_agg(key order by id) as keys, array_agg(partner_id order by id) as partners,
          array_agg(account order by id) as accounts, array_agg(${BONUS_EXPENSE}::text) as counters,
          array_agg(amount < 0 order by id) as to_partners, array_agg(currency order by id) as currencies,
          array_agg(abs(amount)::numeric order by id) as amounts,
          array_agg(type || '_REVERSAL' order by id) as kinds,
          array_agg('order ' || order_id order by id) as refs, array_agg(cancelled_at order by id) as instants
        from reversed having count(*) > 0) r
      cross join lateral post_transfers(r.keys, r.partners, r.accounts, r.counters, r.to_partners, r.currencies,
        r.amounts, r.kinds, r.refs, r.instants) p
    )
    insert into bonus_records (partner_id, type, order_id, level, currency, amount, paid_at, period, transfer_id,
      plan_version, rank_id, percent, base_cents, rate_id, rate, before_cut, reverses_id, closing_id, derivation, pool,
      turbo_window, credited_before)
    select r.partner_id, r.type, r.order_id, r.level, r.currency, -r.amount, r.cancelled_at, r.period, p.transfer_id,
      r.plan_version, r.rank_id, r.percent, r.base_cents, r.rate_id, r.rate, -r.before_cut, r.id, r.closing_id,
      r.derivation, r.pool, r.turbo_window, r.credited_before
    from reversed r join posted p on p.idempotency_key = r.key
    order by r.id`.execute(tx)
}

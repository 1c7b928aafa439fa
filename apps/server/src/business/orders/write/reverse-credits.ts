import { type RawBuilder, sql } from 'kysely'

import type { Tx } from '../../../db/database.ts'
import { REPEATED_COLUMNS } from '../../ledger/post-credits.ts'
import { BONUS_EXPENSE } from '../../ledger/post-transfers.ts'

/**
 * Reverses what was credited for cancelled orders: a record with the same columns and the negative amount, at the
 * instant of the cancellation. A balance may fall below zero. `which` is a condition on the records `b`; records of
 * orders that stand are left out.
 *
 * Source: decisions C (notation), C11.14.
 */
export async function reverseCredits(tx: Tx, which: RawBuilder<unknown>): Promise<void> {
  const repeated = sql.raw(REPEATED_COLUMNS.map((name) => `b.${name}`).join(', '))
  const item = sql`
    select 'reverse:' || b.id as key, b.id as reverses_id, a.name as account, c.cancelled_at as paid_at,
      -b.amount as amount, -b.before_cut as before_cut, ${repeated}
    from bonus_records b join cancellations c on c.order_id = b.order_id
      join transfers t on t.id = b.transfer_id join accounts a on a.id = t.partner_account_id
    where ${which} and b.reverses_id is null`
  const posted = sql`
    select p.* from (
      select array_agg(key order by reverses_id) as keys, array_agg(partner_id order by reverses_id) as partners,
        array_agg(account order by reverses_id) as accounts, array_agg(${BONUS_EXPENSE}::text) as counters,
        array_agg(amount > 0 order by reverses_id) as to_partners,
        array_agg(currency order by reverses_id) as currencies,
        array_agg(abs(amount)::numeric order by reverses_id) as amounts,
        array_agg(type || '_REVERSAL' order by reverses_id) as kinds,
        array_agg('order ' || order_id order by reverses_id) as refs,
        array_agg(paid_at order by reverses_id) as instants
      from item having count(*) > 0) r
    cross join lateral post_transfers(r.keys, r.partners, r.accounts, r.counters, r.to_partners, r.currencies,
      r.amounts, r.kinds, r.refs, r.instants) p`
  const columns = [...REPEATED_COLUMNS, 'amount', 'paid_at', 'before_cut', 'reverses_id']
  await sql`
    with item as (${item}), posted as (${posted})
    insert into bonus_records (transfer_id, ${sql.raw(columns.join(', '))})
    select p.transfer_id, ${sql.raw(columns.map((name) => `i.${name}`).join(', '))}
    from item i join posted p on p.idempotency_key = i.key and p.posted
    order by p.transfer_id`.execute(tx)
}

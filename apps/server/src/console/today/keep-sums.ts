import { DAY_MS } from '@partner-office/domain'
import { sql } from 'kysely'

import type { Core } from '../../core/core.ts'
import type { Tx } from '../../db/database.ts'

/** Facts or transfers of one step: a database that was filled by an older version is summed up in many short transactions. */
const ROWS_A_STEP = 20_000

/**
 * Adds what was committed since the last call to the sums of the start page: facts up to the last one, and transfers up to the
 * last seal, below which none can appear any more. Returns whether there is more. Each row is added once: the cursor moves in the
 * same transaction.
 *
 * Source: requirements TOD-005, TOD-006.
 */
export function keepSums(core: Core): Promise<boolean> {
  return core.database.transaction(async (tx) => {
    const cursor = await tx
      .selectFrom('console.sumCursors')
      .select(['fact', 'transferId', 'clearingTransferId'])
      .forUpdate()
      .executeTakeFirstOrThrow()
    const end = await endsOf(tx)
    const fact = Math.min(end.fact, cursor.fact + ROWS_A_STEP)
    const transferId = Math.min(end.transferId, cursor.transferId + ROWS_A_STEP)
    if (fact > cursor.fact) await addFacts(tx, cursor.fact, fact)
    if (transferId > cursor.transferId) await addTransfers(tx, cursor.transferId, transferId)
    // A cursor of its own: a database of an older version has summed up its transfers without it.
    const clearingTransferId = Math.min(end.transferId, cursor.clearingTransferId + ROWS_A_STEP)
    const isCleared = clearingTransferId > cursor.clearingTransferId
    if (isCleared) await addClearing(tx, cursor.clearingTransferId, clearingTransferId)
    if (fact > cursor.fact || transferId > cursor.transferId || isCleared) {
      const moved = { fact, transferId, clearingTransferId }
      await tx.updateTable('console.sumCursors').set(moved).execute()
    }
    return fact < end.fact || transferId < end.transferId || clearingTransferId < end.transferId
  })
}

async function endsOf(tx: Tx): Promise<{ readonly fact: number; readonly transferId: number }> {
  const { rows } = await sql<{ fact: number; transferId: number }>`
    select last_fact as fact, (select coalesce(max(last_transfer_id), 0) from ledger_seals) as transfer_id
    from fact_log`.execute(tx)
  return rows[0]!
}

const ADD = sql`on conflict (series, at, key) do update
  set amount = sums.amount + excluded.amount, entries = sums.entries + excluded.entries`

/** What `payout_clearing` has received less what it has given back, by currency. Source: requirements PQU-015. */
async function addClearing(tx: Tx, after: number, upTo: number): Promise<void> {
  await sql`
    insert into console.sums (series, at, key, amount, entries)
      select 'clearing', 0, currency, sum(case when kind = 'PAYOUT' then amount else -amount end), count(*) from transfers
        where id > ${after} and id <= ${upTo} and kind in ('PAYOUT', 'PAYOUT_REFUND') group by currency
    ${ADD}`.execute(tx)
}

const DAY = sql.lit(DAY_MS)

/** An order counts on the day on which it was paid; its cancellation takes it away there. */
async function addFacts(tx: Tx, after: number, upTo: number): Promise<void> {
  await sql`
    with moved as (
      select paid_at, amount_cents as cents, 1 as entries from orders where fact > ${after} and fact <= ${upTo}
      union all
      select o.paid_at, -o.amount_cents, -1 from cancellations c join orders o on o.id = c.order_id
        where c.fact > ${after} and c.fact <= ${upTo})
    insert into console.sums (series, at, key, amount, entries)
      select 'orders', paid_at - paid_at % ${DAY}, '', sum(cents), sum(entries) from moved group by 2
      union all
      select 'partners', registered_at - registered_at % ${DAY}, '', 0, count(*) from partners
        where fact > ${after} and fact <= ${upTo} group by 2
    ${ADD}`.execute(tx)
}

/**
 * A credit counts in the month of its period, else of its order; a reversal in the month of the cancellation. A balance is what an
 * account has received less what it has given.
 */
async function addTransfers(tx: Tx, after: number, upTo: number): Promise<void> {
  await sql`
    with added as materialized (
      select id, currency, case when partner_account_id = credit_account_id then amount else -amount end as change
      from transfers where id > ${after} and id <= ${upTo}),
    credited as (
      select coalesce(b.period, to_char(to_timestamp(b.paid_at / 1000) at time zone 'UTC', 'YYYY-MM')) as month,
        b.type || ' ' || b.currency as key, b.amount
      from added a join bonus_records b on b.transfer_id = a.id)
    insert into console.sums (series, at, key, amount, entries)
      select 'credited', (extract(epoch from (month || '-01')::date) * 1000)::bigint, key, sum(amount), count(*)
        from credited group by 2, 3
      union all
      select 'balances', 0, currency, sum(change), count(*) from added group by 3
    ${ADD}`.execute(tx)
}

import { sql } from 'kysely'

import type { Core } from '../core/core.ts'

/** Everything that orders write. New accounts of one call get their ids in any order, which transfers and hashes repeat. */
export async function writtenBy({ database }: Core): Promise<Record<string, object[]>> {
  const tables = {
    orders: 'select * from orders order by id',
    decisions: 'select * from order_decisions order by order_id',
    records: 'select * from bonus_records order by id',
    transfers: `
      select t.id, t.idempotency_key, a.partner_id, a.name, t.currency, t.amount, t.kind, t.reference, t.created_at
      from transfers t join accounts a on a.id = t.partner_account_id order by t.id`,
    balances:
      'select partner_id, name, currency, balance from accounts order by partner_id, name, currency',
    reaches: 'select * from rank_reaches order by partner_id, ladder, rank_id',
    audit: 'select actor, command, arguments from audit_log order by id',
    log: 'select last_fact from fact_log',
  }
  const read = Object.entries(tables).map(async ([name, query]) => {
    const { rows } = await sql.raw<object>(query).execute(database.read)
    return [name, rows] as const
  })
  return Object.fromEntries(await Promise.all(read))
}

/** The same without the intakes of files, whose slices the embedded database cuts by time; `singles` keep theirs. */
export async function withoutIntakes(core: Core, singles: readonly { orderId: number }[] = []) {
  const { orders, ...others } = await writtenBy(core)
  const ids = new Set(singles.map(({ orderId }) => orderId))
  const cut = (orders as { id: number; intake: number }[]).map((order) =>
    ids.has(order.id) ? order : { ...order, intake: null },
  )
  return { ...others, orders: cut }
}

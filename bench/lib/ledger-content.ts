import { sql } from 'kysely'
import { Client } from 'pg'

import { posting, type Transfer } from '../../apps/server/src/business/ledger/post-transfers.ts'
import { importPartners } from '../../apps/server/src/business/partners/import-partners.ts'
import type { Database } from '../../apps/server/src/db/database.ts'
import { openTestCore } from '../../apps/server/src/testing/core.ts'
import { partnerFile } from './large-network.ts'

export const LEDGER_SIZE = { partners: 100_000, companyAccounts: 1_000 } as const

/** A credit like those of an order. */
export const credit = (
  over: Pick<Transfer, 'key' | 'partnerId'> & Partial<Transfer>,
): Transfer => ({
  account: 'UCHAIN_UPT_BONUS',
  counter: 'bonus_expense',
  toPartner: true,
  currency: 'UPT',
  amount: '12345',
  kind: 'TEAM',
  reference: 'order 1',
  createdAt: 1,
  ...over,
})

/** Posts many transfers in one transaction; returns how many were new, as counted by the database. */
export async function postAll(database: Database, transfers: readonly Transfer[]): Promise<number> {
  const { rows } = await database.transaction((tx) =>
    sql<{ posted: number }>`
      select count(*) filter (where posted) as posted from ${posting(transfers)}`.execute(tx),
  )
  return rows[0]!.posted
}

/** Creates partners with used accounts, and the company's accounts, so that no measured call opens one. */
export async function fillLedger(database: Database, url: string): Promise<void> {
  const core = await openTestCore(database)
  await importPartners(core, partnerFile(LEDGER_SIZE.partners))
  const first = Array.from({ length: LEDGER_SIZE.partners }, (_, at) =>
    credit({
      key: `first:${at}`,
      partnerId: at + 1,
      counter: `company_${(at % LEDGER_SIZE.companyAccounts) + 1}`,
    }),
  )
  await postAll(database, first)
  await postAll(database, [credit({ key: 'first', partnerId: 1 })])
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query('vacuum analyze')
  await client.end()
}

/**
 * Counts the currencies that do not sum to zero and the balances that differ from the sum of their transfers.
 *
 * A company account's balance is the sum of its transfers; a partner's is stored.
 */
export async function unsoundRows(database: Database): Promise<number> {
  const { rows } = await sql<{ off: number }>`
    with moved as (
      select credit_account_id as account_id, amount::numeric as amount from transfers
      union all select debit_account_id, -amount::numeric from transfers
    ), sums as (select account_id, sum(amount) as amount from moved group by account_id
    ), held as (
      select a.currency, a.balance::numeric as balance, coalesce(s.amount, 0) as amount
      from accounts a left join sums s on s.account_id = a.id
    )
    select (select count(*) from held where balance <> amount)
      + (select count(*) from (
           select from held group by currency having sum(coalesce(balance, amount)) <> 0) c) as off`.execute(
    database.read,
  )
  return rows[0]!.off
}

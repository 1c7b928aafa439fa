import type { AccountCurrency } from '@partner-office/domain'
import { sql } from 'kysely'

import { column } from '../../db/column.ts'
import type { Db } from '../../db/database.ts'
import { movementMonth, type StatementMonths } from './statement-months.ts'

/** A movement of an account. Units: `units` smallest, negative for what left the account. */
export type Movement = {
  readonly transferId: number
  readonly units: bigint
  readonly kind: string
  readonly reference: string
  readonly createdAt: number
  readonly recordId: number | null
}

/** What happened in a partner's account in a month. Units: smallest of the currency. */
export type AccountMonth = {
  readonly partnerId: number
  readonly account: string
  readonly currency: AccountCurrency
  /** The sum of all movements of earlier months. */
  readonly opening: bigint
  readonly movements: readonly Movement[]
}

type Row = {
  readonly accountId: number
  readonly transferId: number
  readonly units: string
  readonly kind: string
  readonly reference: string
  readonly createdAt: number
  readonly recordId: number | null
}

type AccountRow = {
  readonly accountId: number
  readonly partnerId: number
  readonly account: string
  readonly currency: AccountCurrency
  readonly opening: string
}

/**
 * The accounts of some partners with their movements of a month; all accounts of the partners, moved or not.
 *
 * Costs: reading all movements of these accounts.
 */
export async function readAccountMonths(
  db: Db,
  { months, period }: { readonly months: StatementMonths; readonly period: string },
  partnerIds: readonly number[],
): Promise<AccountMonth[]> {
  const { joins, month } = movementMonth(months)
  const units = sql`(case when t.credit_account_id = a.id then t.amount else -t.amount end)`
  const ofPartners = sql`a.partner_id = any(${column(partnerIds)}::bigint[])`
  const { rows: accounts } = await sql<AccountRow>`
    select a.id as account_id, a.partner_id, a.name as account, a.currency,
      coalesce(sum(${units}) filter (where (${month}) < ${period}), 0)::text as opening
    from accounts a left join transfers t on t.partner_account_id = a.id ${joins}
    where ${ofPartners} group by a.id order by a.partner_id, a.currency`.execute(db)
  const { rows } = await sql<Row>`
    select a.id as account_id, t.id as transfer_id, ${units}::text as units, t.kind, t.reference, t.created_at,
      b.id as record_id
    from accounts a join transfers t on t.partner_account_id = a.id ${joins}
    where ${ofPartners} and (${month}) = ${period} order by t.id`.execute(db)
  const movements = Map.groupBy(rows, ({ accountId }) => accountId)
  return accounts.map(({ accountId, opening, ...account }) => ({
    ...account,
    opening: BigInt(opening),
    movements: (movements.get(accountId) ?? []).map(
      ({ units: text, accountId: _accountId, ...row }) => ({
        ...row,
        units: BigInt(text),
      }),
    ),
  }))
}

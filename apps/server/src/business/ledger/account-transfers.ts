import type { CallReply, getPartnerChain, getPartnerLedger } from '@partner-office/contracts'
import { sql } from 'kysely'

import type { Db } from '../../db/database.ts'
import { balanceText, currencyOfAccount } from './read-balances.ts'

const PAGE = 50

type Row = {
  readonly id: number
  readonly at: number
  readonly kind: string
  readonly reference: string
  readonly amount: string
  readonly balance: string
  readonly hash: string
  readonly before: string | null
}

/** What a transfer brings to the partner's account. */
const SIGNED = sql`case when t.credit_account_id = a.id then t.amount::numeric else -t.amount::numeric end`

/**
 * Reads transfers of an account of a partner, the newest first, each with the balance after it and the hash before it.
 *
 * Cost: one pass over the transfers of the account that are newer than the place, which the first page has none of.
 * Refuses: `wallet_not_found`, for a name that no account has.
 * Source: requirements PTR-006.
 */
export async function readAccountTransfers(
  db: Db,
  partnerId: number,
  { account, before }: { readonly account: string; readonly before: number | null },
): Promise<CallReply<typeof getPartnerLedger>> {
  const currency = currencyOfAccount(account, 'account')
  const place = before ?? Number.MAX_SAFE_INTEGER
  const { rows } = await sql<Row>`
    with account as (select id, balance from accounts where partner_id = ${partnerId} and name = ${account}),
    newer as (
      select coalesce(sum(${SIGNED}), 0) as amount from account a join transfers t on t.partner_account_id = a.id
      where t.id >= ${place}),
    page as (
      select t.id, t.created_at as at, t.kind, t.reference, t.hash, ${SIGNED} as amount
      from account a join transfers t on t.partner_account_id = a.id
      where t.id < ${place} order by t.id desc limit ${PAGE + 1})
    select p.id, p.at, p.kind, p.reference, p.amount::text as amount, encode(p.hash, 'hex') as hash,
      (a.balance - newer.amount - sum(p.amount) over (order by p.id desc) + p.amount)::text as balance,
      encode(lag(p.hash) over (order by p.id), 'hex') as before
    from account a cross join newer cross join page p order by p.id desc`.execute(db)
  const text = (units: string) => balanceText(BigInt(units), currency)
  const content = rows
    .slice(0, PAGE)
    .map((row) => ({ ...row, amount: text(row.amount), balance: text(row.balance) }))
  if (rows.length <= PAGE) return { currency, content }
  return { currency, content, next: String(content.at(-1)!.id) }
}

/**
 * Recomputes the chain of an account of a partner: each hash must follow from what the transfer says and from the hash before, and the
 * account must end with the last one.
 *
 * Refuses: `wallet_not_found`.
 * Source: requirements PTR-006; decisions D-144.
 */
export async function checkAccountChain(
  db: Db,
  partnerId: number,
  account: string,
): Promise<CallReply<typeof getPartnerChain>> {
  currencyOfAccount(account, 'account')
  const { rows } = await sql<{ checked: number; wrong: number | null; isHead: boolean }>`
    with links as (
      select t.id, t.hash, sha256(coalesce(lag(t.hash) over (order by t.id), '') || transfer_text(t.id, t.idempotency_key,
        t.debit_account_id, t.credit_account_id, t.currency, t.amount, t.kind, t.reference, t.created_at)) as due
      from accounts a join transfers t on t.partner_account_id = a.id
      where a.partner_id = ${partnerId} and a.name = ${account})
    select count(*)::integer as checked, min(id) filter (where hash is distinct from due) as wrong,
      (select a.last_hash from accounts a where a.partner_id = ${partnerId} and a.name = ${account})
        is not distinct from (select hash from links order by id desc limit 1) as is_head
    from links`.execute(db)
  const { checked, wrong, isHead } = rows[0]!
  return { checked, wrong: wrong ?? (isHead ? null : 0) }
}

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

/**
 * Reads transfers of an account of a partner, the newest first, each with the balance after it and the hash before it.
 *
 * Cost: one pass over the transfers of the account that are older than the place.
 * Refuses: `wallet_not_found`, for a name that no account has.
 * Source: requirements PTR-006.
 */
export async function readAccountTransfers(
  db: Db,
  partnerId: number,
  { account, before }: { readonly account: string; readonly before: number | null },
): Promise<CallReply<typeof getPartnerLedger>> {
  const currency = currencyOfAccount(account, 'account')
  const { rows } = await sql<Row>`
    select id, at, kind, reference, amount::text as amount, balance::text as balance, encode(hash, 'hex') as hash,
      encode(before, 'hex') as before
    from (
      select t.*, sum(t.amount) over w as balance, lag(t.hash) over w as before from (
        select t.id, t.created_at as at, t.kind, t.reference, t.hash,
          case when t.credit_account_id = a.id then t.amount::numeric else -t.amount::numeric end as amount
        from accounts a join transfers t on t.partner_account_id = a.id
        where a.partner_id = ${partnerId} and a.name = ${account} and t.id < ${before ?? Number.MAX_SAFE_INTEGER}) t
      window w as (order by t.id)) t
    order by id desc limit ${PAGE + 1}`.execute(db)
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

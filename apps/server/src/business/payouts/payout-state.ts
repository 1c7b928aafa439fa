import { type CoinUnits, coinUnits, DAY_MS, payoutAvailable } from '@partner-office/domain'
import { sql } from 'kysely'

import type { Db, Tx } from '../../db/database.ts'
import type { PayoutTerms } from './payout-terms.ts'

/** What a partner has and has paid out already. Units: smallest units of the route's currency. */
export type PayoutState = {
  readonly balance: CoinUnits
  /** What is left of the daily limit; null without one. */
  readonly available: CoinUnits | null
  /** Pending payouts from all sources. */
  readonly pending: number
}

/**
 * Locks a source account of a partner until the transaction ends, so that its balance stays as it is read: a bonus that is
 * being taken back waits, or has been taken back before.
 */
export async function lockBalance(tx: Tx, partnerId: number, source: string): Promise<void> {
  await tx
    .selectFrom('accounts')
    .select('id')
    .where('partnerId', '=', partnerId)
    .where('name', '=', source)
    .orderBy('id')
    .forUpdate()
    .execute()
}

type StateRow = {
  readonly balance: string
  readonly sinceMidnight: string
  readonly paidToday: string
  readonly pending: number
}

/**
 * Reads what bounds a payout of a route now. A day is a day in UTC, and a payout counts for the day of its confirmation.
 *
 * Source: decisions C9, D-092, D-093.
 */
export async function readPayoutState(
  db: Db,
  partnerId: number,
  { terms, now }: { readonly terms: PayoutTerms; readonly now: number },
): Promise<PayoutState> {
  const midnight = now - (now % DAY_MS)
  const { rows } = await sql<StateRow>`
    select coalesce(sum(a.balance), 0)::text as balance,
      coalesce(sum((select sum(case when t.credit_account_id = a.id then t.amount else -t.amount end)
        from transfers t where t.partner_account_id = a.id and t.created_at >= ${midnight}
          and ${terms.dailyLimitPercent !== null})), 0)::text as since_midnight,
      (select coalesce(sum(p.amount), 0) from payouts p
        where p.partner_id = ${partnerId} and p.payout_from = ${terms.from} and p.payout_to = ${terms.to}
          and p.created_at >= ${midnight} and p.status <> 'REJECTED')::text as paid_today,
      (select count(*) from payouts p where p.partner_id = ${partnerId} and p.status = 'PENDING') as pending
    from accounts a
    where a.partner_id = ${partnerId} and a.name = ${terms.from} and a.currency = ${terms.currency}`.execute(
    db,
  )
  const { balance, sinceMidnight, paidToday, pending } = rows[0]!
  return {
    balance: coinUnits(BigInt(balance)),
    pending,
    available: payoutAvailable({
      dailyLimit: terms.dailyLimit,
      percent: terms.dailyLimitPercent,
      balanceAtMidnight: coinUnits(BigInt(balance) - BigInt(sinceMidnight)),
      paidToday: coinUnits(BigInt(paidToday)),
    }),
  }
}

import type { CallReply, getPayoutTotals } from '@partner-office/contracts'
import { type AccountCurrency, PAYOUT_ROUTES } from '@partner-office/domain'
import { sql } from 'kysely'

import { coinText } from '../../business/bonuses/bonus-texts.ts'
import type { Core } from '../../core/core.ts'
import type { Db } from '../../db/database.ts'
import { EurValues } from '../today/eur-values.ts'
import type { ChainAdapter } from './chain.ts'
import { STATE } from './states.ts'

type Reply = CallReply<typeof getPayoutTotals>

const MONTHS = 12

/** Sums of payouts. Source: requirements PQU-015, PQU-017. */
export async function readTotals(
  { database: { read }, clock }: Core,
  chain: ChainAdapter | null,
): Promise<Reply> {
  const values = await EurValues.read(read)
  const { rows } = await sql<{
    currency: AccountCurrency
    state: 'waiting' | 'taken'
    count: number
    units: string
  }>`
    select p.currency, ${STATE} as state, count(*)::integer as count, sum(p.amount)::text as units from payouts p
    where p.status = 'PENDING' group by 1, 2 order by 1, 2 desc`.execute(read)
  const clearing = await compareClearing(read)
  return {
    pending: rows.map(({ currency, state, count, units }) => ({
      state,
      count,
      ...values.valued(currency, units),
    })),
    months: await readMonths(read, clock()),
    clearing: clearing.map(({ currency, ...units }) => {
      const coins = (of: bigint) => coinText(of, currency)
      return {
        currency,
        balance: coins(units.balance),
        sent: coins(units.sent),
        pending: coins(units.pending),
        difference: coins(units.difference),
      }
    }),
    wallets: chain === null ? null : await readWallets(chain),
    rates: values.used(),
  }
}

async function readMonths(db: Db, now: number): Promise<Reply['months']> {
  const today = new Date(now)
  const from = Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - MONTHS + 1)
  const { rows } = await sql<Reply['months'][number]>`
    select to_char(to_timestamp(p.created_at / 1000) at time zone 'UTC', 'YYYY-MM') as month, p.currency, ${STATE} as state,
      count(*)::integer as count, sum(p.amount)::text as amount, sum(p.fee)::text as fee
    from payouts p where p.created_at >= ${from} group by 1, 2, 3 order by 1 desc, 2, 3`.execute(db)
  return rows.map((row) => {
    const coins = (units: string) => coinText(BigInt(units), row.currency as AccountCurrency)
    return { ...row, amount: coins(row.amount), fee: coins(row.fee) }
  })
}

async function readWallets(chain: ChainAdapter): Promise<NonNullable<Reply['wallets']>> {
  const currencies = [...new Set(PAYOUT_ROUTES.map(({ currency }) => currency))]
  const found = await Promise.all(
    currencies.map(async (currency) => ({
      currency,
      balance: await chain.balance(currency).catch(() => null),
    })),
  )
  return found.flatMap(({ currency, balance }) => (balance === null ? [] : [{ currency, balance }]))
}

/** What `payout_clearing` holds of a currency, beside the payouts. Units: smallest units. */
type Clearing = {
  readonly currency: AccountCurrency
  readonly balance: bigint
  readonly sent: bigint
  readonly pending: bigint
  /** What the balance without what was sent has more than the pending payouts. */
  readonly difference: bigint
}

/**
 * Compares `payout_clearing` with the payouts: its balance is all that has left partners' accounts for a wallet, so without what was sent
 * it is that of the pending payouts. Sums of sealed transfers are stored; the newest are added here. One statement sees one state.
 *
 * Source: requirements PQU-015.
 */
export async function compareClearing(db: Db): Promise<Clearing[]> {
  const { rows } = await sql<Record<'currency' | 'balance' | 'sent' | 'pending', string>>`
    with moved as (
      select key as currency, amount from console.sums where series = 'clearing'
      union all
      select t.currency, case when t.kind = 'PAYOUT' then t.amount else -t.amount end
        from transfers t, console.sum_cursors c
        where t.id > c.clearing_transfer_id and t.kind in ('PAYOUT', 'PAYOUT_REFUND')),
    held as (select currency, sum(amount) as balance from moved group by currency),
    paid as (
      select currency, coalesce(sum(receive) filter (where status = 'SUCCESS'), 0) as sent,
        coalesce(sum(receive) filter (where status = 'PENDING'), 0) as pending
      from payouts group by currency)
    select currency, trunc(coalesce(balance, 0))::text as balance, coalesce(sent, 0)::text as sent, coalesce(pending, 0)::text as pending
    from held full join paid using (currency) order by currency`.execute(db)
  return rows.map(({ currency, ...units }) => {
    const [balance, sent, pending] = [units.balance, units.sent, units.pending].map(BigInt) as [
      bigint,
      bigint,
      bigint,
    ]
    return {
      currency: currency as AccountCurrency,
      balance,
      sent,
      pending,
      difference: balance - sent - pending,
    }
  })
}

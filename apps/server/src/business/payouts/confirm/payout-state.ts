import {
  type AccountCurrency,
  type CoinUnits,
  coinUnits,
  DAY_MS,
  payoutAvailable,
} from '@partner-office/domain'
import { type RawBuilder, type Selectable, sql } from 'kysely'

import { column } from '../../../db/column.ts'
import type { Db, Tx } from '../../../db/database.ts'
import type { Schema } from '../../../db/schema.ts'
import { isOpenHold } from '../../adjustments/is-open-hold.ts'
import { type PayoutTerms, termsOf } from '../routes/payout-terms.ts'

/** What a partner has and has paid out already. Units: smallest units of the route's currency. */
export type PayoutState = {
  readonly balance: CoinUnits
  /** What operators hold of the balance. */
  readonly held: CoinUnits
  /** What was credited too recently to be paid out by the route; what is held counts once. */
  readonly waiting: CoinUnits
  /** What is left of the daily limit; null without one. */
  readonly available: CoinUnits | null
  /** Pending payouts from all sources. */
  readonly pending: number
}

/** A route, and what bounds the payouts of a partner that take it. */
export type PayoutRoute = { readonly terms: PayoutTerms; readonly state: PayoutState }

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

/** A row of `payout_routes` with the columns of `ROUTE_STATE`; null where there is no such route. */
export type RouteRow = Selectable<Schema['payoutRoutes']> & {
  readonly balance: string
  readonly held: string
  readonly waiting: string
  readonly sinceMidnight: string
  readonly paidToday: string
  readonly pending: number
}

/** Columns with what bounds the payouts of a route; they need `joiningState`. */
export const ROUTE_STATE: RawBuilder<unknown> = sql`
  coalesce(a.balance, 0)::text as balance, h.held::text as held, w.waiting::text as waiting, coalesce(m.moved, 0)::text as since_midnight,
  p.paid_today::text as paid_today, p.pending`

/**
 * SQL that joins what bounds payouts now to routes `r`, of the partner `c.partner_id`. A day is a day in UTC, and a payout
 * counts for the day of its confirmation.
 *
 * Source: decisions C9, D-092, D-093.
 */
export function joiningState(now: number): RawBuilder<unknown> {
  const midnight = now - (now % DAY_MS)
  return sql`
    left join lateral (select a.*, a.xmin from accounts a
      where a.partner_id = c.partner_id and a.name = r.payout_from and a.currency = r.currency offset 0) a on true
    left join lateral (
      select sum(case when t.credit_account_id = a.id then t.amount else -t.amount end) as moved from transfers t
      where r.daily_limit_percent is not null and t.partner_account_id = a.id and t.created_at >= ${midnight}) m on true
    cross join lateral (
      select coalesce(sum(h.amount), 0) as held from holds h
      where h.partner_id = c.partner_id and h.account = r.payout_from and ${isOpenHold('h', now)}) h
    cross join lateral (
      select case when r.holding_days > 0 and a.id is not null then
        (select coalesce(sum(credit.amount), 0) from waiting_credits(a.id, r.holding_days, ${now}) credit) else 0 end as waiting) w
    cross join lateral (
      select count(*) filter (where p.status = 'PENDING') as pending,
        coalesce(sum(p.amount) filter (where p.payout_from = r.payout_from and p.payout_to = r.payout_to
          and p.created_at >= ${midnight} and p.status <> 'REJECTED'), 0) as paid_today
      from payouts p where p.partner_id = c.partner_id) p`
}

/** The route of a row. */
export function routeOf(row: RouteRow): PayoutRoute {
  const terms = termsOf(row)
  const balance = coinUnits(BigInt(row.balance))
  const available = payoutAvailable({
    dailyLimit: terms.dailyLimit,
    percent: terms.dailyLimitPercent,
    balanceAtMidnight: coinUnits(balance - BigInt(row.sinceMidnight)),
    paidToday: coinUnits(BigInt(row.paidToday)),
  })
  const [held, waiting] = [coinUnits(BigInt(row.held)), coinUnits(BigInt(row.waiting))]
  return { terms, state: { balance, held, waiting, available, pending: row.pending } }
}

/** Reads the routes from some sources, or from all, and what bounds a partner's payouts. */
export async function readPayoutRoutes(
  db: Db,
  partnerId: number,
  { from, now }: { readonly from: readonly string[] | undefined; readonly now: number },
): Promise<PayoutRoute[]> {
  const sources = from === undefined ? null : column(from)
  const { rows } = await sql<RouteRow>`
    select r.*, ${ROUTE_STATE} from payout_routes r cross join (select ${partnerId}::bigint as partner_id) c
    ${joiningState(now)}
    where ${sources}::text[] is null or r.payout_from = any(${sources}::text[])
    order by r.payout_from, r.payout_to`.execute(db)
  return rows.map(routeOf)
}

/** An amount that a route pays out from an instant on. Units: smallest of the currency; `at` epoch milliseconds. */
export type WaitingAmount = {
  readonly from: string
  readonly to: string
  readonly currency: AccountCurrency
  readonly at: number
  readonly units: string
}

/** What waits for the end of its holding period, by route and by the day on which it can be paid out. */
export async function readWaiting(
  db: Db,
  partnerId: number,
  now: number,
): Promise<readonly WaitingAmount[]> {
  const { rows } = await sql<WaitingAmount>`
    select r.payout_from as "from", r.payout_to as "to", r.currency,
      (c.created_at / ${DAY_MS}::bigint + r.holding_days + 1) * ${DAY_MS}::bigint as at, sum(c.amount)::text as units
    from payout_routes r join accounts a on a.partner_id = ${partnerId} and a.name = r.payout_from and a.currency = r.currency
      cross join lateral waiting_credits(a.id, r.holding_days, ${now}) c
    where r.holding_days > 0
    group by 1, 2, 3, 4 order by 1, 2, 4`.execute(db)
  return rows
}

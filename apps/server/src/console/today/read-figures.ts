import type { CallReply, getTodayFigures } from '@partner-office/contracts'
import { type AccountCurrency, DAY_MS, formatUnits, monthStart } from '@partner-office/domain'
import { sql } from 'kysely'

import type { Core } from '../../core/core.ts'
import type { Db } from '../../db/database.ts'
import type { ActivePartnersCache } from './active-partners-cache.ts'
import { EurValues } from './eur-values.ts'
import { programmeIn, type Sum, sumsOf } from './stored-sums.ts'

const WEEK_DAYS = 7

/** Figures of the network, from the figures in memory and the stored sums. Source: requirements TOD-005, TOD-006. */
export async function readFigures(
  core: Core,
  actives: ActivePartnersCache,
): Promise<CallReply<typeof getTodayFigures>> {
  const { network, clock } = core
  const { read } = core.database
  const now = clock()
  const month = monthStart(now)
  const before = monthStart(month - 1)
  const active = await actives.read()
  const values = await EurValues.read(core.database.read)
  const orders = await sumsOf(read, 'orders', before)
  const partners = await sumsOf(read, 'partners', before)
  const credited = (await sumsOf(read, 'credited', month)).filter(({ at }) => at === month)
  const balances = await sumsOf(read, 'balances', 0)
  const pending = await pendingPayouts(core)
  return {
    partners: network.engine.size,
    active: active.now,
    newPartners: countsOf(partners, now),
    orders: countsOf(orders, now),
    turnover: centsIn(orders, { from: month, to: now }),
    turnoverBefore: centsIn(orders, { from: before, to: sameDayBefore(now) }),
    credited: credited.map(({ key, amount, entries }) => {
      const { programme, currency } = programmeIn(key)
      return { programme, ...values.valued(currency, amount), records: entries }
    }),
    balances: balances.map(({ key, amount }) => values.valued(key as AccountCurrency, amount)),
    pendingPayouts: pending.map(({ currency, amount, count }) => ({
      ...values.valued(currency, amount),
      count,
    })),
    rates: values.used(),
    asOf: active.asOf,
    sumsAsOf: await lastSummed(read),
    at: now,
  }
}

async function lastSummed(db: Db): Promise<number> {
  const cursor = db.selectFrom('console.sumCursors').select('fact')
  return (await cursor.executeTakeFirstOrThrow()).fact
}

const dayOf = (at: number): number => at - (at % DAY_MS)

/** Entries of today, of the last 7 days with today, and of this month. */
function countsOf(sums: readonly Sum[], now: number) {
  const since = (from: number) =>
    sums.filter(({ at }) => at >= from && at <= now).reduce((sum, { entries }) => sum + entries, 0)
  return {
    today: since(dayOf(now)),
    week: since(dayOf(now) - (WEEK_DAYS - 1) * DAY_MS),
    month: since(monthStart(now)),
  }
}

/** The last instant that counts of the month before: the end of the same day, or of the last one of a shorter month. */
function sameDayBefore(now: number): number {
  const month = monthStart(now)
  const sameDay = monthStart(month - 1) + (dayOf(now) - month)
  return Math.min(sameDay, month - DAY_MS)
}

/** Turnover of days. Units: the first instants of the first and of the last day count. */
function centsIn(
  sums: readonly Sum[],
  { from, to }: { readonly from: number; readonly to: number },
): string {
  const cents = sums
    .filter(({ at }) => at >= from && at <= to)
    .reduce((sum, { amount }) => sum + BigInt(amount), 0n)
  return formatUnits(cents, 2)
}

async function pendingPayouts({ database }: Core) {
  const { rows } = await sql<{ currency: AccountCurrency; amount: string; count: number }>`
    select currency, sum(amount)::text as amount, count(*) as count from payouts
    where status = 'PENDING' group by currency order by currency`.execute(database.read)
  return rows
}

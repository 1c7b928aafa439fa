import { type Currency, fraction, type Rate } from '@partner-office/domain'
import { sql } from 'kysely'

import { column } from '../../db/column.ts'
import type { Database, Db } from '../../db/database.ts'
import { PREPARED } from '../../db/prepared.ts'

type RateRow = {
  id: number
  from: Currency
  to: Currency
  rateType: 'SELL' | 'BUY'
  rate: string
  setAt: number
}

/** The quotes in force: the newest of each pair and type. */
export async function currentRates(db: Db): Promise<Rate[]> {
  return (await listRates(db)).map((row) => ({ ...row, rate: fraction(row.rate) }))
}

/** Quotes by their ids, in force or not. */
export async function readRates(db: Db, ids: readonly number[]): Promise<Rate[]> {
  const { rows } = await sql<RateRow>`
    select id, from_currency as "from", to_currency as "to", rate_type, rate, set_at
    from rates where id = any(${column(ids)}::bigint[]) order by id`.execute(db)
  return rows.map((row) => ({ ...row, rate: fraction(row.rate) }))
}

/** The quotes in force with their exact text, by pair, for lists. */
export async function listRates(db: Db): Promise<RateRow[]> {
  // From pair to pair along the index: a feed leaves many quotes of few pairs, and all of them would be read else.
  const { rows } = await sql<RateRow>`${PREPARED}
    with recursive newest as (
      (select * from rates order by from_currency, to_currency, rate_type, id desc limit 1)
      union all
      select following.* from newest n cross join lateral (
        select r.* from rates r
        where (r.from_currency, r.to_currency, r.rate_type) > (n.from_currency, n.to_currency, n.rate_type)
        order by r.from_currency, r.to_currency, r.rate_type, r.id desc limit 1) following
    )
    select id, from_currency as "from", to_currency as "to", rate_type, rate, set_at from newest`.execute(
    db,
  )
  return rows
}

/** When the newest of some quotes was set, or said to hold still by the feed it comes from. */
export async function quotedAt(db: Db, quotes: readonly Rate[]): Promise<number> {
  const confirmations = await db
    .selectFrom('rateConfirmations')
    .select('confirmedAt')
    .where(
      'rateId',
      'in',
      quotes.map(({ id }) => id),
    )
    .execute()
  return Math.max(
    ...quotes.map(({ setAt }) => setAt),
    ...confirmations.map(({ confirmedAt }) => confirmedAt),
  )
}

/** The quotes in force, and since when or until when each is known to hold. Units: epoch milliseconds, by id. */
export type Quotes = {
  readonly rates: readonly Rate[]
  /** When a quote was set, or said to hold still by the feed it comes from. */
  readonly quotedAt: ReadonlyMap<number, number>
}

/**
 * The quotes in force, to show them: while the database does not answer, those of the last minute. What decides about money
 * reads them itself.
 */
export const recentQuotes = ({
  recent,
  read,
}: Pick<Database, 'recent' | 'read'>): Promise<Quotes> =>
  recent.lastKnown('quotes', () => readQuotes(read))

async function readQuotes(db: Db): Promise<Quotes> {
  const rates = await currentRates(db)
  const { rows } = await sql<{ rateId: number; confirmedAt: number }>`${PREPARED}
    select rate_id, confirmed_at from rate_confirmations
    where rate_id = any(${rates.map(({ id }) => id)}::bigint[])`.execute(db)
  const confirmed = new Map(rows.map(({ rateId, confirmedAt }) => [rateId, confirmedAt]))
  const instants = rates.map(
    ({ id, setAt }) => [id, Math.max(setAt, confirmed.get(id) ?? 0)] as const,
  )
  return { rates, quotedAt: new Map(instants) }
}

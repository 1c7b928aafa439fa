import { type Currency, fraction, type Rate } from '@partner-office/domain'
import { sql } from 'kysely'

import type { Db } from '../../db/database.ts'

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
  const { rows } = await sql<RateRow>`
    select distinct on (from_currency, to_currency, rate_type)
      id, from_currency as "from", to_currency as "to", rate_type, rate, set_at
    from rates order by from_currency, to_currency, rate_type, id desc`.execute(db)
  return rows.map((row) => ({ ...row, rate: fraction(row.rate) }))
}

/** Quotes by their ids, in force or not. */
export async function readRates(db: Db, ids: readonly number[]): Promise<Rate[]> {
  const { rows } = await sql<RateRow>`
    select id, from_currency as "from", to_currency as "to", rate_type, rate, set_at
    from rates where id = any(${`{${ids.join(',')}}`}::bigint[]) order by id`.execute(db)
  return rows.map((row) => ({ ...row, rate: fraction(row.rate) }))
}

/** The quotes in force with their exact text, by pair, for lists. */
export async function listRates(db: Db): Promise<Omit<RateRow, 'id'>[]> {
  const { rows } = await sql<RateRow>`
    select distinct on (from_currency, to_currency, rate_type)
      from_currency as "from", to_currency as "to", rate_type, rate, set_at
    from rates order by from_currency, to_currency, rate_type, id desc`.execute(db)
  return rows
}

import {
  type AccountCurrency,
  coinUnits,
  CURRENCIES,
  decimalsOf,
  INCOME_DECIMALS,
  type PeriodBonusType,
  type ProgrammeTotal,
} from '@partner-office/domain'
import { type RawBuilder, sql } from 'kysely'

import type { Db } from '../../db/database.ts'
import { ownRecords } from './seal-closing.ts'
import type { Closing } from './closing.ts'

type Row = {
  readonly type: PeriodBonusType
  readonly currency: AccountCurrency
  readonly records: number
  readonly partners: number
  readonly units: string
  readonly eur: string | null
}

/** The value of a record in EUR, as `eurValueOf`; null without one. `div` cuts exactly. */
export const EUR_OF_RECORD: RawBuilder<unknown> = sql`
  case when rate is not null or currency = 'EUR' then
    div(amount * power(10::numeric, ${INCOME_DECIMALS} - case currency
      ${sql.join(decimalCases(), sql` `)} end), coalesce(rate, 1)) end`

function decimalCases(): RawBuilder<unknown>[] {
  return CURRENCIES.map((each) => sql`when ${sql.lit(each)} then ${sql.lit(decimalsOf(each))}`)
}

type SealedClosing = Pick<Closing, 'id' | 'period' | 'latePeriods'>

/**
 * What the closing of a month has credited to it, by type and currency, as `MonthClose.programmes` counts it.
 *
 * Units: the currency's smallest, and 1e-8 EUR.
 */
export async function readProgrammes(db: Db, closing: SealedClosing): Promise<ProgrammeTotal[]> {
  const { rows } = await sql<Row>`
    select type, currency, count(*) as records, count(distinct partner_id) as partners, sum(amount) as units,
      sum(${EUR_OF_RECORD})::text as eur
    from bonus_records where ${ownRecords(closing)}
    group by type, currency order by type collate "C", currency collate "C"`.execute(db)
  return rows.map(({ units, eur, ...row }) => ({
    ...row,
    units: coinUnits(BigInt(units)),
    eur: eur === null ? null : BigInt(eur),
  }))
}

/** What the closing of a month has credited to some partners in EUR. Units: 1e-8 EUR. */
export async function readEarned(
  db: Db,
  closing: SealedClosing,
  partnerIds: readonly number[],
): Promise<Map<number, bigint>> {
  const { rows } = await sql<{ partnerId: number; eur: string | null }>`
    select partner_id, sum(${EUR_OF_RECORD})::text as eur from bonus_records
    where ${ownRecords(closing)} and partner_id = any(${[...partnerIds]}::bigint[])
    group by partner_id`.execute(db)
  return new Map(rows.map(({ partnerId, eur }) => [partnerId, BigInt(eur ?? 0)]))
}

/** The partners on the first places of a closed month by what it credited to them in EUR; ties by id. */
export async function readHighest(
  db: Db,
  closing: SealedClosing,
  places: number,
): Promise<number[]> {
  const { rows } = await sql<{ partnerId: number }>`
    select partner_id from bonus_records where ${ownRecords(closing)}
    group by partner_id having sum(${EUR_OF_RECORD}) > 0
    order by sum(${EUR_OF_RECORD}) desc, partner_id limit ${places}`.execute(db)
  return rows.map(({ partnerId }) => partnerId)
}

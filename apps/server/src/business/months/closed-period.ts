import {
  type AccountCurrency,
  decimalsOf,
  formatUnits,
  type PeriodBonusType,
} from '@partner-office/domain'
import { sql } from 'kysely'

import type { Db } from '../../db/database.ts'
import type { Closing } from './closing.ts'

/** The credits of a month of one type in one currency. Units: `amount` in whole coins. */
export type PeriodSum = {
  readonly period: string
  readonly type: PeriodBonusType
  readonly currency: AccountCurrency
  readonly records: number
  readonly amount: string
}

/**
 * A closed month, or the preview of a closing.
 *
 * `sha256` is over the month's own records, as `export bonuses` writes them without reversals and later corrections;
 * `sums` also has what its closing credited to earlier months for late orders.
 */
export type ClosedPeriod = {
  readonly period: string
  readonly records: number
  readonly sums: PeriodSum[]
  readonly sha256: string
}

type SumRow = Omit<PeriodSum, 'amount'> & { readonly units: string }

/** Reads what a sealed closing has credited. */
export async function readClosed(db: Db, closing: Closing): Promise<ClosedPeriod> {
  const { id, period, latePeriods } = closing
  const { records, recordsHash } = await db
    .selectFrom('periodSeals')
    .select(['records', 'recordsHash'])
    .where('closingId', '=', id)
    .executeTakeFirstOrThrow()
  const sums = await readSums(db, closing, [period, ...latePeriods])
  return { period, records, sums, sha256: recordsHash.toString('hex') }
}

/** What a closing has credited to some months, the first of them first. */
export async function readSums(
  db: Db,
  { id }: Pick<Closing, 'id'>,
  periods: readonly string[],
): Promise<PeriodSum[]> {
  const { rows } = await sql<SumRow>`
    select period, type, currency, count(*) as records, sum(amount) as units
    from bonus_records
    where closing_id = ${id} and period = any(${[...periods]}::text[]) and reverses_id is null
    group by period, type, currency
    order by period <> ${periods[0] ?? ''}, period, type collate "C", currency collate "C"`.execute(
    db,
  )
  return rows.map(({ units, ...sum }) => {
    const amount = formatUnits(BigInt(units), decimalsOf(sum.currency))
    return { ...sum, amount }
  })
}

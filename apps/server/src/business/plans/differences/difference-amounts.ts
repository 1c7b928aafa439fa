import type {
  DifferenceFilter,
  DifferenceSides,
  DifferenceTotal,
  ProgrammeSides,
} from '@partner-office/contracts'
import {
  type AccountCurrency,
  type BonusType,
  decimalsOf,
  formatUnits,
  INCOME_DECIMALS,
} from '@partner-office/domain'
import { type RawBuilder, sql } from 'kysely'

import type { Db } from '../../../db/database.ts'

/** Two sides as the database adds them up. Units: the currency's smallest; 1e-8 EUR. */
export type SideSums = {
  readonly currency: AccountCurrency
  readonly real: string
  readonly draft: string
  readonly realEur: string | null
  readonly draftEur: string | null
}

/** Columns that add up both sides of some rows. */
export const SUMS: RawBuilder<unknown> = sql`sum("real")::text as "real", sum(draft)::text as draft,
  sum(real_eur)::text as real_eur, sum(draft_eur)::text as draft_eur`

/** Condition on the amounts of a difference for some filters. */
export const amountsOf = (
  id: number,
  { month, type, currency, rank, country }: DifferenceFilter = {},
): RawBuilder<unknown> =>
  sql.join(
    [
      sql`difference_id = ${id}`,
      ...equal(sql`month`, month),
      ...equal(sql`type`, type),
      ...equal(sql`currency`, currency),
      ...equal(sql`rank`, rank),
      ...equal(sql`country`, country),
    ],
    sql` and `,
  )

const equal = (column: RawBuilder<unknown>, value: string | undefined): RawBuilder<unknown>[] =>
  value === undefined ? [] : [sql`${column} = ${value}`]

/** Both sides as they are shown. */
export const sidesOf = ({
  currency,
  real,
  draft,
  realEur,
  draftEur,
}: SideSums): DifferenceSides => ({
  currency,
  real: coinsText(real, currency),
  draft: coinsText(draft, currency),
  difference: coinsText(minus(draft, real), currency),
  ...eurSides({ realEur, draftEur }),
})

/** Both sides in EUR; null without a value in EUR. */
export const eurSides = ({ realEur, draftEur }: Pick<SideSums, 'realEur' | 'draftEur'>) => ({
  realEur: realEur && exactEur(realEur),
  draftEur: draftEur && exactEur(draftEur),
  differenceEur: realEur && draftEur && exactEur(minus(draftEur, realEur)),
})

const minus = (a: string, b: string): bigint => BigInt(a) - BigInt(b)

/** Units: the currency's smallest to whole coins. */
export const coinsText = (units: string | bigint, currency: AccountCurrency): string =>
  formatUnits(BigInt(units), decimalsOf(currency))

/** Units: 1e-8 EUR to EUR, exact. */
export const exactEur = (units: string | bigint): string =>
  formatUnits(BigInt(units), INCOME_DECIMALS)

/** Totals of both sides by month, programme and currency. Source: requirements PLN-010. */
export async function totalsByMonth(
  db: Db,
  id: number,
  filter: DifferenceFilter,
): Promise<DifferenceTotal[]> {
  const { rows } = await sql<SideSums & { readonly type: BonusType; readonly month: string }>`
    select month, type, currency, ${SUMS} from console.plan_difference_amounts
    where ${amountsOf(id, filter)} group by month, type, currency
    order by month, type collate "C", currency collate "C"`.execute(db)
  return rows.map(({ month, type, ...sums }) => ({ month, type, ...sidesOf(sums) }))
}

/** Totals of both sides by programme and currency, of all months. */
export async function totalsOfAll(db: Db, id: number): Promise<ProgrammeSides[]> {
  const { rows } = await sql<SideSums & { readonly type: BonusType }>`
    select type, currency, ${SUMS} from console.plan_difference_amounts
    where ${amountsOf(id)} group by type, currency
    order by type collate "C", currency collate "C"`.execute(db)
  return rows.map(({ type, ...sums }) => ({ type, ...sidesOf(sums) }))
}

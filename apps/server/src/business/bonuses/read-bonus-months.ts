import type { CallReply, getBonusMonths } from '@partner-office/contracts'
import {
  type AccountCurrency,
  type BonusType,
  decimalsOf,
  divide,
  equivalentText,
  fraction,
  type Fraction,
  monthStart,
  parseMonth,
  ratio,
  add,
  ZERO,
} from '@partner-office/domain'
import { sql } from 'kysely'

import type { Core } from '../../core/core.ts'
import { type CoinAmount, coinTexts } from './bonus-amounts.ts'
import { shownTypes } from './read-bonus-history.ts'

type Sum = {
  readonly month: string
  readonly type: BonusType
  readonly currency: AccountCurrency
  readonly rate: string | null
  readonly units: string
}

/**
 * Reads what was credited to a partner in the last months, the current one included, by kind. A bonus of a period belongs
 * to that month, any other bonus to the month in which it was paid, and a reversal to the month of the cancellation.
 *
 * Rounding: half up to the cent, once for a kind and month. Coins that are not converted have no value in EUR.
 * Source: decisions C10, C11.1, C11.22.
 */
export async function readBonusMonths(
  core: Core,
  partnerId: number,
  count: number,
): Promise<CallReply<typeof getBonusMonths>> {
  const db = core.database.read
  const shown = lastMonths(core.clock(), count)
  const { rows } = await sql<Sum>`
    select coalesce(case when reverses_id is null then period end,
        to_char(to_timestamp(paid_at / 1000) at time zone 'UTC', 'YYYY-MM')) as month,
      type, currency, rate::text, sum(amount)::text as units
    from bonus_records
    where partner_id = ${partnerId} and paid_at >= ${shown[0]!} and type = any(${await shownTypes(db)}::text[])
    group by 1, 2, 3, 4 order by 1, 2, 3`.execute(db)
  const months = Map.groupBy(rows, ({ month }) => parseMonth(month))
  return shown.map((month) => {
    const kinds = Map.groupBy(months.get(month) ?? [], ({ type }) => type)
    return { month, kinds: [...kinds].map(([type, sums]) => kindOf(type, sums)) }
  })
}

/** The starts of the last months, oldest first. */
function lastMonths(now: number, count: number): number[] {
  const months = [monthStart(now)]
  while (months.length < count) months.unshift(monthStart(months[0]! - 1))
  return months
}

function kindOf(bonusType: BonusType, sums: readonly Sum[]) {
  const amounts = sums.map(({ currency, units }): CoinAmount => [currency, BigInt(units)])
  const eur = equivalentText(sums.map(eurOf).reduce(add))
  return { bonusType, amounts: coinTexts(amounts), eur }
}

function eurOf({ currency, rate, units }: Sum): Fraction {
  if (currency === 'EUR') return ratio(BigInt(units), 100n)
  if (rate === null) return ZERO
  return divide(ratio(BigInt(units), 10n ** BigInt(decimalsOf(currency))), fraction(rate))
}

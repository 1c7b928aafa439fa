import type { PreviewRow } from '@partner-office/contracts'
import {
  type AccountCurrency,
  decimalsOf,
  equivalentText,
  fraction,
  type Fraction,
  multiply,
  type Rate,
  rateBetween,
  ratio,
  subtract,
} from '@partner-office/domain'
import { sql } from 'kysely'

import { currentRates } from '../../business/rates/current-rates.ts'
import type { NewRate } from '../../business/rates/set-rates.ts'
import type { Db } from '../../db/database.ts'

/**
 * What pending payouts would be worth in EUR before and after new rates, by currency; those without a change are left out.
 *
 * Rounding: half up, to cents.
 * Source: requirements CNF-006.
 */
export async function worthOfPayouts(db: Db, quotes: readonly NewRate[]): Promise<PreviewRow[]> {
  const before = await currentRates(db)
  const after = [
    ...before.filter((rate) => !quotes.some((quote) => isSamePair(rate, quote))),
    ...quotes.map((quote) => ({ ...quote, id: 0, rate: fraction(quote.rate), setAt: 0 })),
  ]
  const { rows } = await sql<{ currency: AccountCurrency; units: string; payouts: number }>`
    select currency, sum(amount)::text as units, count(*)::integer as payouts from payouts where status = 'PENDING'
    group by currency order by currency`.execute(db)
  return rows.flatMap(({ currency, units, payouts }) => {
    const amount = ratio(BigInt(units), 10n ** BigInt(decimalsOf(currency)))
    const [old, next] = [before, after].map((rates) => worth(rates, currency, amount))
    if (old === undefined || next === undefined || textOf(old) === textOf(next)) return []
    const difference = old && next && equivalentText(subtract(next, old))
    const name = `${payouts} pending payouts in ${currency}, EUR`
    return [{ name, before: textOf(old), after: textOf(next), difference }]
  })
}

const isSamePair = (one: Pick<Rate, 'from' | 'to' | 'rateType'>, other: NewRate): boolean =>
  one.from === other.from && one.to === other.to && one.rateType === other.rateType

function worth(rates: readonly Rate[], currency: AccountCurrency, amount: Fraction) {
  const found = rateBetween(rates, currency, 'EUR', 'SELL')
  return found === null ? null : multiply(amount, found.rate)
}

const textOf = (value: Fraction | null): string | null =>
  value === null ? null : equivalentText(value)

import {
  type AccountCurrency,
  amountOf,
  type BonusValue,
  type CloseRate,
  type CurrencyShare,
  type CurrencyValue,
  type EurCents,
  latestQuote,
  monthText,
  type PeriodBonusType,
} from '@partner-office/domain'
import { sql } from 'kysely'

import { currentRates } from '../rates/current-rates.ts'
import type { BonusContext, CallerContext } from './bonus-context.ts'
import { coinText } from './bonus-texts.ts'

/** An amount in a currency. Units: the currency's smallest. */
export type CoinAmount = readonly [AccountCurrency, bigint]

/** The sums by currency as the API answers them; 0 in each of `currencies` that has no amount. */
export function coinTexts(
  amounts: readonly CoinAmount[],
  currencies: readonly CurrencyShare[] = [],
): Record<string, string> {
  const sums = new Map(currencies.map(({ currency }) => [currency, 0n]))
  for (const [currency, units] of amounts) sums.set(currency, (sums.get(currency) ?? 0n) + units)
  return Object.fromEntries([...sums].map(([currency, sum]) => [currency, coinText(sum, currency)]))
}

/** The quote of a currency for provisional amounts; null if it has none or is not converted. */
export type Quotes = (currency: AccountCurrency) => CloseRate | null

/** Reads the newest SELL quotes from EUR. Source: decisions D-050, C11.4. */
export async function readQuotes({ db }: Pick<BonusContext, 'db'>): Promise<Quotes> {
  const rates = await currentRates(db)
  return (currency) => latestQuote(rates, currency)
}

/** How a value would be credited now, in each currency that has a quote. */
export const provisional = (
  rateFor: Quotes,
  currencies: readonly CurrencyShare[],
  value: BonusValue,
): CurrencyValue[] =>
  currencies.flatMap((share) => {
    const isConverted = value.kind !== 'coins' && share.currency !== 'EUR'
    const rate = isConverted ? rateFor(share.currency) : null
    return isConverted && rate === null ? [] : [{ value, share, rate }]
  })

/** Amounts before they are credited. Rounding: each is cut at its currency's decimals. */
export const amountsOf = (
  values: readonly CurrencyValue[],
  order: EurCents | null = null,
): CoinAmount[] => values.map((each) => [each.share.currency, amountOf(each, order).units])

/**
 * The caller's records of one type for a period, as a `from` clause, as the period was closed: with late corrections,
 * without the reversals of orders that were cancelled since.
 *
 * Source: decisions C11.22.
 */
export const creditedRecords = (
  { partnerId, end, upToFact }: CallerContext,
  type: PeriodBonusType,
) => sql`(
  select b.* from bonus_records b
    left join cancellations c on b.reverses_id is not null and c.order_id = b.order_id
  where b.partner_id = ${partnerId} and b.period = ${monthText(end - 1)} and b.type = ${type}
    and (c.fact is null or c.fact <= ${upToFact})) b`

/** What the caller was credited for a period as it was closed, by currency. */
export async function creditedAmounts(
  context: CallerContext,
  type: PeriodBonusType,
  turboWindow: number | null = null,
): Promise<CoinAmount[]> {
  const { rows } = await sql<{ currency: AccountCurrency; units: string }>`
    select currency, sum(amount)::text as units from ${creditedRecords(context, type)}
    where ${turboWindow}::integer is null or turbo_window = ${turboWindow}
    group by currency order by currency`.execute(context.db)
  return rows.map(({ currency, units }) => [currency, BigInt(units)])
}

import {
  type AccountCurrency,
  amountOf,
  type BonusValue,
  type CloseRate,
  coinUnits,
  type CoinUnits,
  type CurrencyShare,
  type EurCents,
  latestQuote,
  monthText,
  type PeriodBonusType,
} from '@partner-office/domain'
import { sql } from 'kysely'

import { currentRates } from '../rates/current-rates.ts'
import type { BonusContext, CallerContext } from './bonus-context.ts'
import { coinText } from './bonus-texts.ts'

/** 0 in each currency of the programme, shown while nothing is paid. */
export const noAmounts = (currencies: readonly CurrencyShare[]): Map<AccountCurrency, bigint> =>
  new Map(currencies.map(({ currency }) => [currency, 0n]))

/** Amounts by currency as the API answers them. */
export const coinTexts = (
  amounts: Iterable<readonly [AccountCurrency, bigint]>,
): Record<string, string> =>
  Object.fromEntries([...amounts].map(([currency, units]) => [currency, coinText(units, currency)]))

/** The quote of a currency for provisional amounts; null if it has none or is not converted. */
export type Quotes = (currency: AccountCurrency) => CloseRate | null

/** Reads the newest SELL quotes from EUR. Source: decisions D-050, C11.4. */
export async function readQuotes({ db }: Pick<BonusContext, 'db'>): Promise<Quotes> {
  const rates = await currentRates(db)
  return (currency) => latestQuote(rates, currency)
}

/**
 * What a value would be credited as now, in each currency that has a quote.
 *
 * Rounding: each amount is cut at its currency's decimals.
 */
export function provisionalAmounts(
  { rateFor, currencies }: { rateFor: Quotes; currencies: readonly CurrencyShare[] },
  value: BonusValue,
  order: EurCents | null = null,
): Map<AccountCurrency, CoinUnits> {
  const amounts = new Map<AccountCurrency, CoinUnits>()
  for (const share of currencies) {
    const rate = value.kind === 'coins' ? null : rateFor(share.currency)
    const isConverted = value.kind !== 'coins' && share.currency !== 'EUR'
    if (isConverted && rate === null) continue
    amounts.set(share.currency, amountOf({ value, share, rate }, order).units)
  }
  return amounts
}

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
): Promise<Map<AccountCurrency, CoinUnits>> {
  const { rows } = await sql<{ currency: AccountCurrency; units: string }>`
    select currency, sum(amount)::text as units from ${creditedRecords(context, type)}
    where ${turboWindow}::integer is null or turbo_window = ${turboWindow}
    group by currency order by currency`.execute(context.db)
  return new Map(rows.map(({ currency, units }) => [currency, coinUnits(BigInt(units))]))
}

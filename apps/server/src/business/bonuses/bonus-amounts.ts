import {
  type AccountCurrency,
  amountOf,
  type BonusType,
  type BonusValue,
  type CloseRate,
  coinUnits,
  type CoinUnits,
  type CurrencyShare,
  type EurCents,
  monthText,
  type PeriodBonusType,
  type Rate,
} from '@partner-office/domain'
import { sql } from 'kysely'

import { currentRates } from '../rates/current-rates.ts'
import type { OwnDesk } from './bonus-desk.ts'
import { coinText } from './bonus-texts.ts'

/** Amounts by currency as they are answered. */
export type CoinTexts = Record<string, string>

/** What is shown while nothing is paid: 0 in each currency of the programme. */
export const noAmounts = (currencies: readonly CurrencyShare[]): Map<AccountCurrency, bigint> =>
  new Map(currencies.map(({ currency }) => [currency, 0n]))

export const coinTexts = (amounts: ReadonlyMap<AccountCurrency, bigint>): CoinTexts =>
  Object.fromEntries([...amounts].map(([currency, units]) => [currency, coinText(units, currency)]))

/** The quotes a provisional amount is made with; null where there is none, or nothing is converted. */
export type RateBook = (currency: AccountCurrency) => CloseRate | null

/** The newest SELL quotes from EUR. Source: decisions D-050, C11.4. */
export async function readRateBook({ db }: Pick<OwnDesk, 'db'>): Promise<RateBook> {
  const rates: readonly Rate[] = await currentRates(db)
  return (currency) => {
    const quote = rates.find(
      ({ from, to, rateType }) => from === 'EUR' && to === currency && rateType === 'SELL',
    )
    return quote === undefined ? null : { id: quote.id, rate: quote.rate, setAt: quote.setAt }
  }
}

/**
 * What a value would be credited as now, in each currency that has a rate.
 *
 * Rounding: each amount is cut at its currency's decimals.
 */
export function provisionalAmounts(
  { rateFor, currencies }: { rateFor: RateBook; currencies: readonly CurrencyShare[] },
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

/** What was credited for a period so far, late corrections and what was taken back included. */
export async function creditedAmounts(
  { db, partnerId, end }: OwnDesk,
  type: PeriodBonusType,
  turboWindow: number | null = null,
): Promise<Map<AccountCurrency, CoinUnits>> {
  const { rows } = await sql<{ currency: AccountCurrency; units: string }>`
    select currency, sum(amount)::text as units from bonus_records
    where partner_id = ${partnerId} and period = ${monthText(end - 1)} and type = ${type satisfies BonusType}
      and (${turboWindow}::integer is null or turbo_window = ${turboWindow})
    group by currency order by currency`.execute(db)
  return new Map(rows.map(({ currency, units }) => [currency, coinUnits(BigInt(units))]))
}

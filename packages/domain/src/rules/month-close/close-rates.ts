import type { AccountCurrency } from '../../currency.ts'
import type { Rate } from '../../rates.ts'
import { Refusal } from '../../refusal.ts'
import type { CloseRate } from './derivation.ts'

/**
 * The quote that a currency is credited at; null for EUR, which is not converted.
 *
 * Refuses: `not_found`, if the currency has no quote.
 * Source: decisions D-050, C11.4, C11.8.
 */
export function closeRate(rates: readonly Rate[], currency: AccountCurrency): CloseRate | null {
  if (currency === 'EUR') return null
  const latest = latestQuote(rates, currency)
  if (latest === null) throw new Refusal('not_found', { rate: `EUR ${currency} SELL` })
  return latest
}

/** The latest SELL quote from EUR, never a derived one; null if there is none. Source: decisions D-050, C11.4. */
export function latestQuote(rates: readonly Rate[], currency: AccountCurrency): CloseRate | null {
  const quotes = rates.filter(
    ({ from, to, rateType }) => from === 'EUR' && to === currency && rateType === 'SELL',
  )
  const latest = quotes.toSorted((a, b) => a.setAt - b.setAt || a.id - b.id).at(-1)
  return latest === undefined ? null : { id: latest.id, rate: latest.rate, setAt: latest.setAt }
}

import type { AccountCurrency } from '../../currency.ts'
import type { Rate } from '../../rates.ts'
import { Refusal } from '../../refusal.ts'
import type { CloseRate } from './derivation.ts'

/**
 * The quote that a currency is credited at: the latest SELL quote from EUR, never one that was
 * worked out. Null for EUR, which is not converted.
 *
 * Refuses: `not_found`, where there is none.
 * Source: decisions D-050, C11.4, C11.8.
 */
export function closeRate(rates: readonly Rate[], currency: AccountCurrency): CloseRate | null {
  if (currency === 'EUR') return null
  const quotes = rates.filter(
    ({ from, to, rateType }) => from === 'EUR' && to === currency && rateType === 'SELL',
  )
  const latest = quotes.toSorted((a, b) => a.setAt - b.setAt || a.id - b.id).at(-1)
  if (!latest) throw new Refusal('not_found', { rate: `EUR ${currency} SELL` })
  return { id: latest.id, rate: latest.rate, setAt: latest.setAt }
}

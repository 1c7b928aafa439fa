import type { CurrencySum } from '@partner-office/contracts'
import { type AccountCurrency, CURRENCIES } from '@partner-office/domain'

import { coinText } from '../../bonuses/bonus-texts.ts'

/** Amounts by currency. Units: smallest of each currency; texts as bigints come from the database. */
type Summed = { readonly currency: AccountCurrency; readonly amount: string | bigint }

/** Sums amounts by currency, and counts them. */
export function sumsOf(amounts: readonly Summed[]): CurrencySum[] {
  const sums = new Map<AccountCurrency, { count: number; units: bigint }>()
  for (const { currency, amount } of amounts) {
    const { count, units } = sums.get(currency) ?? { count: 0, units: 0n }
    sums.set(currency, { count: count + 1, units: units + BigInt(amount) })
  }
  return CURRENCIES.flatMap((code) => {
    const currency = code as AccountCurrency
    const sum = sums.get(currency)
    if (sum === undefined) return []
    return [{ currency, count: sum.count, amount: coinText(sum.units, currency) }]
  })
}

import {
  type AccountCurrency,
  decimalsOf,
  type Fraction,
  multiply,
  type Rate,
  rateBetween,
  ratio,
} from '@partner-office/domain'

/**
 * What an amount is worth in EUR at some quotes; null where none leads there.
 *
 * Units: `units` smallest of the currency. Rounding: none.
 */
export function eurWorth(
  rates: readonly Rate[],
  currency: AccountCurrency,
  units: bigint,
): Fraction | null {
  const found = rateBetween(rates, currency, 'EUR')
  if (found === null) return null
  return multiply(ratio(units, 10n ** BigInt(decimalsOf(currency))), found.rate)
}

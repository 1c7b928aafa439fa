import { type AccountCurrency, decimalsOf } from '../currency.ts'
import { type Fraction, ONE, reduced } from '../fraction.ts'
import { INCOME_DECIMALS } from './group-numbers.ts'

/**
 * What credits of a currency are worth as income; null for a currency without a value in EUR, which WIN is.
 *
 * Units: of the currency's smallest to 1e-8 EUR; `rate` of the currency for one EUR, null where nothing is converted.
 * Rounding: each credit is cut toward zero, so that a reversal is the exact negative.
 * Source: console.md section 8, "Income disclosure".
 */
export function eurValueOf(
  currency: AccountCurrency,
  rate: Fraction | null,
): ((units: bigint) => bigint) | null {
  if (rate === null && currency !== 'EUR') return null
  const { num: perEur, den } = rate ?? ONE
  const scale = 10n ** BigInt(INCOME_DECIMALS - decimalsOf(currency))
  const { num, den: divisor } = reduced({ num: scale * den, den: perEur })
  return (units) => (units * num) / divisor
}

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
  if (!hasValue(currency, rate)) return null
  const { num, den } = eurAUnit(currency, rate)
  return (units) => (units * num) / den
}

/**
 * The same for many credits: of a double as a double, where both are exact.
 *
 * Units, Rounding: as `eurValueOf`.
 */
export function quickEurValueOf(
  currency: AccountCurrency,
  rate: Fraction | null,
): ((units: number | bigint) => number | bigint) | null {
  if (!hasValue(currency, rate)) return null
  const { num, den } = eurAUnit(currency, rate)
  const isShort = num <= Number.MAX_SAFE_INTEGER && den <= Number.MAX_SAFE_INTEGER
  const [factor, divisor] = [isShort ? Number(num) : Infinity, Number(den)]
  return (units) => {
    if (typeof units === 'number') {
      const product = units * factor
      // Two whole numbers below 2^53 never divide to a double beyond the next whole number.
      if (Math.abs(product) <= Number.MAX_SAFE_INTEGER) return Math.trunc(product / divisor)
    }
    return (BigInt(units) * num) / den
  }
}

const hasValue = (currency: AccountCurrency, rate: Fraction | null): boolean =>
  rate !== null || currency === 'EUR'

/** 1e-8 EUR for one of the currency's smallest units. */
function eurAUnit(currency: AccountCurrency, rate: Fraction | null): Fraction {
  const { num: perEur, den } = rate ?? ONE
  const scale = 10n ** BigInt(INCOME_DECIMALS - decimalsOf(currency))
  return reduced({ num: scale * den, den: perEur })
}

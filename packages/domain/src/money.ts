import { decimalsOf, type Currency } from './currency.ts'
import { multiply, parseDecimal, truncateToUnits, type Fraction } from './fraction.ts'

/** A whole number of EUR cents. Money never travels as a floating point number. */
export type EurCents = bigint & { readonly unit: 'eurCents' }

/** A whole number of a coin's smallest units: 8 decimals, 6 for ULTIMA and WIN. */
export type CoinUnits = bigint & { readonly unit: 'coinUnits' }

/**
 * A number of EUR cents.
 *
 * Refuses: a `number` that is not a safe integer, with a RangeError.
 */
export function eurCents(value: bigint | number): EurCents {
  if (typeof value === 'number' && !Number.isSafeInteger(value)) {
    throw new RangeError(`Not a whole number of cents: ${value}`)
  }
  return BigInt(value) as EurCents
}

/** A number of smallest units of a coin. */
export function coinUnits(value: bigint): CoinUnits {
  return value as CoinUnits
}

/**
 * Reads an amount in EUR from outside; null when it is not a plain decimal with at most 2 decimals,
 * or beyond 999,999,999,999.99. A sign is accepted: callers that need a positive amount check it.
 *
 * Units: "12.5" is 1250 cents.
 */
export function parseEurCents(text: string): EurCents | null {
  const parsed = parseDecimal(text, { maxIntegerDigits: 12, maxDecimals: 2 })
  if (!parsed) return null
  return eurCents(parsed.units * 10n ** BigInt(2 - parsed.decimals))
}

/**
 * The plain decimal of an amount with exactly `shown` decimals; `decimals` says what a unit is.
 *
 * Units: `units` in the last of `decimals` places, so 5 units of 2 decimals are "0.05".
 * Rounding: none; `shown` beyond `decimals` adds zeros.
 * Refuses: `shown` below `decimals`, with a RangeError, because digits would be lost.
 */
export function formatUnits(units: bigint, decimals: number, shown: number = decimals): string {
  if (shown < decimals) throw new RangeError(`${shown} decimals cannot show ${decimals}`)
  const sign = units < 0n ? '-' : ''
  const digits = String(units < 0n ? -units : units).padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const tail = digits.slice(digits.length - decimals).padEnd(shown, '0')
  return sign + whole + (tail && `.${tail}`)
}

/** Cents as an exact number of EUR. */
export function eurOf(cents: EurCents): Fraction {
  return { num: cents, den: 100n }
}

/**
 * What an amount in EUR credits in a currency, before and after the cut.
 *
 * Units: `eur` and `rate` (units of the currency for one EUR) are exact; `units` are smallest units.
 * Rounding: cut toward zero at the currency's decimals.
 * Source: decisions C10 and D-100; FMT-005, FMT-006.
 */
export function creditedAmount(
  eur: Fraction,
  rate: Fraction,
  currency: Currency,
): { beforeCut: Fraction; units: CoinUnits } {
  const beforeCut = multiply(eur, rate)
  return { beforeCut, units: coinUnits(truncateToUnits(beforeCut, decimalsOf(currency))) }
}

/** An exact rational number. `den` is above 0; the two need not be in lowest terms. */
export type Fraction = { readonly num: bigint; readonly den: bigint }

/** The fraction 0. */
export const ZERO: Fraction = { num: 0n, den: 1n }

/** The fraction 1. */
export const ONE: Fraction = { num: 1n, den: 1n }

const PLAIN_DECIMAL = /^(-?)([0-9]+)(?:\.([0-9]+))?$/

const POWERS_OF_TEN = Array.from({ length: 41 }, (_, exponent) => 10n ** BigInt(exponent))

function powerOfTen(exponent: number): bigint {
  return POWERS_OF_TEN[exponent] ?? 10n ** BigInt(exponent)
}

/**
 * The number written as a plain decimal ("0.333", "-1.5"), a safe integer or a bigint, in lowest
 * terms. For text from our own data; input from outside goes through `parseDecimal`.
 *
 * Refuses: anything else, with a RangeError; 0.5 as a `number` too, because it may not be exact.
 */
export function fraction(value: string | number | bigint): Fraction {
  if (typeof value === 'bigint') return { num: value, den: 1n }
  if (typeof value === 'number') return { num: wholeNumber(value), den: 1n }

  const parts = PLAIN_DECIMAL.exec(value)
  if (!parts) throw new RangeError(`Not a plain decimal: ${value}`)
  const [, sign = '', whole = '', decimals = ''] = parts
  return ratio(BigInt(sign + whole + decimals), powerOfTen(decimals.length))
}

function wholeNumber(value: number): bigint {
  if (!Number.isSafeInteger(value)) throw new RangeError(`Not a safe integer: ${value}`)
  return BigInt(value)
}

/**
 * `num / den` in lowest terms, with the sign on the numerator.
 *
 * Refuses: `den` 0, with a RangeError.
 */
export function ratio(num: bigint, den: bigint): Fraction {
  if (den === 0n) throw new RangeError('A fraction cannot have the denominator 0')
  return reduced(den < 0n ? { num: -num, den: -den } : { num, den })
}

/** The same number in lowest terms. */
export function reduced({ num, den }: Fraction): Fraction {
  if (den === 1n) return { num, den }
  const divisor = greatestCommonDivisor(num < 0n ? -num : num, den)
  return { num: num / divisor, den: den / divisor }
}

function greatestCommonDivisor(a: bigint, b: bigint): bigint {
  while (b !== 0n) [a, b] = [b, a % b]
  return a
}

/** `a + b`, exactly. */
export function add(a: Fraction, b: Fraction): Fraction {
  if (a.den === b.den) return { num: a.num + b.num, den: a.den }
  // Reduced here, so that a long sum does not grow a denominator of its own length.
  return reduced({ num: a.num * b.den + b.num * a.den, den: a.den * b.den })
}

/** `a - b`, exactly. */
export function subtract(a: Fraction, b: Fraction): Fraction {
  return add(a, { num: -b.num, den: b.den })
}

/** `a × b`, exactly. */
export function multiply(a: Fraction, b: Fraction): Fraction {
  return { num: a.num * b.num, den: a.den * b.den }
}

/**
 * `a / b`, exactly.
 *
 * Refuses: division by 0, with a RangeError.
 */
export function divide(a: Fraction, b: Fraction): Fraction {
  return ratio(a.num * b.den, a.den * b.num)
}

/** -1, 0 or 1 as `a` is below, equal to or above `b`. */
export function compare(a: Fraction, b: Fraction): -1 | 0 | 1 {
  const difference = a.den === b.den ? a.num - b.num : a.num * b.den - b.num * a.den
  if (difference === 0n) return 0
  return difference < 0n ? -1 : 1
}

/** Whether the number is 0. */
export function isZero(value: Fraction): boolean {
  return value.num === 0n
}

/**
 * The number in units of its last decimal: 1.239 at 2 decimals is 123.
 *
 * Rounding: toward zero; decimals beyond the last one are cut.
 */
export function truncateToUnits({ num, den }: Fraction, decimals: number): bigint {
  return (num * powerOfTen(decimals)) / den
}

/**
 * The number in units of its last decimal, rounded: 1.235 at 2 decimals is 124.
 *
 * Rounding: half away from zero, so that -1.235 is -124 and a reversal is the exact negative.
 */
export function roundHalfUpToUnits({ num, den }: Fraction, decimals: number): bigint {
  const doubled = num * powerOfTen(decimals) * 2n
  return (num < 0n ? doubled - den : doubled + den) / (den * 2n)
}

/**
 * The exact decimal text, without trailing zeros: 1/8 is "0.125".
 *
 * Refuses: a number whose decimals do not end (1/3), with a RangeError.
 */
export function toDecimalText(value: Fraction): string {
  const { num, den } = reduced(value)
  const decimals = decimalsNeededFor(den)
  const digits = (num < 0n ? -num : num) * (powerOfTen(decimals) / den)
  const text = placePoint(digits, decimals)
  return num < 0n ? `-${text}` : text
}

/** Whether the decimals of a number end, so that `toDecimalText` can write it. */
export function isFiniteDecimal(value: Fraction): boolean {
  const [withoutTwos] = divideOut(reduced(value).den, 2n)
  return divideOut(withoutTwos, 5n)[0] === 1n
}

/** The fewest decimals that write 1/den exactly: the larger of the exponents of 2 and 5 in `den`. */
function decimalsNeededFor(den: bigint): number {
  const [withoutTwos, twos] = divideOut(den, 2n)
  const [rest, fives] = divideOut(withoutTwos, 5n)
  if (rest !== 1n) throw new RangeError(`1/${den} has no end as a decimal`)
  return Math.max(twos, fives)
}

function divideOut(value: bigint, prime: bigint): [rest: bigint, times: number] {
  let times = 0
  while (value % prime === 0n) {
    value /= prime
    times += 1
  }
  return [value, times]
}

function placePoint(digits: bigint, decimals: number): string {
  if (decimals === 0) return String(digits)
  const padded = String(digits).padStart(decimals + 1, '0')
  return `${padded.slice(0, -decimals)}.${padded.slice(-decimals)}`
}

/**
 * Reads an amount from outside: ASCII digits, an optional leading minus, an optional point with
 * digits on both sides. No plus, exponent, space or comma. Null when it is not that, or too long.
 *
 * Units: `units` counts the last decimal that was written, so "1.50" is 150 with 2 decimals.
 */
export function parseDecimal(
  text: string,
  { maxIntegerDigits, maxDecimals }: { maxIntegerDigits: number; maxDecimals: number },
): { units: bigint; decimals: number } | null {
  // The length is checked first, so that a megabyte of digits is neither matched nor converted.
  if (text.length > maxIntegerDigits + maxDecimals + 2) return null
  const [, sign = '', whole = '', decimals = ''] = PLAIN_DECIMAL.exec(text) ?? []
  if (whole === '' || whole.length > maxIntegerDigits || decimals.length > maxDecimals) return null

  return { units: BigInt(sign + whole + decimals), decimals: decimals.length }
}

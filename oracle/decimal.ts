/** Exact decimals: fractions of two big integers, and whole numbers of a smallest unit. */

export type Fraction = { n: bigint; d: bigint }

const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?$/

/** '12.5' -> 125/10, exactly. */
export function fraction(text: string): Fraction {
  const match = DECIMAL.exec(text)
  if (!match) throw new Error(`not a plain decimal: ${text}`)
  const decimals = match[3] ?? ''
  const n = BigInt(match[2]! + decimals)
  return { n: match[1] === '-' ? -n : n, d: 10n ** BigInt(decimals.length) }
}

export function times(a: Fraction, b: Fraction): Fraction {
  return { n: a.n * b.n, d: a.d * b.d }
}

/** Cut toward zero to so many decimals, as a number of units of the last decimal. */
export function cut(value: Fraction, decimals: number): bigint {
  // The division of big integers drops the remainder, which is cutting toward zero.
  return (value.n * 10n ** BigInt(decimals)) / value.d
}

/** Rounded half up (of a value not below 0), as a number of units of the last decimal. */
export function roundHalfUp(value: Fraction, decimals: number): bigint {
  return (value.n * 10n ** BigInt(decimals) * 2n + value.d) / (value.d * 2n)
}

/** The number of units of the last decimal; refused when there is a remainder. */
export function units(text: string, decimals: number): bigint {
  const value = fraction(text)
  const scaled = value.n * 10n ** BigInt(decimals)
  if (scaled % value.d !== 0n) throw new Error(`more than ${decimals} decimals: ${text}`)
  return scaled / value.d
}

/** 12345 units of 2 decimals -> '123.45'. */
export function written(value: bigint, decimals: number): string {
  const digits = (value < 0n ? -value : value).toString().padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const rest = digits.slice(digits.length - decimals)
  return `${value < 0n ? '-' : ''}${whole}${decimals > 0 ? `.${rest}` : ''}`
}

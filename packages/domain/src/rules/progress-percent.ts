import type { Fraction } from '../fraction.ts'

/**
 * The progress toward a target in whole percent from 0 to 100; 0 without a target. The `literal`
 * formula of the specification gives 0 below the target and whole multiples above it.
 *
 * Units: both in EUR cents.
 * Rounding: down, in integers, so that 99.999… never shows as 100.
 * Source: decisions D-040; RNK-025, RNK-026.
 */
export function progressPercent(
  counting: Fraction,
  target: bigint | null | undefined,
  formula: 'percent' | 'literal' = 'percent',
): number {
  if (target === null || target === undefined || target <= 0n) return 0
  const factor = formula === 'percent' ? 100n : 1n
  const progress = (counting.num * factor) / (counting.den * target)
  if (progress <= 0n) return 0
  return progress >= 100n ? 100 : Number(progress)
}

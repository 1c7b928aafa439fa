import {
  type EurCents,
  eurCents,
  formatUnits,
  fraction,
  progressPercent,
  truncateToUnits,
} from '@partner-office/domain'

/** Cents of an amount. Units: plain decimals, EUR. Rounding: towards zero, to a whole cent. */
export const eurToCents = (amount: string): EurCents =>
  eurCents(truncateToUnits(fraction(amount), 2))

/** An amount of cents as plain decimals. Units: EUR. */
export const centsToEur = (cents: bigint): string => formatUnits(cents, 2)

/** Whether an amount is not zero. Units: plain decimals of any currency. */
export const isNonZero = (amount: string): boolean => /[1-9]/.test(amount)

/** `total` minus `amounts`. Units: EUR. */
export const remainder = (total: string, amounts: readonly string[]): string =>
  centsToEur(amounts.reduce<bigint>((left, amount) => left - eurToCents(amount), eurToCents(total)))

/** The highest of some amounts, at least 0. Units: EUR. */
export const highestOf = (amounts: readonly string[]): string =>
  centsToEur(amounts.map(eurToCents).reduce<bigint>((most, one) => (one > most ? one : most), 0n))

/** Percent of `whole` that `amount` is, for drawing: at most 100. Units: both in EUR. */
export const drawnPercent = (amount: string, whole: string): number =>
  drawnShare(eurToCents(amount), eurToCents(whole))

/** The same for cents. */
export const drawnShare = (cents: bigint, whole: bigint): number =>
  whole === 0n ? 0 : Math.min(100, Number((cents * 10n ** 14n) / whole) / 1e12)

/** Progress toward a target in whole percent from 0 to 100. Units: both in EUR. Rounding: down. Source: decisions D-040. */
export const progressText = (counting: string, target: string): string =>
  String(progressPercent({ num: eurToCents(counting), den: 1n }, eurToCents(target)))

/** Percent of `whole` that `amount` is. Units: both in EUR. Rounding: down, to one decimal. */
export const exactPercent = (amount: string, whole: string): string =>
  exactShare(eurToCents(amount), eurToCents(whole))

/** The same for cents, or for other counts of units. */
export const exactShare = (part: bigint, whole: bigint): string =>
  whole === 0n ? '0.0' : formatUnits((part * 1000n) / whole, 1)

import { roundHalfUpToUnits } from '../fraction.ts'
import { formatUnits } from '../money.ts'

/** Decimals of an income before it is shown: a EUR value is cut there, as coins are. */
export const INCOME_DECIMALS = 8

/** A group with fewer members is not shown. Source: console.md section 8, "Income disclosure". */
export const LEAST_MEMBERS = 10

const INCOME_UNIT = 10n ** BigInt(INCOME_DECIMALS)
const CENTS_OF_A_PERCENT = 100

/**
 * The members of a group, a value each in both columns.
 *
 * Units: `incomes` of `INCOME_DECIMALS` decimals of EUR; `purchases` EUR cents.
 */
export type MemberValues = { readonly incomes: BigInt64Array; readonly purchases: Float64Array }

/**
 * What is shown of a group. An amount that fewer than ten members would answer for is null.
 *
 * Units: EUR with 2 decimals; percent with one decimal.
 */
export type GroupNumbers = {
  readonly members: number
  /** The share with an income of 0 or less. */
  readonly withoutIncome: string
  readonly p25: string | null
  readonly median: string | null
  readonly p75: string | null
  readonly p90: string | null
  readonly p99: string | null
  readonly mean: string | null
  /** The end of the band 1, 2 or 5 x 10^k that holds the highest income. */
  readonly maximumUpTo: string | null
  /** The share with an own purchase. */
  readonly withPurchases: string
  readonly purchaseMedian: string | null
}

/**
 * The position of percentile `percent` of `count` values sorted upwards: ceil(percent x count / 100), at least 1.
 *
 * Source: console.md section 8.
 */
export const percentilePosition = (percent: number, count: number): number =>
  Math.max(1, Math.ceil((percent * count) / CENTS_OF_A_PERCENT))

/** An income as it is shown. Rounding: half up to cents; a negative one as its positive counterpart. */
export const incomeText = (units: bigint, members = 1n): string =>
  formatUnits(roundHalfUpToUnits({ num: units, den: INCOME_UNIT * members }, 2), 2)

/** A part of a whole in percent. Rounding: half up to one decimal. */
export function shareText(part: bigint | number, whole: bigint | number): string {
  const [num, den] = [BigInt(part) * 100n, BigInt(whole)]
  return formatUnits(roundHalfUpToUnits({ num, den }, 1), 1)
}

/** The lowest of 1, 2 and 5 x 10^k EUR, from a cent on, that an income does not exceed; 0 for no income. */
export function bandEnd(units: bigint): string {
  if (units <= 0n) return formatUnits(0n, 2)
  const cent = INCOME_UNIT / 100n
  for (let power = 1n; ; power *= 10n) {
    const end = [1n, 2n, 5n].find((step) => units <= step * power * cent)
    if (end !== undefined) return formatUnits(end * power, 2)
  }
}

/** Whether so few have something that a sum or an average would tell of them. */
export const areFew = (count: number): boolean => count > 0 && count < LEAST_MEMBERS

/**
 * The numbers of a group. Sorts both columns in place.
 *
 * A percentile is shown where ten members or more have its value or less, and ten or more have it or more. Mean and band
 * are shown where nobody or ten members or more have an income. `withMean`: twelve months show it of all members alone,
 * because the difference to the sums of single months would tell of those who changed their group.
 *
 * Source: console.md section 8; decisions/0031-income-disclosure.md.
 */
export function groupNumbers(
  { incomes, purchases }: MemberValues,
  { withMean }: { readonly withMean: boolean },
): GroupNumbers {
  const members = incomes.length
  incomes.sort()
  purchases.sort()
  const percentile = (percent: number): string | null => {
    const value = shownPercentile(incomes, percent)
    return value === null ? null : incomeText(value)
  }
  const without = countUpTo(incomes, 0n)
  const earning = members - without + countBelow(incomes, 0n)
  const isShown = !areFew(earning)
  const purchase = shownPercentile(purchases, 50)
  return {
    members,
    withoutIncome: shareText(without, members),
    p25: percentile(25),
    median: percentile(50),
    p75: percentile(75),
    p90: percentile(90),
    p99: percentile(99),
    mean: withMean && isShown ? incomeText(sumOf(incomes), BigInt(members)) : null,
    maximumUpTo: isShown ? bandEnd(incomes[members - 1]!) : null,
    withPurchases: shareText(members - countUpTo(purchases, 0), members),
    purchaseMedian: purchase === null ? null : formatUnits(BigInt(purchase), 2),
  }
}

/**
 * The part of all income that the highest `percent` of the members received; null where those are fewer than ten, or where
 * there is no income to share. `sorted` upwards. Rounding: half up to one decimal of a percent.
 */
export function topShare(sorted: BigInt64Array, percent: number): string | null {
  const top = percentilePosition(percent, sorted.length)
  const total = sumOf(sorted)
  const earning = sorted.length - countUpTo(sorted, 0n)
  if (top < LEAST_MEMBERS || earning < LEAST_MEMBERS || total <= 0n) return null
  return shareText(sumOf(sorted.subarray(sorted.length - top)), total)
}

type Sorted<Value> = ArrayLike<Value>

/** The value of a percentile; null where fewer than ten members have it or less, or it or more. */
function shownPercentile<Value extends bigint | number>(
  sorted: Sorted<Value>,
  percent: number,
): Value | null {
  const value = sorted[percentilePosition(percent, sorted.length) - 1]!
  const upTo = countUpTo(sorted, value)
  const from = sorted.length - countBelow(sorted, value)
  return upTo >= LEAST_MEMBERS && from >= LEAST_MEMBERS ? value : null
}

const countBelow = <Value extends bigint | number>(sorted: Sorted<Value>, limit: Value): number =>
  firstWhere(sorted, (value) => value >= limit)

const countUpTo = <Value extends bigint | number>(sorted: Sorted<Value>, limit: Value): number =>
  firstWhere(sorted, (value) => value > limit)

/** The first place whose value meets a condition that all later ones meet too. */
function firstWhere<Value>(sorted: Sorted<Value>, isMet: (value: Value) => boolean): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (isMet(sorted[middle]!)) high = middle
    else low = middle + 1
  }
  return low
}

function sumOf(values: BigInt64Array): bigint {
  let sum = 0n
  // An iterator takes four times as long.
  for (let at = 0; at < values.length; at += 1) sum += values[at]!
  return sum
}

import { createHash } from 'node:crypto'

import type { CheckLine, CheckName } from '@partner-office/contracts'
import { formatUnits, roundHalfUpToUnits, ratio, INCOME_DECIMALS } from '@partner-office/domain'

/** What a check has found. `count`: how long its list is, of which `lines` are the first. */
export type Finding = {
  readonly isFound: boolean
  readonly count: number
  readonly numbers: Readonly<Record<string, string>>
  readonly lines: readonly CheckLine[]
  readonly threshold: string | null
}

const MOST_LINES = 100

/** Nothing to look at. */
export const NOTHING: Finding = {
  isFound: false,
  count: 0,
  numbers: {},
  lines: [],
  threshold: null,
}

/** A finding that is the length of a list: found with a line, or from a number of them on. */
export function listed(
  lines: readonly CheckLine[],
  { numbers = {}, threshold = null, from = 1, count = lines.length }: Partial<Listed> = {},
): Finding {
  return {
    isFound: count >= from,
    count,
    numbers,
    lines: lines.slice(0, MOST_LINES),
    threshold,
  }
}

type Listed = Pick<Finding, 'numbers' | 'threshold' | 'count'> & { readonly from: number }

export const line = (
  kind: CheckLine['kind'],
  object: string | number,
  values: Readonly<Record<string, string | number>> = {},
): CheckLine => ({
  kind,
  object: String(object),
  values: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)])),
})

/** The SHA-256 of what a check has found: other numbers are to be accepted again. */
export const basisOfCheck = (name: CheckName, { count, numbers, lines }: Finding): string =>
  createHash('sha256')
    .update(JSON.stringify([name, count, Object.entries(numbers).toSorted(), lines]))
    .digest('hex')

/** Units: 1e-8 EUR to EUR. Rounding: half up, to cents. */
export const eurTextOf = (eur: bigint): string =>
  formatUnits(roundHalfUpToUnits(ratio(eur, 10n ** BigInt(INCOME_DECIMALS)), 2), 2)

/**
 * How far an amount is from the mean of earlier ones; null without earlier ones, or with a mean of 0.
 *
 * Units: percent with one decimal. Rounding: half up.
 */
export function percentFromMean(now: bigint, before: readonly bigint[]): string | null {
  const sum = before.reduce((all, each) => all + each, 0n)
  if (sum <= 0n) return null
  const difference = now * BigInt(before.length) - sum
  return formatUnits(roundHalfUpToUnits(ratio(difference * 100n, sum), 1), 1)
}

import { formatUnits } from '@partner-office/domain'

import { countText, shownAmount } from '../../lib/figures.ts'

/** The turnover of a partner who had not registered. */
export const NO_TURNOVER = '0.00'

const signOf = (value: bigint | number): string => (value > 0 ? '+' : value < 0 ? '−' : '')

/** The difference of two counts, with its sign. */
export const countChange = (past: number, today: number): string =>
  `${signOf(today - past)}${countText(Math.abs(today - past))}`

const centsOf = (amount: string): bigint => BigInt(amount.replace('.', ''))

/** The difference of two amounts with two decimals, with its sign. Rounding: none. */
export function eurChange(past: string, today: string): ReturnType<typeof shownAmount> {
  const change = centsOf(today) - centsOf(past)
  const { whole, fraction } = shownAmount(formatUnits(change < 0n ? -change : change, 2))
  return { whole: `${signOf(change)}${whole}`, fraction }
}

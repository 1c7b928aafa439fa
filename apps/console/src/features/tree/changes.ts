import { formatUnits } from '@partner-office/domain'

const signed = (text: string, value: bigint | number): string =>
  `${value > 0 ? '+' : value < 0 ? '−' : ''}${text}`

/** The difference of two counts, with its sign. */
export const countChange = (then: number, now: number): string =>
  signed(String(Math.abs(now - then)), now - then)

const centsOf = (amount: string): bigint => BigInt(amount.replace('.', ''))

/** The difference of two amounts with two decimals, with its sign. Rounding: none. */
export function eurChange(then: string, now: string): string {
  const change = centsOf(now) - centsOf(then)
  return signed(formatUnits(change < 0n ? -change : change, 2), change)
}

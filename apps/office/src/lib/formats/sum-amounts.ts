import {
  type Currency,
  decimalsOf,
  formatUnits,
  fraction,
  truncateToUnits,
} from '@partner-office/domain'

/** The exact sum of amounts of one currency. Units: plain decimals. */
export function sumAmounts(amounts: readonly string[], currency: Currency): string {
  const decimals = decimalsOf(currency)
  const unitsOf = (amount: string): bigint => truncateToUnits(fraction(amount), decimals)
  return formatUnits(
    amounts.reduce((sum, amount) => sum + unitsOf(amount), 0n),
    decimals,
  )
}

import { formatUnits } from '@partner-office/domain'

/** The sum of decimals with the same number of decimals; null without a value. */
export function sumText(texts: readonly (string | null)[]): string | null {
  const known = texts.filter((text) => text !== null)
  if (known.length === 0) return null
  const decimals = known[0]!.split('.')[1]?.length ?? 0
  const units = known.reduce((sum, text) => sum + BigInt(text.replace('.', '')), 0n)
  return formatUnits(units, decimals)
}

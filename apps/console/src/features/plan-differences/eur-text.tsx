import { formatUnits, fraction, roundHalfUpToUnits } from '@partner-office/domain'

import { Amount } from '../../parts/amount.tsx'

type EurProps = {
  /** Exact; null without a value in EUR. */
  readonly eur: string | null
  /** Shows the sign of a gain, too. */
  readonly isChange?: boolean
}

/** An exact value in EUR. Rounding: half up, to cents. */
export function Eur({ eur, isChange = false }: EurProps) {
  if (eur === null) return '–'
  const text = inCents(eur)
  return (
    <>
      {isChange && !text.startsWith('-') && Number(text) !== 0 && '+'}
      <Amount amount={text} currency="EUR" />
    </>
  )
}

const inCents = (eur: string): string => formatUnits(roundHalfUpToUnits(fraction(eur), 2), 2)

/** The sum of decimals with the same number of decimals; null without a value. */
export function sumText(texts: readonly (string | null)[]): string | null {
  const known = texts.filter((text) => text !== null)
  if (known.length === 0) return null
  const decimals = known[0]!.split('.')[1]?.length ?? 0
  const units = known.reduce((sum, text) => sum + BigInt(text.replace('.', '')), 0n)
  return formatUnits(units, decimals)
}

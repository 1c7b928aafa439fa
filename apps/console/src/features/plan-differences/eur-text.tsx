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

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
  return eur === null ? '–' : <Coins amount={inCents(eur)} currency="EUR" isChange={isChange} />
}

type CoinsProps = Pick<EurProps, 'isChange'> & {
  readonly amount: string
  readonly currency: string
}

/** An exact amount; a change shows the sign of a gain, too. Rounding: none. */
export function Coins({ amount, currency, isChange = false }: CoinsProps) {
  return (
    <>
      {isChange && !amount.startsWith('-') && Number(amount) !== 0 && '+'}
      <Amount amount={amount} currency={currency} />
    </>
  )
}

const inCents = (eur: string): string => formatUnits(roundHalfUpToUnits(fraction(eur), 2), 2)

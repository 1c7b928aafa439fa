import { Amount } from '../../parts/amount.tsx'

type AmountWithEurProps = {
  readonly amount: string
  readonly currency: string
  readonly eur: string | null
}

/** An amount with its value in EUR below it, if it has one. */
export const AmountWithEur = ({ amount, currency, eur }: AmountWithEurProps) => (
  <>
    <Amount amount={amount} currency={currency} />
    {eur !== null && (
      <div className="caption">
        <Amount amount={eur} currency="EUR" />
      </div>
    )}
  </>
)

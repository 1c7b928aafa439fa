import { Amount } from '../../parts/amount.tsx'

type CreditedProps = {
  readonly amounts: readonly {
    readonly recordId: number | null
    readonly currency: string
    readonly amount: string
  }[]
}

/** Credited amounts, one below the other; a reversal is negative. */
export function Credited({ amounts }: CreditedProps) {
  if (amounts.length === 0) return '–'
  return amounts.map(({ recordId, amount, currency }) => (
    <div key={recordId}>
      <Amount amount={amount} currency={currency} />
    </div>
  ))
}

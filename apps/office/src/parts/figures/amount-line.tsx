import type { ReactNode } from 'react'

import { Amount } from './amount.tsx'

type LineProps = {
  readonly label: ReactNode
  readonly amount: string
  readonly currency: string
  /** Whether the line is the sum of those before. */
  readonly isSum?: boolean
}

/** One line of a list of amounts, inside of a `dl` with the class `kv`. */
export function AmountLine({ label, amount, currency, isSum = false }: LineProps) {
  return (
    <div className={isSum ? 'sum-row' : undefined}>
      <dt>{label}</dt>
      <dd>
        <Amount amount={amount} currency={currency} />
      </dd>
    </div>
  )
}

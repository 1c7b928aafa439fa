import { Money } from '@partner-office/ui'

import { shownAmount } from '../lib/figures.ts'

type AmountProps = {
  /** A plain decimal; null where it is not known. */
  readonly amount: string | null
  readonly currency?: string
}

/** An exact amount with all its decimals; copied as a plain decimal. Rounding: none. Source: requirements SCR-007. */
export function Amount({ amount, currency }: AmountProps) {
  return amount === null ? '–' : <Money {...shownAmount(amount)} unit={currency} plain={amount} />
}

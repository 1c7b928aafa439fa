import { Money } from '@partner-office/ui'

import { useFormat } from '../../lib/use-format.ts'

type SignedAmountProps = {
  readonly amount: string
  readonly currency: string
  readonly size?: 'md' | 'l'
}

/** What came in with its plus, what was taken back with its minus. */
export function SignedAmount({ amount, currency, size = 'md' }: SignedAmountProps) {
  const format = useFormat()
  const isNegative = amount.startsWith('-')
  const isZero = !/[1-9]/.test(amount)
  const shown = format.amount(isNegative ? amount.slice(1) : amount, currency)
  const sign = isZero ? '' : isNegative ? '\u2212' : '+'
  return (
    <Money
      {...shown}
      whole={`${sign}${shown.whole}`}
      size={size}
      tone={sign === '+' ? 'in' : undefined}
    />
  )
}

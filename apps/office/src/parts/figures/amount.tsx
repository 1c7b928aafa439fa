import { Money } from '@partner-office/ui'
import type { ComponentProps } from 'react'

import { useFormat } from '../../lib/formats/use-format.ts'
import { isNonZero } from './eur.ts'

type AmountProps = Pick<ComponentProps<typeof Money>, 'size' | 'tone'> & {
  /** Units: plain decimals, with a leading `-` where negative. */
  readonly amount: string
  readonly currency: string
  /** Whether the currency stands elsewhere, such as in the head of a column. */
  readonly isBare?: boolean
  /** Whether a positive amount has a plus sign. */
  readonly hasPlus?: boolean
}

/** An amount as the reader's language writes it. Zero has no sign. */
export function Amount({
  amount,
  currency,
  isBare = false,
  hasPlus = false,
  ...look
}: AmountProps) {
  const format = useFormat()
  const isNegative = amount.startsWith('-')
  const { unit, ...shown } = format.amount(isNegative ? amount.slice(1) : amount, currency)
  const sign = isNegative ? '\u2212' : hasPlus ? '+' : ''
  return (
    <Money
      {...shown}
      {...look}
      whole={`${isNonZero(amount) ? sign : ''}${shown.whole}`}
      unit={isBare ? undefined : unit}
    />
  )
}

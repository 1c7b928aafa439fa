import type { ComponentProps } from 'react'

import { Amount } from '../figures/amount.tsx'
import { isNonZero } from '../figures/eur.ts'

type SignedAmountProps = Pick<ComponentProps<typeof Amount>, 'amount' | 'currency' | 'size'>

/** A bonus with its sign: plus where it was credited, minus where it was taken back. */
export function SignedAmount(props: SignedAmountProps) {
  const isCredited = isNonZero(props.amount) && !props.amount.startsWith('-')
  return <Amount {...props} hasPlus tone={isCredited ? 'incoming' : undefined} />
}

import type { ComponentProps } from 'react'

import { Amount } from '../figures/amount.tsx'
import './coin-amounts.css'
import { coinsOf } from './coins-of.ts'

type CoinsProps = {
  readonly amounts: Readonly<Record<string, string>>
  readonly size?: ComponentProps<typeof Amount>['size']
}

/** Amounts in several coins, side by side. */
export function CoinAmounts({ amounts, size = 'm' }: CoinsProps) {
  return (
    <p className="in-row base wrap coin-amounts">
      {coinsOf([amounts]).map((currency) => (
        <Amount key={currency} amount={amounts[currency]!} currency={currency} size={size} />
      ))}
    </p>
  )
}

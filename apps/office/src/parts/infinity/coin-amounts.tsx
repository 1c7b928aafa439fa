import { Money } from '@partner-office/ui'

import { useFormat } from '../../lib/use-format.ts'
import './coin-amounts.css'
import { coinsOf } from './coins-of.ts'

/** Amounts in several coins, side by side. */
export function CoinAmounts({ amounts }: { readonly amounts: Readonly<Record<string, string>> }) {
  const format = useFormat()
  return (
    <p className="row base wrap coin-amounts">
      {coinsOf([amounts]).map((currency) => (
        <Money key={currency} {...format.amount(amounts[currency]!, currency)} size="m" />
      ))}
    </p>
  )
}

import { Amount } from '../figures/amount.tsx'
import './coin-amounts.css'
import { coinsOf } from './coins-of.ts'

/** Amounts in several coins, side by side. */
export function CoinAmounts({ amounts }: { readonly amounts: Readonly<Record<string, string>> }) {
  return (
    <p className="row base wrap coin-amounts">
      {coinsOf([amounts]).map((currency) => (
        <Amount key={currency} amount={amounts[currency]!} currency={currency} size="m" />
      ))}
    </p>
  )
}

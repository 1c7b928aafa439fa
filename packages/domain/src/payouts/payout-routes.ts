import type { AccountCurrency } from '../currency.ts'

/** The routes that a payout can take: from an account to a kind of wallet. Source: PAY-010; decisions D-087. */
export const PAYOUT_ROUTES = [
  { from: 'UCHAIN_UCN_BONUS', to: 'UCN_XRC10_WHITE', currency: 'UCN' },
  { from: 'UCHAIN_UPT_BONUS', to: 'UPT_XRC10_WHITE', currency: 'UPT' },
] as const satisfies readonly { from: string; to: string; currency: AccountCurrency }[]

const CURRENCY_OF_SOURCE: Readonly<Record<string, AccountCurrency>> = {
  SU_BONUS: 'ULTIMA',
  WIN_BONUS: 'WIN',
  BSP_BONUS: 'BSP',
  UB_BSP_BONUS: 'BSP',
  DBSP_BONUS: 'DBSP',
  CASH: 'EUR',
  CASH_V2: 'EUR',
  UCHAIN_UCN_BONUS: 'UCN',
  UCHAIN_UPT_BONUS: 'UPT',
}

/** The currency of a payout's source; null for a source that nobody knows. Source: TRX-028 to TRX-032. */
export function currencyOfSource(source: string): AccountCurrency | null {
  return Object.hasOwn(CURRENCY_OF_SOURCE, source) ? CURRENCY_OF_SOURCE[source]! : null
}

import { Refusal } from './refusal.ts'

/**
 * Every currency the product knows.
 *
 * Source: BON-023.
 */
export const CURRENCIES = ['EUR', 'UPT', 'UCN', 'ULTIMA', 'WIN', 'BSP', 'DBSP', 'USDT'] as const

export type Currency = (typeof CURRENCIES)[number]

/** A currency partners have an account in. USDT is only quoted and has no accounts. */
export type AccountCurrency = Exclude<Currency, 'USDT'>

const ACCOUNT_NAMES: Readonly<Record<AccountCurrency, string>> = {
  EUR: 'CASH',
  UPT: 'UCHAIN_UPT_BONUS',
  UCN: 'UCHAIN_UCN_BONUS',
  ULTIMA: 'SU_BONUS',
  WIN: 'WIN_BONUS',
  BSP: 'BSP_BONUS',
  DBSP: 'DBSP_BONUS',
}

/** Whether the text is the code of a currency we know. */
export function isCurrency(text: string): text is Currency {
  return (CURRENCIES as readonly string[]).includes(text)
}

/**
 * How many decimals an amount of the currency has, stored and credited.
 *
 * Source: FMT-003, FMT-005, FMT-006, decisions D-100.
 */
export function decimalsOf(currency: Currency): number {
  if (currency === 'EUR') return 2
  return currency === 'ULTIMA' || currency === 'WIN' ? 6 : 8
}

/**
 * The name of the partner's account that is credited in the currency.
 *
 * Refuses: `not_found` for USDT, which has no accounts.
 * Source: decisions B4, "accounts credited".
 */
export function accountNameOf(currency: Currency): string {
  if (currency === 'USDT') throw new Refusal('not_found', { currency })
  return ACCOUNT_NAMES[currency]
}

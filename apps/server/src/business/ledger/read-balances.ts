import {
  accountNameOf,
  type AccountCurrency,
  CURRENCIES,
  decimalsOf,
  formatUnits,
  Refusal,
} from '@partner-office/domain'

import type { Db } from '../../db/database.ts'

const DECIMALS_SHOWN = 8

const CURRENCY_OF = new Map(
  CURRENCIES.filter((currency): currency is AccountCurrency => currency !== 'USDT').map(
    (currency) => [accountNameOf(currency), currency],
  ),
)

/**
 * What is in some of a partner's accounts; 0 in those that have never been used.
 *
 * Units: plain decimals of the account's currency, with 8 decimals.
 * Refuses: `wallet_not_found`, for a name that no account has.
 * Source: api.md section 2; ENT-010.
 */
export async function readBalances(
  db: Db,
  partnerId: number,
  names: readonly string[],
): Promise<Record<string, string>> {
  const asked = [...new Set(names)].map((name) => ({
    name,
    currency: currencyOfAccount(name, 'balances'),
  }))
  const stored = await db
    .selectFrom('accounts')
    .select(['name', 'balance'])
    .where('partnerId', '=', partnerId)
    .where('name', 'in', names)
    .execute()
  const units = new Map(stored.map(({ name, balance }) => [name, BigInt(balance!)]))
  return Object.fromEntries(
    asked.map(({ name, currency }) => [name, balanceText(units.get(name) ?? 0n, currency)]),
  )
}

/** A balance as a plain decimal with 8 decimals. */
export const balanceText = (units: bigint, currency: AccountCurrency): string =>
  formatUnits(units, decimalsOf(currency), DECIMALS_SHOWN)

/** The currency of an account. Refuses: `wallet_not_found`, for a name that no account has. */
export function currencyOfAccount(name: string, field: string): AccountCurrency {
  const currency = CURRENCY_OF.get(name)
  if (currency === undefined) throw new Refusal('wallet_not_found', { field })
  return currency
}

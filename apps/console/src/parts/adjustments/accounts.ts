import { accountNameOf, CURRENCIES } from '@partner-office/domain'

/** The accounts of a partner by their names, with their currencies. USDT is only paid out. */
export const ACCOUNTS = CURRENCIES.filter((currency) => currency !== 'USDT').map((currency) => ({
  name: accountNameOf(currency),
  currency,
}))

import { CURRENCIES, type Currency } from '@partner-office/domain'

/** Coins of some amounts, in a fixed order: UPT before UCN. */
export const coinsOf = (amounts: readonly Readonly<Record<string, string>>[]): Currency[] =>
  CURRENCIES.filter((currency) => amounts.some((coins) => currency in coins))

import { CURRENCIES, type Currency } from '@partner-office/domain'

/** The coins of some amounts, always in the same order: UPT before UCN. */
export const coinsOf = (amounts: readonly Readonly<Record<string, string>>[]): Currency[] =>
  CURRENCIES.filter((currency) => amounts.some((coins) => currency in coins))

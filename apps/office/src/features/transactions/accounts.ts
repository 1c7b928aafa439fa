import { CURRENCIES } from '@partner-office/domain'

/** The currencies of a partner's accounts. USDT is only paid out. */
export const ACCOUNTS = CURRENCIES.filter((currency) => currency !== 'USDT')

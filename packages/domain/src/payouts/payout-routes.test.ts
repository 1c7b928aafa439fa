import { expect, test } from 'vitest'

import { accountNameOf } from '../currency.ts'
import { currencyOfSource, PAYOUT_ROUTES } from './payout-routes.ts'

test.each([
  ['TRX-028', 'SU_BONUS', 'ULTIMA'],
  ['TRX-029', 'WIN_BONUS', 'WIN'],
  ['TRX-030', 'BSP_BONUS', 'BSP'],
  ['TRX-030', 'UB_BSP_BONUS', 'BSP'],
  ['TRX-031', 'DBSP_BONUS', 'DBSP'],
  ['TRX-032', 'CASH', 'EUR'],
  ['TRX-032', 'CASH_V2', 'EUR'],
])('%s source %s has the currency %s', (_row, source, currency) => {
  expect(currencyOfSource(source)).toBe(currency)
})

test.each(['', 'UNKNOWN', 'toString', 'cash'])('source %j has no currency', (source) => {
  expect(currencyOfSource(source)).toBeNull()
})

test('each route pays out the currency of its account', () => {
  for (const { from, currency } of PAYOUT_ROUTES) {
    expect(currencyOfSource(from)).toBe(currency)
    expect(accountNameOf(currency)).toBe(from)
  }
})

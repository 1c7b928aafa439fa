import { expect, test } from 'vitest'

import { accountNameOf, CURRENCIES, decimalsOf, isCurrency } from './currency.ts'
import { Refusal } from './refusal.ts'

test('BON-023 the known currencies are EUR, UPT, UCN, ULTIMA, WIN, BSP, DBSP and USDT', () => {
  expect(CURRENCIES).toEqual(['EUR', 'UPT', 'UCN', 'ULTIMA', 'WIN', 'BSP', 'DBSP', 'USDT'])
  expect(CURRENCIES.every(isCurrency)).toBe(true)
})

test.each(['', 'eur', 'USD', 'constructor', 'UPT '])('%j is not a currency', (text) => {
  expect(isCurrency(text)).toBe(false)
})

test.each([
  ['EUR', 2, 'CASH'],
  ['UPT', 8, 'UCHAIN_UPT_BONUS'],
  ['UCN', 8, 'UCHAIN_UCN_BONUS'],
  ['ULTIMA', 6, 'SU_BONUS'],
  ['WIN', 6, 'WIN_BONUS'],
  ['BSP', 8, 'BSP_BONUS'],
  ['DBSP', 8, 'DBSP_BONUS'],
] as const)('%s has %i decimals and credits the account %s', (currency, decimals, account) => {
  expect(decimalsOf(currency)).toBe(decimals)
  expect(accountNameOf(currency)).toBe(account)
})

test('USDT has 8 decimals and no account', () => {
  expect(decimalsOf('USDT')).toBe(8)
  expect(() => accountNameOf('USDT')).toThrow(new Refusal('not_found', { currency: 'USDT' }))
})

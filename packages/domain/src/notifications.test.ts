import { expect, test } from 'vitest'

import { isAlwaysOn, isOnAtFirst, NOTIFICATION_KEYS } from './notifications.ts'

test('NOT-005 invoices and the end of the own activity cannot be switched off', () => {
  expect(NOTIFICATION_KEYS.filter(isAlwaysOn)).toEqual(['invoices', 'accountActivity'])
})

test('all mails but newsletters and the daily income are on at first', () => {
  const off = NOTIFICATION_KEYS.filter((key) => !isOnAtFirst(key))
  expect(off).toEqual(['newsletters', 'dailyIncome'])
})

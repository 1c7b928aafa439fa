import type { NotificationSettings } from '@partner-office/contracts'
import { isAlwaysOn, NOTIFICATION_KEYS } from '@partner-office/domain'
import { expect, test } from 'vitest'

import { areAllOn, changeOfAll, countOn } from './all-mails.ts'

const settings = (value: boolean): NotificationSettings =>
  Object.fromEntries(
    NOTIFICATION_KEYS.map((key) => [
      key,
      { value: value || isAlwaysOn(key), disabled: isAlwaysOn(key) },
    ]),
  ) as NotificationSettings

test('the switch for all is on when every setting that may change is on', () => {
  expect(areAllOn(settings(true))).toBe(true)
  expect(areAllOn({ ...settings(true), newsletters: { value: false, disabled: false } })).toBe(
    false,
  )
  expect(areAllOn({ ...settings(true), invoices: { value: false, disabled: true } })).toBe(true)
})

test('the switch for all sets every setting that is not disabled', () => {
  const change = changeOfAll(settings(false), true)
  expect(Object.keys(change)).toHaveLength(14)
  expect(change).not.toHaveProperty('accountActivity')
  expect(new Set(Object.values(change))).toEqual(new Set([true]))
})

test('the count of settings that are on includes those that are always on', () => {
  expect(countOn(settings(false))).toEqual({ on: 2, of: 16 })
  expect(countOn(settings(true))).toEqual({ on: 16, of: 16 })
})

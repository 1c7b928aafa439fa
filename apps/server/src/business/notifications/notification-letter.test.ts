import { type AccountCurrency, DAY_MS } from '@partner-office/domain'
import { expect, test } from 'vitest'

import type { MailItem } from './mail-event.ts'
import { notificationLines } from './notification-letter.ts'
import { MOST_ITEMS } from './note-events.ts'

const AT = Date.UTC(2026, 9, 12, 8)
const DAY = Math.floor(AT / DAY_MS)
const READER = { language: 'en', nameOf: (id: number) => `Partner ${id}` }

/** The lines below the items of a message. */
function endOf(entries: number, sums: readonly (readonly [AccountCurrency, bigint])[] = []) {
  const items: MailItem[] = Array.from({ length: Math.min(entries, MOST_ITEMS) }, (_, at) => ({
    order: at + 1,
    at: AT,
    amount: '1.00 UPT',
  }))
  const told = { key: 'creditingMoney', day: DAY, entries, sums: new Map(sums), items } as const
  return notificationLines(told, READER).rows.slice(items.length)
}

test('a message of several entries ends with their sum, one entry and entries without sums do not', () => {
  const sums = [['UPT', 250_000_000n]] as const
  expect(endOf(1, sums)).toEqual([])
  expect(endOf(2, sums)).toEqual([expect.stringMatching(/2\.50000000.UPT/u)])
  expect(endOf(2)).toEqual([])
})

test('entries that are not in the list are counted', () => {
  expect(endOf(MOST_ITEMS)).toEqual([])
  expect(endOf(MOST_ITEMS + 1)).toEqual([expect.stringContaining('1')])
})

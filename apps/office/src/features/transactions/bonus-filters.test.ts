import { searchParams } from '@partner-office/web'
import { describe, expect, test } from 'vitest'

import { addressOf, BONUS_HISTORY, bonusQuestion, filterCount, filtersOf } from './bonus-filters.ts'

const read = (address: Readonly<Record<string, unknown>>) =>
  filtersOf(searchParams(BONUS_HISTORY)(address))

const ALL = { from: '', to: '', kind: '', level: '', sort: 'paidAt|desc' } as const

describe('the filters of the bonus history', () => {
  test('TRX-017 TRX-018 an address without filters requests the newest 20', () => {
    expect(read({})).toEqual(ALL)
    expect(bonusQuestion(ALL, 0)).toEqual({ size: '20', page: '0', sort: 'paidAt|desc' })
  })

  test('TRX-003 TRX-019 every filter is sent', () => {
    const address = {
      from: '2026-01-31',
      to: '2026-02-28',
      kind: 'UCHAIN_INFINITY',
      level: 6,
      sort: 'oldest',
    }
    expect(bonusQuestion(read(address), 2)).toEqual({
      size: '20',
      page: '2',
      sort: 'paidAt|asc',
      dateFrom: '2026-01-31',
      dateTo: '2026-02-28',
      bonusTypes: 'UCHAIN_INFINITY',
      level: '6',
    })
    expect(addressOf(read(address))).toEqual(address)
    expect(filterCount(read(address))).toBe(4)
  })

  test.each([
    { from: '2026-02-30' },
    { to: '0026-02-01' },
    { from: 20_260_101 },
    { kind: 'DIAMOND' },
    { level: 7 },
    { level: 'x' },
    { sort: 'newest' },
  ])('a value that no filter accepts is dropped: %j', (address) => {
    expect(read(address)).toEqual(ALL)
  })
})

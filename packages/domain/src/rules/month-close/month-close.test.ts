import { describe, expect, test } from 'vitest'

import { DAY_MS } from '../../instant.ts'
import { MONTH, monthQuestion, smallMonth } from '../../testing/random-months.ts'
import { closeMonth } from './close-month.ts'
import type { MonthQuestion, PresentStanding } from './month-basis.ts'
import type { MonthClose } from './month-close.ts'
import { ENTRIES_A_CHUNK } from './record-columns.ts'

const textOf = (question: MonthQuestion) => [...closeMonth(question).sealedText()].join('')

describe('a month with more entries than a chunk holds', () => {
  const { orders, ...rest } = smallMonth()
  const many = Array.from({ length: ENTRIES_A_CHUNK }, (_, at) => {
    const [id, fact] = [at + 100, at + 1_000]
    return { id, partnerId: 4, paidAt: MONTH + 9 * DAY_MS, cents: 10_00, fact, cancelledBy: 0 }
  })
  const close = closeMonth(monthQuestion({ ...rest, orders: [...orders, ...many] }))
  const records = [...close.records()]

  test('has all of them in the order of the export, whole or by part', () => {
    expect(records).toHaveLength(close.size)
    const ids = records
      .filter(({ partnerId, type, currency }) => {
        return partnerId === 1 && type === 'UCHAIN_INFINITY' && currency === 'UCN'
      })
      .map(({ orderId }) => orderId)
    expect(ids).toEqual([2, 3, 4, 5, ...many.map(({ id }) => id)])
    const middle = ENTRIES_A_CHUNK
    expect([...close.records(middle, middle + 3)]).toEqual(records.slice(middle, middle + 3))
    expect([...close.records(close.size - 1)]).toEqual(records.slice(-1))
  })

  test('names the window of cycled turbo and the pool of diamond pools, and of no other bonus', () => {
    const shown = [...closeMonth(monthQuestion(smallMonth())).records()].map(
      ({ type, window, pool }) => JSON.stringify({ type, window, pool }),
    )
    expect([...new Set(shown)].toSorted().map((text) => JSON.parse(text))).toEqual([
      { type: 'BSP', window: null, pool: null },
      { type: 'CYCLED_TURBO', window: 13, pool: null },
      { type: 'UCHAIN_INFINITY', window: null, pool: null },
      { type: 'WINNER', window: null, pool: null },
    ])
  })

  test('seals one line for each record', () => {
    const lines = [...close.sealedText()].join('').split('\n')
    expect(lines.pop()).toBe('')
    expect(lines).toHaveLength(close.size)
    const last = records.at(-1)!
    expect(lines.at(-1)).toMatch(`${last.partnerId},${last.type},${last.orderId},${last.level},`)
  })

  test('sums them up by type and currency, whoever comes first', () => {
    // The root, who is credited the most types, has the highest id.
    const idOf = (id: number | null) => id && 10 - id
    const totals = closeMonth(
      monthQuestion({
        ...rest,
        partners: rest.partners.map((each) => {
          return { ...each, id: idOf(each.id)!, sponsorId: idOf(each.sponsorId) }
        }),
        orders: [...orders, ...many].map((order) => {
          return { ...order, partnerId: idOf(order.partnerId)! }
        }),
      }),
    ).totals()
    const names = totals.map(({ type, currency }) => `${type} ${currency}`)
    expect(names).toEqual(names.toSorted())
    for (const { type, currency, ...total } of totals) {
      const own = records.filter((record) => record.type === type && record.currency === currency)
      const units = own.reduce((sum, record) => sum + record.units, 0n)
      expect(total).toEqual({ records: own.length, units })
    }
    expect(totals.reduce((sum, total) => sum + total.records, 0)).toBe(close.size)
  })
})

describe('what one partner gets of the orders', () => {
  const month = smallMonth()
  const close = closeMonth(monthQuestion(month))
  const { ids } = close.basis.facts.partners
  /** As the records of a partner have it: each order once. */
  const credited = (partnerId: number) =>
    [...close.records()]
      .filter((record) => record.partnerId === partnerId && record.type === 'UCHAIN_INFINITY')
      .filter(({ currency }) => currency === 'UCN')
      .map(({ orderId, level, derivation: { value } }) => ({ orderId, level, value }))

  test.each([1, 2, 4])('C4 partner %s: all accruals, and those of each order', (id) => {
    const row = ids.indexOf(id)
    const accruals = close.infinity.accrualsOf(row)
    const shown = accruals.map(({ order, level, value }) => {
      return { orderId: month.orders[order]!.id, level, value }
    })
    expect(shown).toEqual(credited(id))
    expect(accruals.map(({ version }) => version.version)).toEqual(accruals.map(() => 1))
    const each = month.orders.map((_, order) => close.infinity.accrualOf(row, order))
    expect(each.filter((accrual) => accrual !== null)).toEqual(accruals)
  })

  test('the root is paid for four orders, a partner without a percent for none', () => {
    expect(credited(1).map(({ orderId, level }) => [orderId, level])).toEqual([
      [2, 1],
      [3, 1],
      [4, 2],
      [5, 1],
    ])
    expect(credited(4)).toEqual([])
  })
})

describe('an open month', () => {
  const question = monthQuestion(smallMonth())
  const { basis }: MonthClose = closeMonth(question)
  const { buyer, paidAt } = basis.facts.orders
  const now: PresentStanding = {
    rankOf: basis.rankOf,
    activityOf: (row) =>
      Array.from(buyer, (owner, order) => ({ owner, paidAt: paidAt[order]!, days: 30 })).filter(
        ({ owner }) => owner === row,
      ),
  }

  test('with the ranks and activity of now is the month that a closing computes', () => {
    expect(textOf({ ...question, present: now })).toBe(textOf(question))
  })

  test('follows the ranks and the activity that are given', () => {
    const unranked = textOf({ ...question, present: { ...now, rankOf: () => 1 } })
    expect(unranked).not.toContain('UCHAIN_INFINITY')
    expect(unranked).toContain('1,WINNER,0,0,WIN,600.00000000')
    const inactive = textOf({ ...question, present: { ...now, activityOf: () => [] } })
    expect(inactive).not.toContain('UCHAIN_INFINITY')
  })
})

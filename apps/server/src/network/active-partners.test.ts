import { DAY_MS, foldActivity, isActiveAt, monthEnd, monthStart } from '@partner-office/domain'
import fc from 'fast-check'
import { expect, test } from 'vitest'

import { countActive } from './active-partners.ts'
import { FiguresEngine } from './figures-engine.ts'
import { atOnce } from './in-slices.ts'

const NOW = Date.UTC(2026, 2, 15, 12)
const DAYS_OF_ORDER = 30

type Paid = { readonly partner: number; readonly at: number }

function engineOf(partners: number, orders: readonly Paid[]): FiguresEngine {
  const engine = new FiguresEngine({
    activityDays: () => DAYS_OF_ORDER,
    turnoverStarts: [Number.NEGATIVE_INFINITY],
    legsKept: 3,
  })
  let fact = 0
  for (let id = 1; id <= partners; id += 1) {
    engine.apply({
      kind: 'partner',
      fact: (fact += 1),
      id,
      sponsorId: id === 1 ? null : 1,
      registeredAt: 0,
      names: { firstName: 'A', lastName: 'B' },
    })
  }
  for (const { partner, at } of orders) {
    engine.apply({
      kind: 'order',
      fact: (fact += 1),
      partnerId: partner,
      paidAt: at,
      cents: 1,
    })
  }
  return engine
}

/** Whether orders made a partner active on some day from `from` to before `to`; looked at every six hours. */
function wasActive(orders: readonly number[], from: number, to: number): boolean {
  for (let at = from; at < to; at += DAY_MS / 4) {
    const until = foldActivity(
      orders.filter((paidAt) => paidAt <= at).map((paidAt) => ({ paidAt, days: DAYS_OF_ORDER })),
    )
    if (isActiveAt(until, at)) return true
  }
  return false
}

test('partners active now and in each month are those that C8 makes active at some instant of it', () => {
  const order = fc.record({
    partner: fc.integer({ min: 1, max: 4 }),
    // Every six hours of half a year, some of them after now.
    at: fc.integer({ min: 0, max: 4 * 190 }).map((step) => Date.UTC(2025, 9) + step * (DAY_MS / 4)),
  })
  fc.assert(
    fc.property(fc.array(order, { maxLength: 12 }), (orders) => {
      const engine = engineOf(4, orders)
      const { now, months } = atOnce(countActive(engine, { now: NOW, months: 5 }))
      const paidBy = (partner: number) =>
        orders.filter((each) => each.partner === partner && each.at <= NOW).map(({ at }) => at)
      const count = (isCounted: (paid: number[]) => boolean) =>
        [1, 2, 3, 4].filter((partner) => isCounted(paidBy(partner))).length
      expect(now).toBe(count((paid) => wasActive(paid, NOW, NOW + 1)))
      expect(months.map(({ at }) => at).at(-1)).toBe(monthStart(NOW))
      expect(months).toHaveLength(5)
      for (const { at, active } of months) {
        const end = Math.min(monthEnd(at), NOW + 1)
        expect({ at, active }).toEqual({ at, active: count((paid) => wasActive(paid, at, end)) })
      }
    }),
    { numRuns: 60 },
  )
})

import { describe, expect, test } from 'vitest'

import { MONTH, monthFacts, smallPlan } from '../../testing/random-months.ts'
import { NetworkTurnovers } from './network-turnovers.ts'
import { ranksAt } from './ranks-at.ts'

const versions = [{ version: 1, plan: smallPlan() }]
const JADE = 3

type Bought = {
  readonly partnerId: number
  readonly euros: number
  readonly fact: number
  readonly cancelledBy?: number
  readonly paidAt?: number
}

/** The rank of partner 1, above 2, 3 and 4, at the end of October. JADE asks for 50, at most 25 and 15. */
function rankWith(orders: Bought[], plan = smallPlan()) {
  const partners = [null, 1, 1, 1].map((sponsorId, index) => {
    return { id: index + 1, sponsorId, registeredAt: 0, blocked: false }
  })
  const listed = orders.map(({ partnerId, euros, fact, cancelledBy = 0, paidAt = MONTH }) => {
    return { id: fact, partnerId, paidAt, cents: euros * 100, fact, cancelledBy }
  })
  const turnovers = new NetworkTurnovers(monthFacts({ partners, orders: listed }))
  return ranksAt(turnovers, [{ version: 1, plan }], MONTH + 1)[0]
}

describe('ranksAt', () => {
  test('C11.14 a rank reached with an order that was cancelled since stays', () => {
    const first = { partnerId: 2, euros: 40, fact: 1 }
    const second = { partnerId: 3, euros: 15, fact: 2 }
    const third = { partnerId: 4, euros: 10, fact: 3 }
    expect(rankWith([first, second, third])).toBe(JADE)
    expect(rankWith([first, second, { ...third, cancelledBy: 4 }])).toBe(JADE)
    expect(rankWith([{ ...first, cancelledBy: 4 }, second, third])).toBe(JADE)
  })

  test('C11.14 exactly the target was enough, a cent less was not', () => {
    const orders = [
      { partnerId: 2, euros: 25, fact: 1 },
      { partnerId: 3, euros: 15, fact: 2 },
    ]
    const last = { partnerId: 4, fact: 3, cancelledBy: 4 }
    expect(rankWith([...orders, { ...last, euros: 10 }])).toBe(JADE)
    expect(rankWith([...orders, { ...last, euros: 9.99 }])).toBeLessThan(JADE)
  })

  test('C1 after a cancellation the legs that are the largest now are capped', () => {
    // At the end the own 9 and legs of 16, 16 and 9 count 9 + 16 + 15 + 9; with both of 16 in full they would count 50.
    const orders = [
      { partnerId: 2, euros: 9, fact: 1 },
      { partnerId: 2, euros: 8, fact: 2, cancelledBy: 5 },
      { partnerId: 3, euros: 16, fact: 3 },
      { partnerId: 4, euros: 16, fact: 4 },
    ]
    const own = { partnerId: 1, euros: 9, fact: 6 }
    const plan = smallPlan({ countOwnTurnover: true })
    expect(rankWith([...orders, own], plan)).toBeLessThan(JADE)
    expect(rankWith([...orders, { ...own, euros: 10 }], plan)).toBe(JADE)
  })

  describe('D-147 under sequential, the orders that stand also count as they were paid', () => {
    const plan = smallPlan({ legRule: 'sequential', countOwnTurnover: false })
    // Legs of 24, 20 and 8 count 52; with 10 more in the second leg, legs of 30, 24 and 8 count 48.
    const [first, more, second, third] = [
      { partnerId: 2, euros: 20, fact: 1 },
      { partnerId: 2, euros: 10, fact: 2 },
      { partnerId: 3, euros: 24, fact: 3 },
      { partnerId: 4, euros: 8, fact: 4 },
    ] as const
    const before = { paidAt: MONTH - 1 }

    test('the order that was stored before the others was paid after them', () => {
      expect(rankWith([first, more, second, third], plan)).toBeLessThan(JADE)
      const paid = [first, second, third].map((order) => ({ ...order, ...before }))
      expect(rankWith([paid[0]!, more, ...paid.slice(1)], plan)).toBe(JADE)
    })

    test('orders of one instant count by their numbers, however they are listed', () => {
      expect(rankWith([first, second, third, more], plan)).toBeLessThan(JADE)
    })

    test('a cancelled order is not among them', () => {
      const cancelled = { ...third, ...before, fact: 3, cancelledBy: 4 }
      const late = { ...second, ...before, fact: 5 }
      expect(rankWith([{ ...first, ...before }, more, cancelled, late], plan)).toBeLessThan(JADE)
    })
  })

  test('orders that never counted at the same time reach nothing together', () => {
    const orders = [
      { partnerId: 2, euros: 40, fact: 1 },
      { partnerId: 3, euros: 19, fact: 2, cancelledBy: 3 },
      { partnerId: 3, euros: 19, fact: 4, cancelledBy: 5 },
      { partnerId: 4, euros: 1, fact: 6 },
    ]
    expect(rankWith(orders)).toBeLessThan(JADE)
  })

  test('D-046 after a cancellation, only an order below the partner tests the rank', () => {
    const plan = smallPlan({ legRule: 'sequential', countOwnTurnover: false })
    // With all four, legs of 30, 24 and 8 count 48. Without the second, 24, 20 and 8 count 52, as no leg is above its cap.
    const orders = [
      { partnerId: 2, euros: 20, fact: 1 },
      { partnerId: 2, euros: 10, fact: 2, cancelledBy: 5 },
      { partnerId: 3, euros: 24, fact: 3 },
      { partnerId: 4, euros: 8, fact: 4, cancelledBy: 8 },
    ]
    const next = { euros: 0.01, fact: 6, cancelledBy: 7 }
    expect(rankWith([...orders, { ...next, partnerId: 1 }], plan)).toBeLessThan(JADE)
    expect(rankWith([...orders, { ...next, partnerId: 4 }], plan)).toBe(JADE)
  })

  test('C11.2 an order of the same instant does not count yet', () => {
    const partners = [null, 1].map((sponsorId, index) => {
      return { id: index + 1, sponsorId, registeredAt: 0, blocked: false }
    })
    const order = { id: 1, partnerId: 2, paidAt: MONTH, cents: 10_00, fact: 1, cancelledBy: 0 }
    const turnovers = new NetworkTurnovers(monthFacts({ partners, orders: [order] }))
    expect(ranksAt(turnovers, versions, MONTH)[0]).toBe(1)
    expect(ranksAt(turnovers, versions, MONTH + 1)[0]).toBe(2)
  })
})

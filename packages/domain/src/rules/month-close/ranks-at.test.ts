import { describe, expect, test } from 'vitest'

import { MONTH, monthFacts, smallPlan } from '../../testing/random-months.ts'
import { NetworkTurnovers } from './network-turnovers.ts'
import { ranksAt } from './ranks-at.ts'

const versions = [{ version: 1, plan: smallPlan() }]
const JADE = 3

/** The rank of partner 1, above 2, 3 and 4, at the end of October. JADE asks for 50, at most 25 and 15. */
function rankWith(
  orders: { partnerId: number; euros: number; fact: number; cancelledBy?: number }[],
  plan = smallPlan(),
) {
  const partners = [null, 1, 1, 1].map((sponsorId, index) => {
    return { id: index + 1, sponsorId, registeredAt: 0, blocked: false }
  })
  const listed = orders.map(({ partnerId, euros, fact, cancelledBy = 0 }) => {
    return { id: fact, partnerId, paidAt: MONTH, cents: euros * 100, fact, cancelledBy }
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

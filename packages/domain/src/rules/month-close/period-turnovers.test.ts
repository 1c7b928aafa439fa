import { describe, expect, test } from 'vitest'

import { MONTH, monthFacts } from '../../testing/random-months.ts'
import { NetworkTurnovers } from './network-turnovers.ts'

/** 1 is above 2, 2 above 3, 3 above 4, 4 above 5; 6 is in the first line of 1, too. */
const partners = [null, 1, 2, 3, 4, 1].map((sponsorId, at) => {
  return { id: at + 1, sponsorId, registeredAt: 0, blocked: false }
})
const orders = [1, 10, 100, 1_000, 10_000, 7].map((cents, at) => {
  return { id: at + 1, partnerId: at + 1, paidAt: MONTH, cents, fact: at + 1, cancelledBy: 0 }
})
const facts = monthFacts({ partners, orders })
const rowOf = (id: number) => facts.partners.ids.indexOf(id)
const turnovers = new NetworkTurnovers(facts).between(MONTH, MONTH + 1)

describe('what partners and their lines bought', () => {
  test('by leg and line', () => {
    expect(turnovers.own(rowOf(3))).toBe(100)
    expect(turnovers.company).toBe(11_118)
    const legs = turnovers.legsOf(rowOf(1)).toSorted((a, b) => a.partnerId - b.partnerId)
    expect(legs).toEqual([
      { partnerId: 2, line1: 10, line2: 100, line3: 1_000, deeper: 10_000 },
      { partnerId: 6, line1: 7, line2: 0, line3: 0, deeper: 0 },
    ])
    expect(turnovers.legsOf(rowOf(5))).toEqual([])
  })

  test.each([
    ['line1', 17, null],
    ['lines1To2', 117, 100],
    ['lines1To3', 1_117, 1_100],
    ['team', 11_117, 11_100],
  ] as const)(
    'B3 a programme that counts %s counts %s cents of the first',
    (base, total, below) => {
      const columns = turnovers.legs(base, 1)
      const placeOf = (id: number) => columns.contenders.rows.indexOf(rowOf(id))
      expect(columns.total[placeOf(1)]).toBe(total)
      expect(columns.below?.[placeOf(2)] ?? null).toBe(below)
    },
  )

  test('the whole company has no legs', () => {
    expect(() => turnovers.legs('company', 1)).toThrow(RangeError)
  })

  test('contenders by an amount: a cent more leaves those out who bought exactly it', () => {
    const idsBy = (least: number, others = new Map<number, number>()) => {
      const { rows } = new NetworkTurnovers(facts)
        .between(MONTH, MONTH + 1)
        .contenders(least, others)
      return rows.map((row) => facts.partners.ids[row]!).toSorted((a, b) => a - b)
    }
    expect(idsBy(11_000)).toEqual([1, 2, 3, 4])
    expect(idsBy(11_001)).toEqual([1, 2, 3])
    expect(idsBy(11_001, new Map([[rowOf(6), 1]]))).toEqual([1, 2, 3, 6])
  })
})

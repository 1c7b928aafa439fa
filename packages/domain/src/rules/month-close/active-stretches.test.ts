import { expect, test } from 'vitest'

import { DAY_MS } from '../../instant.ts'
import { MONTH, monthFacts, smallPlan } from '../../testing/random-months.ts'
import { activeStretches, stretchesOf } from './active-stretches.ts'

const day = (days: number) => MONTH + days * DAY_MS
const bought = (...days: number[]) => days.map((at) => ({ paidAt: day(at), days: 30 }))

test.each([
  ['no order', [], []],
  ['one order', [0], [[0, 30]]],
  ['an order in time extends the stretch', [0, 10, 20], [[0, 90]]],
  ['an order at the very end extends it', [0, 30], [[0, 60]]],
  [
    'an order after the end begins anew',
    [0, 31],
    [
      [0, 30],
      [31, 61],
    ],
  ],
  [
    'an extension of the second stretch',
    [0, 90, 100],
    [
      [0, 30],
      [90, 150],
    ],
  ],
])('C8 %s', (_, orders, stretches) => {
  expect(stretchesOf(bought(...orders))).toEqual(
    stretches.map(([from, until]) => ({ from: day(from!), until: day(until!) })),
  )
})

test('C8 only stretches that overlap the requested time, of the requested partners', () => {
  const partners = [1, 2].map((id) => ({ id, sponsorId: null, registeredAt: 0, blocked: false }))
  const minimum = Number(smallPlan().activity.minimumOrder)
  const order = (id: number, partnerId: number, at: number, changes = {}) => {
    return { id, partnerId, paidAt: day(at), cents: minimum, fact: id, cancelledBy: 0, ...changes }
  }
  const facts = monthFacts({
    partners,
    orders: [
      order(3, 1, 60),
      order(1, 1, 0),
      order(2, 1, 40, { cents: minimum - 1 }),
      order(4, 1, 41, { cancelledBy: 9 }),
      order(5, 2, 0),
    ],
  })
  const plans = [
    { start: -Infinity, end: Infinity, version: { version: 1, plan: smallPlan() } },
  ] as unknown as Parameters<typeof activeStretches>[1]
  const row = Array.from(facts.partners.ids).indexOf(1)
  const asked = Uint8Array.from(facts.partners.ids, (id) => (id === 1 ? 1 : 0))
  const found = (start: number, end: number) =>
    activeStretches(facts.orders, plans, { asked, start, end }).get(row) ?? []
  const first = { from: day(0), until: day(30) }
  const second = { from: day(60), until: day(90) }
  expect(found(day(0), day(100))).toEqual([first, second])
  expect(found(day(30) - 1, day(60))).toEqual([first])
  expect(found(day(30), day(60))).toEqual([])
  expect(found(day(30), day(60) + 1)).toEqual([second])
  expect(activeStretches(facts.orders, plans, { asked, start: 0, end: day(99) }).size).toBe(1)
  const between = { asked, start: day(30), end: day(60) }
  expect(activeStretches(facts.orders, plans, between).size).toBe(0)
})

import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import { PROPERTY_CASES } from '../testing/property-cases.ts'
import { type ListedMonth, listedMonths, MONTH, monthFacts } from '../testing/random-months.ts'
import { type PastMoment, TeamPast } from './team-past.ts'

/** Climbs from each order's buyer, as the rule is written. */
function naive({ partners, orders }: ListedMonth, top: number, moment: PastMoment) {
  const sponsors = new Map(partners.map(({ id, sponsorId }) => [id, sponsorId]))
  const legs = new Map<number, bigint>()
  let own = 0n
  let team = 0n
  for (const { partnerId, paidAt, cents, fact, cancelledBy } of orders) {
    const isCancelled = cancelledBy !== 0 && cancelledBy <= moment.upToFact
    if (paidAt >= moment.paidBefore || fact > moment.upToFact || isCancelled) continue
    if (partnerId === top) own += BigInt(cents)
    let leg = partnerId
    for (
      let above = sponsors.get(leg) ?? null;
      above !== null && above !== top;
      above = sponsors.get(leg) ?? null
    )
      leg = above
    if (partnerId === top || sponsors.get(leg) !== top) continue
    team += BigInt(cents)
    legs.set(leg, (legs.get(leg) ?? 0n) + BigInt(cents))
  }
  const listed = Array.from(legs, ([userId, turnover]) => ({ userId, turnover }))
  listed.sort((a, b) => Number(b.turnover - a.turnover) || a.userId - b.userId)
  return { own, team, legs: listed }
}

test('RKH-001 property: the legs at any moment of the past equal a climb from each order', () => {
  const limits = fc.record({
    paidBefore: fc.oneof(
      fc.constant(Infinity),
      fc.integer({ min: MONTH - 90 * 86_400_000, max: MONTH + 40 * 86_400_000 }),
    ),
    upToFact: fc.oneof(fc.constant(Infinity), fc.integer({ min: 0, max: 4_200 })),
  })
  fc.assert(
    fc.property(listedMonths, fc.nat(), limits, (listed, pick, moment) => {
      const facts = monthFacts(listed)
      const row = pick % facts.partners.size
      const past = new TeamPast(facts, row).at(moment)
      expect(past).toEqual(naive(listed, facts.partners.ids[row]!, moment))
    }),
    { numRuns: PROPERTY_CASES },
  )
})

const partner = (id: number, sponsorId: number | null) => ({
  id,
  sponsorId,
  registeredAt: 0,
  blocked: false,
})
const order = (id: number, partnerId: number, more: { paidAt?: number; cancelledBy?: number }) => ({
  id,
  partnerId,
  paidAt: 100,
  cents: 10 ** id,
  fact: 10 * id,
  cancelledBy: 0,
  ...more,
})

test('RKH-001 an order counts from its own fact and instant on, a cancelled one until its cancellation', () => {
  const facts = monthFacts({
    partners: [partner(1, null), partner(2, 1), partner(3, 1), partner(4, 3)],
    orders: [
      order(1, 2, {}),
      order(2, 4, { paidAt: 200 }),
      order(3, 3, { cancelledBy: 45 }),
      order(4, 1, {}),
    ],
  })
  const past = new TeamPast(facts, 0)
  const team = (paidBefore: number, upToFact: number) => past.at({ paidBefore, upToFact }).team
  expect([9, 10, 20, 30, 44, 45].map((fact) => team(Infinity, fact))).toEqual([
    0n,
    10n,
    110n,
    1110n,
    1110n,
    110n,
  ])
  expect([100, 101, 200, 201].map((instant) => team(instant, Infinity))).toEqual([
    0n,
    10n,
    10n,
    110n,
  ])
  expect(past.at({ paidBefore: Infinity, upToFact: 40 })).toEqual({
    own: 10_000n,
    team: 1110n,
    legs: [
      { userId: 3, turnover: 1100n },
      { userId: 2, turnover: 10n },
    ],
  })
})

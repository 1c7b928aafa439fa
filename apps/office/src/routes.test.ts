// @vitest-environment jsdom
import { expect, test } from 'vitest'

import { ROUTES } from './routes.tsx'

/** Every name that RTE-005 and D-057 know. */
const STATED = [
  'home invite pageNotFound logout login dashboard myRank teamMy teamTree bonuses bonusRank bonusUnilevel',
  'bonusInfinity bonusInfinityBonus bonusInfinityHistory payout transactionsPayouts transactionsBonuses',
  'transactionsReports support profileGeneral profileNotifications registration catch',
  'bonusDiamond bonusDiamondPools bonusWinner bonusLifestyle bonusBsp bonusTurbo',
].flatMap((names) => names.split(' '))

test('ACC-001 the route table holds only stated routes: visitors and partners, no admin', () => {
  const names = ROUTES.map(({ name }) => name)
  expect(names.length).toBeGreaterThan(5)
  expect(STATED).toEqual(expect.arrayContaining(names))
  expect(new Set(names).size).toBe(names.length)
})

test('ACC-001 a route is for visitors, for partners or for both', () => {
  for (const { auth } of ROUTES) expect(['yes', 'no', 'any']).toContain(auth)
  const partners = ROUTES.filter(({ layout, body }) => layout === 'back' && body !== 'empty')
  for (const { auth } of partners) expect(auth).toBe('yes')
})

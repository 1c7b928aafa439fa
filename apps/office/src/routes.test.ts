// @vitest-environment jsdom
import { expect, test } from 'vitest'

import { createOfficeRouter } from './routes.tsx'
import { openTestOffice } from './testing/open.ts'

/** Every parameter name of RTE-005 and D-057. */
const STATED = [
  'home invite pageNotFound logout login dashboard myRank teamMy teamTree bonuses bonusRank bonusUnilevel',
  'bonusInfinity bonusInfinityBonus bonusInfinityHistory payout transactionsPayouts transactionsBonuses',
  'transactionsReports support profileGeneral profileNotifications registration catch',
  'bonusDiamond bonusDiamondPools bonusWinner bonusLifestyle bonusBsp bonusTurbo',
].flatMap((names) => names.split(' '))

const routes = Object.values(createOfficeRouter(openTestOffice()).routesById)
const pages = routes.flatMap(({ options: { staticData } }) =>
  staticData?.name === undefined ? [] : [staticData],
)

test('ACC-001 the route table holds only stated routes: visitors and partners, no admin', () => {
  const names = pages.map(({ name }) => name)
  expect(names.length).toBeGreaterThan(5)
  expect(STATED).toEqual(expect.arrayContaining(names))
  expect(new Set(names).size).toBe(names.length)
})

test('ACC-001 a route is for visitors, for partners or for both', () => {
  for (const { auth } of pages) expect(['yes', 'no', 'any']).toContain(auth)
  const partners = pages.filter(({ layout, body }) => layout === 'back' && body !== 'empty')
  expect(partners.length).toBeGreaterThan(5)
  for (const { auth } of partners) expect(auth).toBe('yes')
})

test('every route declares its search parameters', () => {
  expect(routes.length).toBeGreaterThan(20)
  for (const { id, options } of routes) expect(options.validateSearch, id).toBeTypeOf('function')
})

/** The result of a validator for meaningless values. */
const GARBAGE = {
  month: '2026-13',
  why: -1,
  order: { a: 1 },
  view: 'constructor',
  tab: ['history'],
  at: 1e300,
  from: '2026-02-30',
  to: true,
  kind: '__proto__',
  level: 7,
  sort: null,
}

test('meaningless search parameters are dropped on every route', () => {
  for (const { id, options } of routes) {
    const validate = options.validateSearch as (address: object) => object
    for (const value of Object.values(validate(GARBAGE))) expect(value, id).toBeUndefined()
  }
})

// @vitest-environment jsdom
import { createMemoryHistory } from '@tanstack/react-router'
import { expect, test, vi } from 'vitest'

import { takeWantedPage } from './lib/navigation/wanted-page.ts'
import { createOfficeRouter } from './routes.tsx'
import { openTestOffice } from './testing/open.ts'

/** Every route name of RTE-005 and D-057, and of our decisions. */
const STATED = [
  'home invite pageNotFound logout login dashboard myRank teamMy teamTree bonuses bonusRank bonusUnilevel',
  'bonusInfinity bonusInfinityBonus bonusInfinityHistory payout transactionsPayouts transactionsBonuses',
  'transactionsReports support profileGeneral profileNotifications registration catch',
  // The public page of docs/decisions/0012-statements.md.
  'statement',
  // The pages that docs/spec/console.md adds.
  'links bonusAdjustments disputes',
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

test('RTE-041 the layouts are empty, one-column and two-column', () => {
  const bodies = new Set(pages.map(({ body }) => body))
  expect(bodies).toEqual(new Set(['empty', 'one-column', 'two-column']))
  for (const { name, layout, body } of pages) {
    if (layout === 'front') expect(body, name).toBe('one-column')
  }
})

test('RTE-005 the address, the visitors and the layout of every page', () => {
  const rows = routes.flatMap(({ fullPath, options: { staticData } }) =>
    staticData?.name === undefined
      ? []
      : [
          [fullPath, staticData.name, staticData.auth, staticData.layout, staticData.body].join(
            ' ',
          ),
        ],
  )
  expect(rows.toSorted()).toMatchInlineSnapshot(`
    [
      "/$locale/ home no front one-column",
      "/$locale/$ pageNotFound any front one-column",
      "/$locale/bonuses bonuses yes back two-column",
      "/$locale/bonuses/adjustments bonusAdjustments yes back two-column",
      "/$locale/bonuses/bsp bonusBsp yes back two-column",
      "/$locale/bonuses/diamond bonusDiamond yes back two-column",
      "/$locale/bonuses/diamond-pools bonusDiamondPools yes back two-column",
      "/$locale/bonuses/infinity/bonus bonusInfinityBonus yes back two-column",
      "/$locale/bonuses/infinity/history bonusInfinityHistory yes back two-column",
      "/$locale/bonuses/lifestyle bonusLifestyle yes back two-column",
      "/$locale/bonuses/rank bonusRank yes back two-column",
      "/$locale/bonuses/turbo bonusTurbo yes back two-column",
      "/$locale/bonuses/unilevel bonusUnilevel yes back two-column",
      "/$locale/bonuses/winner bonusWinner yes back two-column",
      "/$locale/catch catch any back empty",
      "/$locale/dashboard dashboard yes back two-column",
      "/$locale/disputes disputes yes back two-column",
      "/$locale/links links yes back two-column",
      "/$locale/login login no back empty",
      "/$locale/logout logout any front one-column",
      "/$locale/my-rank myRank yes back two-column",
      "/$locale/partner/$referral invite any front one-column",
      "/$locale/payout payout yes back two-column",
      "/$locale/profile/general profileGeneral yes back two-column",
      "/$locale/profile/notifications profileNotifications yes back two-column",
      "/$locale/registration/{-$referral} registration no back empty",
      "/$locale/statement/{-$code} statement any front one-column",
      "/$locale/support support yes back two-column",
      "/$locale/team/my teamMy yes back two-column",
      "/$locale/team/tree teamTree yes back two-column",
      "/$locale/transactions/bonuses transactionsBonuses yes back two-column",
      "/$locale/transactions/payouts transactionsPayouts yes back two-column",
      "/$locale/transactions/reports transactionsReports yes back two-column",
    ]
  `)
})

test('every route declares its search parameters', () => {
  expect(routes.length).toBeGreaterThan(20)
  for (const { id, options } of routes) expect(options.validateSearch, id).toBeTypeOf('function')
})

/** Values that no page writes into an address; the router parses JSON. */
const GARBAGE: readonly unknown[] = [
  {},
  [],
  [1],
  null,
  { toString: 1, valueOf: 1 },
  { __proto__: null, length: 1 },
  -1,
  1e300,
  Number.MAX_SAFE_INTEGER + 1,
  '',
  '\u0000',
  '2026-99',
  '9'.repeat(400),
  `<script>${'x'.repeat(10_000)}</script>`,
]

type Validator = (address: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>

/** All query parameters that pages read, with their routes. */
const parameters = routes.flatMap(({ fullPath, options }) => {
  const validate = options.validateSearch as Validator
  return Object.keys(validate({})).map((name) => ({ fullPath, name, validate }))
})

test('all query parameters of the pages', () => {
  const names = Map.groupBy(parameters, ({ fullPath }) => fullPath)
  const rows = [...names].map(([path, read]) => `${path} ${read.map(({ name }) => name).join(' ')}`)
  expect(rows.toSorted()).toMatchInlineSnapshot(`
    [
      "/$locale/bonuses/adjustments from to account why order",
      "/$locale/bonuses/bsp month why order",
      "/$locale/bonuses/diamond month why order",
      "/$locale/bonuses/diamond-pools month why order",
      "/$locale/bonuses/infinity/bonus month",
      "/$locale/bonuses/infinity/history month why order",
      "/$locale/bonuses/lifestyle month tab page size why order",
      "/$locale/bonuses/rank view",
      "/$locale/bonuses/turbo at why order",
      "/$locale/bonuses/winner month why order",
      "/$locale/dashboard news",
      "/$locale/my-rank view",
      "/$locale/team/my search",
      "/$locale/team/tree search view day",
      "/$locale/transactions/bonuses from to kind level sort why order",
      "/$locale/transactions/payouts from to status sort payout",
    ]
  `)
})

test.each(parameters)('garbage in the query parameter $name of $fullPath', ({ name, validate }) => {
  for (const garbage of GARBAGE) {
    const { [name]: read } = validate({ [name]: garbage })
    const isText = name === 'search' && (typeof garbage !== 'object' || garbage === null)
    if (isText) expect(read).toBe(String(garbage))
    else expect(read, JSON.stringify(garbage)).toBeUndefined()
  }
})

test.each([
  ['/en/transactions/payouts?page=2#tabs', '/en/transactions/payouts?page=2#tabs'],
  ['/de/profile/verification', '/de/profile/verification'],
  ['/en/nothing-here', null],
])('STA-042 RTE-033 a visitor who opens %s wants %s after the sign-in', async (opened, wanted) => {
  document.cookie = 'partner_access_token=; Max-Age=0; Path=/'
  vi.stubGlobal('scrollTo', () => {})
  const office = openTestOffice()
  const history = createMemoryHistory({ initialEntries: [opened] })
  const router = createOfficeRouter({ ...office, history })
  await router.load()
  expect(takeWantedPage()).toBe(wanted)
  vi.unstubAllGlobals()
})

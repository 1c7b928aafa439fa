// @vitest-environment jsdom
import { installTopLayer } from '@partner-office/ui/testing/top-layer.ts'
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'

import { explanation } from '../../testing/explanation.ts'
import { infinityRecord, REQUIREMENT } from '../../testing/infinity.ts'
import { type Opened, openPage } from '../../testing/open-page.ts'
import { cellsOf, pairsOf, plainText, plainTexts } from '../../testing/plain-text.ts'
import { rank, rulePartner, STATUS } from '../../testing/ranks.ts'
import { page, refusal, success } from '../../testing/services.ts'
import { teamMember } from '../../testing/team.ts'
import { stubWindow } from '../../testing/wide-window.ts'
import { DashboardPage } from '../dashboard/dashboard-page.tsx'
import { InfinityBonusPage, InfinityHistoryPage } from '../infinity/infinity-pages.tsx'
import { BonusesPage } from './bonuses-page.tsx'

const OCTOBER = Date.UTC(2026, 9)
const NOVEMBER = Date.UTC(2026, 10)
const NOW = Date.UTC(2026, 10, 12, 9)
const DAY = 24 * 3_600_000

beforeAll(installTopLayer)
beforeEach(() => {
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] })
  vi.stubGlobal('scrollTo', () => {})
  stubWindow('desktop')
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const kind = (bonusType: string, eur: string, amounts: object = {}) => ({ bonusType, eur, amounts })
const MONTHS = [
  {
    month: OCTOBER,
    kinds: [kind('DIRECT', '100.00'), kind('TEAM', '300.00'), kind('TURNOVER', '20.00')],
  },
  {
    month: NOVEMBER,
    kinds: [
      kind('DIRECT', '200.00', { UPT: '1.50000000' }),
      kind('TEAM', '-50.00', { UPT: '0.25000000' }),
      kind('UCHAIN_INFINITY', '10.00', { UPT: '4.00000000', UCN: '5.00000000' }),
      kind('DIAMOND', '5.00'),
      kind('WINNER', '0.00', { WIN: '7.000000' }),
    ],
  },
]

const level = (depthFrom: number, depthTo: number, percent: string) => ({
  validFrom: 0,
  kind: depthFrom === 1 ? 'DIRECT' : 'TEAM',
  depthFrom,
  depthTo,
  percent,
  label: '',
})

const RECORD = infinityRecord({
  topPartners: [
    {
      avatar: '',
      firstName: 'Bea',
      lastName: 'Leg',
      turnover: '6000.00',
      counting_turnover: '2500.00',
      fl_turnover: '0.00',
      sl_turnover: '0.00',
      rule: 0.5,
    },
    {
      avatar: '',
      firstName: '',
      lastName: '',
      turnover: '2499.99',
      counting_turnover: '2499.99',
      fl_turnover: '0.00',
      sl_turnover: '0.00',
      rule: null,
    },
  ],
  flTurnover: '1000.00',
  slTurnover: '3000.00',
  tlTurnover: '5000.00',
  countingTurnover: '4999.99',
})
const PROGRAMMES = ['diamond', 'diamond-pools', 'winner', 'bsp', 'cycled-turbo', 'lifestyle']
const PAGES = 'bonusDiamond,bonusDiamondPools,bonusWinner,bonusLifestyle,bonusBsp,bonusTurbo'
const row = (isReachable: boolean, status: string) => ({
  rang: 'AMBER',
  amount: '5.00',
  currency: 'EUR',
  targetTurnover: '5.00',
  topLegPercents: [1],
  status,
  isReachable,
})

const ANSWERS = {
  'GET /v1/bonus/turnover/rang': success(STATUS),
  'GET /v1/bonus/months': success(MONTHS),
  'GET /v1/bonus/infinity': success(RECORD),
  'GET /v1/bonus/infinity/requirements': success([
    REQUIREMENT,
    { ...REQUIREMENT, rang: null, targetTurnover: '9.00', percent: null },
  ]),
  'GET /v1/bonus/unilevel': success([level(1, 1, '40'), level(2, 4, '5')]),
  ...Object.fromEntries(
    PROGRAMMES.map((name) => [`GET /v1/bonus/${name}/requirements`, success([REQUIREMENT])]),
  ),
  ...Object.fromEntries(
    PROGRAMMES.map((name) => [`GET /v1/bonus/${name}`, refusal('internal_server_error', 500)]),
  ),
}

const open = (
  component: () => React.ReactNode,
  path: string,
  { answers, ...opened }: Opened = {},
) => openPage(component, path, { ...opened, answers: { ...ANSWERS, ...answers } })
const openBonuses = (opened: Opened = {}) => open(BonusesPage, '/bonuses', opened)
const card = (name: string | RegExp) => screen.findByRole('region', { name })
const article = (name: string) => screen.findByRole('article', { name })

test('BON-005 BON-006 BON-007 each bonus has its most important figure', async () => {
  openBonuses()
  await screen.findByText('Next: Ruby')
  const unilevel = await article('Unilevel')
  await within(unilevel).findByText(/^40%/)
  await screen.findByText('5,000')
  await card('Your bonuses by month')
  expect(plainTexts(document, 'article')).toEqual([
    'Rank bonusA single bonus for each rank you reach. The ladder shows the turnover it takes and how much one leg may add.Next: Ruby5,000.00 UPTOpen',
    'Unilevel40% on orders of people you invited, and a smaller part on the lines below them, 3 in all.This month1.75000000 UPTOpen',
    'InfinityA monthly share of the orders of your team, paid half in UPT and half in UCN.This month90.00000000 UPT180.00000000 UCNOpen',
  ])
  expect(
    screen
      .getAllByRole('link', { name: 'Open' })
      .map((link) => `${link.title} ${link.getAttribute('href')}`),
  ).toEqual([
    'Rank bonus /en/bonuses/rank',
    'Unilevel /en/bonuses/unilevel',
    'Infinity /en/bonuses/infinity',
  ])
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull()
  expect(screen.queryByText('Monthly programmes')).toBeNull()
})

test('BON-008 what failed is one message, and is read again together; the cards have dashes', async () => {
  const fail = refusal('internal_server_error', 500)
  const asked = openBonuses({
    answers: {
      'GET /v1/bonus/turnover/rang': fail,
      'GET /v1/bonus/months': fail,
      'GET /v1/bonus/infinity': fail,
      'GET /v1/bonus/unilevel': fail,
    },
  })
  const retry = await screen.findByRole('button', { name: 'Retry' })
  await vi.waitFor(() => expect(asked('/v1/bonus/unilevel')).toHaveLength(1))
  expect(plainTexts(document, 'article')).toEqual([
    'Rank bonusA single bonus for each rank you reach. The ladder shows the turnover it takes and how much one leg may add.Next rank–Open',
    'UnilevelA percentage of every order in your team, by distance from you.This month–Open',
    'InfinityA monthly share of the orders of your team, paid half in UPT and half in UCN.This month–Open',
  ])
  expect(screen.queryByText('Your bonuses by month')).toBeNull()
  await vi.waitFor(() => expect(asked('/v1/bonus/infinity')).toHaveLength(1))
  fireEvent.click(retry)
  for (const path of ['turnover/rang', 'months', 'infinity', 'unilevel'])
    await vi.waitFor(() => expect(asked(`/v1/bonus/${path}`)).toHaveLength(2))
})

test('BON-005 at the highest rank there is no next bonus', async () => {
  openBonuses({
    answers: {
      'GET /v1/bonus/turnover/rang': success({ ...STATUS, nextRang: null }),
      'GET /v1/bonus/infinity': success({ ...RECORD, bonusAmounts: {} }),
    },
  })
  await within(await article('Infinity')).findByText('–')
  expect(plainText(await article('Rank bonus'))).toContain('Next rank–')
})

test('B3 months are bars in parts, each row to its own scale', async () => {
  openBonuses()
  const months = await card('Your bonuses by month')
  expect(plainTexts(months, '.month-row')).toEqual([
    'All bonuses togetherbest month 420.00 EUR585.00 EUR',
    'Directbest month 200.00 EUR300.00 EUR',
    'Teambest month 300.00 EUR250.00 EUR',
    'Rankbest month 20.00 EUR20.00 EUR',
    'Diamondbest month 5.00 EUR5.00 EUR',
    'Infinitybest month 10.00 EUR10.00 EUR',
  ])
  const [all, direct] = [...months.querySelectorAll('.month-bars')]
  const heights = (bars: Element) =>
    [...bars.children].map(
      (month) =>
        `${month.getAttribute('title')?.replaceAll('\u00a0', ' ')}; ${[...month.querySelectorAll('i')].map(({ className, style }) => `${className} ${style.blockSize}`).join(', ')}`,
    )
  expect(heights(all!)).toEqual([
    'October 2026: 420.00 EUR; tone-leg1 23.8095%, tone-leg2 71.4286%, tone-others 4.7619%, done 0%',
    'November 2026: 165.00 EUR; tone-leg1 47.619%, tone-leg2 0%, tone-others 0%, done 3.57143%',
  ])
  expect(heights(direct!)).toEqual([
    'October 2026: 100.00 EUR; tone-leg1 50%',
    'November 2026: 200.00 EUR; tone-leg1 100%',
  ])
  expect([...months.querySelectorAll('.month-bars')].map(({ className }) => className)).toEqual([
    'month-bars all-kinds',
    'month-bars',
    'month-bars',
    'month-bars',
    'month-bars',
    'month-bars',
  ])
  expect(
    within(months).getAllByRole('img')[0]!.getAttribute('aria-label')?.replaceAll('\u00a0', ' '),
  ).toBe('All bonuses together: 585.00 EUR in twelve months. The table has each month.')
  expect(plainTexts(months, '.legend')).toEqual(['Direct', 'Team', 'Rank', 'Other bonuses'])
  expect(plainTexts(months, '.month-ends span')).toEqual(['October 2026', 'November 2026'])
  expect(plainTexts(months, 'p.meta')).toEqual([
    'Each row has its own scale: a full bar is the best month of the row.',
    'Booked amounts in EUR, at the rates when they were booked. Amounts that are not final are not included.',
    'WIN is not converted to EUR; booked in these months: 7.000000 WIN.',
  ])
  fireEvent.click(within(months).getByRole('button', { name: 'Table' }))
  expect(cellsOf(within(months).getByRole('table'))).toEqual([
    'Month | All bonuses together | Direct | Team | Rank | Diamond | Infinity',
    'November 2026 | 165.00 | 200.00 | −50.00 | 0.00 | 5.00 | 10.00',
    'October 2026 | 420.00 | 100.00 | 300.00 | 20.00 | 0.00 | 0.00',
  ])
})

test('B3 narrow windows list the months, the newest first', async () => {
  stubWindow('tablet')
  openBonuses()
  const months = await card('Your bonuses by month')
  fireEvent.click(within(months).getByRole('button', { name: 'Table' }))
  expect(plainTexts(months, 'h3')).toEqual(['November 2026', 'October 2026'])
  expect(pairsOf(months)).toEqual([
    'All bonuses together: 165.00 EUR',
    'Direct: 200.00 EUR',
    'Team: −50.00 EUR',
    'Rank: 0.00 EUR',
    'Diamond: 5.00 EUR',
    'Infinity: 10.00 EUR',
    'All bonuses together: 420.00 EUR',
    'Direct: 100.00 EUR',
    'Team: 300.00 EUR',
    'Rank: 20.00 EUR',
    'Diamond: 0.00 EUR',
    'Infinity: 0.00 EUR',
  ])
  expect(plainTexts(months, '.sum-row dt, .sum dt')).toEqual([
    'All bonuses together',
    'All bonuses together',
  ])
})

test.each([
  [6, 1],
  [7, 0],
])('B3 %i kinds of bonuses: %i tables', async (count, tables) => {
  const kinds = [
    'DIRECT',
    'TEAM',
    'TURNOVER',
    'UCHAIN_INFINITY',
    'DIAMOND',
    'LIFESTYLE',
    'BSP',
  ].slice(0, count)
  openBonuses({
    answers: {
      'GET /v1/bonus/months': success([
        { month: NOVEMBER, kinds: kinds.map((each) => kind(each, '1.00')) },
      ]),
    },
  })
  const months = await card('Your bonuses by month')
  fireEvent.click(within(months).getByRole('button', { name: 'Table' }))
  expect(within(months).queryAllByRole('table')).toHaveLength(tables)
})

test('B3 one kind has no parts; nothing booked says so', async () => {
  openBonuses({
    answers: {
      'GET /v1/bonus/months': success([{ month: NOVEMBER, kinds: [kind('TEAM', '1.00')] }]),
    },
  })
  const months = await card('Your bonuses by month')
  expect(plainTexts(months, '.month-row')).toHaveLength(1)
  expect(plainTexts(months, '.legend')).toEqual([])
  expect(plainText(months)).not.toContain('WIN')
  cleanup()
  openBonuses({ answers: { 'GET /v1/bonus/months': success([{ month: NOVEMBER, kinds: [] }]) } })
  expect(
    await screen.findByText('Nothing has been booked in the last twelve months.'),
  ).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Table' })).toBeNull()
})

/** The standing of each programme. */
async function standings(answers: Opened['answers']) {
  openBonuses({ properties: { bonusPages: PAGES }, answers })
  const list = await card('Monthly programmes')
  await vi.waitFor(() => expect(list.querySelectorAll('.chip')).toHaveLength(6))
  return plainTexts(list, 'li').map(
    (text, at) =>
      `${/^(?:Diamond pools|\w+)/.exec(text)![0]}: ${plainText(list.querySelectorAll('.chip')[at])}`,
  )
}

test('D-057 each programme that is switched on has its standing', async () => {
  const checkpoints = [{ id: 1, targetTurnover: '5.00', value: '1.00' }]
  expect(
    await standings({
      'GET /v1/bonus/diamond': success({ ...RECORD, checkpoints, achievedCheckpoints: [1] }),
      'GET /v1/bonus/diamond-pools': success({ ...RECORD, checkpoints }),
      'GET /v1/bonus/diamond-pools/requirements': success([{ ...REQUIREMENT, pool: 1 }]),
      'GET /v1/bonus/winner': success({ ...RECORD, enabled: false }),
      'GET /v1/bonus/bsp': success({ ...RECORD, enabled: false }),
      'GET /v1/bonus/bsp/requirements': success([{ ...REQUIREMENT, rang: null }]),
      'GET /v1/bonus/cycled-turbo': success({
        ...RECORD,
        checkpoints,
        windowStart: NOW - DAY,
        windowEnd: NOW + 2 * DAY,
      }),
    }),
  ).toEqual([
    'Diamond: Reached 1 of 1',
    'Diamond pools: In progress',
    'Winner: From Sapphire',
    'Lifestyle: Not loaded',
    'BSP: Not enabled',
    'Turbo: 1 day left',
  ])
})

test('D-057 a programme without rows is not enabled; turbo that is reached shows no days', async () => {
  const checkpoints = [{ id: 1, targetTurnover: '5.00', value: '1.00' }]
  expect(
    await standings({
      'GET /v1/bonus/diamond': success(RECORD),
      'GET /v1/bonus/diamond/requirements': success([]),
      'GET /v1/bonus/lifestyle': success({
        requirements: [],
        current: null,
        next: 'AMBER',
        currentAmount: '0.00',
        nextAmount: '5.00',
        isReached: false,
        state: 'OPEN',
        progress: {
          totalTurnover: '0.00',
          countingTurnover: '0.00',
          targetTurnover: '5.00',
          topPartners: [],
          percents: [],
        },
      }),
      'GET /v1/bonus/lifestyle/requirements': success([
        row(true, 'reached'),
        row(true, 'next'),
        row(false, ''),
      ]),
      'GET /v1/bonus/cycled-turbo': success({
        ...RECORD,
        checkpoints,
        achievedCheckpoints: [1],
        windowStart: NOW - DAY,
        windowEnd: NOW + 2 * DAY,
      }),
    }),
  ).toEqual([
    'Diamond: Not enabled',
    'Diamond pools: Not loaded',
    'Winner: Not loaded',
    'Lifestyle: Reached 1 of 2',
    'BSP: Not loaded',
    'Turbo: Reached 1 of 1',
  ])
})

const openInfinity = (opened: Opened = {}) =>
  open(InfinityBonusPage, '/bonuses/infinity/bonus', opened)

test('INF-008 INF-010 INF-011 INF-012 infinity of the current month: bonus, status, countdown, target, and requirements', async () => {
  const asked = openInfinity()
  expect(plainText(await card('Your bonus in this month'))).toBe(
    'Your bonus in this month90.00000000 UPT180.00000000 UCNAs of 09:00 UTC. Final after the end of the month.',
  )
  expect(plainText(await card('Status'))).toBe(
    'StatusIn progressSapphireYour share now: 1% of each order1% of each order once the target is met',
  )
  expect(screen.getByRole('timer')).toBeDefined()
  const target = await card('Monthly target')
  expect(target.getAttribute('aria-disabled')).toBe('false')
  expect(target.className).not.toContain('is-off')
  expect(plainTexts(target, '.to-go, li')).toEqual([
    '0.01 EUR to go',
    'BLBea LegLeg 12,500.00 EURof 6,000.00 EUR total',
    'NnonameLeg 22,499.99 EURno cap',
  ])
  expect(pairsOf(target)).toEqual([
    'First line: 1,000.00 EUR',
    'Second line: 3,000.00 EUR',
    'Third line: 5,000.00 EUR',
    'Total: 9,000.00 EUR',
    'Above the caps: −4,000.01 EUR',
    'Counted: 4,999.99 EUR',
  ])
  expect(cellsOf(screen.getByRole('table'))).toEqual([
    'From rank | Target, EUR | Share of each order',
    'Sapphire | 5,000.00 | 1%',
    '– | 9.00 | –',
  ])
  expect(plainTexts(document, 'tr[aria-current] th')).toEqual(['Sapphire'])
  expect(asked('/v1/bonus/infinity')).toEqual([`?bonusPeriod=${NOVEMBER}`])
})

test('INF-014 INF-015 INF-016 a closed month is final, and infinity that is disabled is dimmed', async () => {
  const closed = { ...RECORD, state: 'CLOSED', countingTurnover: '5000.00', percent: 0.02 }
  openInfinity({ search: '?month=2026-10', answers: { 'GET /v1/bonus/infinity': success(closed) } })
  expect(plainText(await card('Your bonus in this month'))).toBe(
    'Your bonus in this month90.00000000 UPT180.00000000 UCNFinal. The month is closed.Ask about this',
  )
  expect(plainText(await card('Status'))).toBe(
    'StatusReachedFinalSapphireYour share now: 1% of each order2% of each order once the target is met',
  )
  expect(screen.queryByRole('timer')).toBeNull()
  expect(screen.queryByRole('row', { current: true })).toBeNull()
  expect((await card('Monthly target')).getAttribute('aria-disabled')).toBe('true')
})

test.each<[string, object, string]>([
  [
    'is disabled',
    { enabled: false },
    'StatusNot enabledSapphireYour share now: 1% of each orderInfinity starts at rank Sapphire and needs an active account.',
  ],
  [
    'has no first row',
    { enabled: false, firstInfinity: null, rang: null },
    'StatusNot enabled1% of each order once the target is met',
  ],
  [
    'is reached',
    { countingTurnover: '5000.00' },
    'StatusReachedNot finalSapphireYour share now: 1% of each order1% of each order once the target is met',
  ],
])('INF-014 infinity that %s', async (_, facts, text) => {
  openInfinity({ answers: { 'GET /v1/bonus/infinity': success({ ...RECORD, ...facts }) } })
  expect(plainText(await card('Status'))).toBe(text)
  expect((await card('Monthly target')).className.includes('is-off')).toBe('enabled' in facts)
})

test.each([
  ['not_found', 'There is no infinity bonus for this month.'],
  ['internal_server_error', 'Infinity could not be computed because the server did not answer.'],
])('INF-025 INF-026 infinity that fails with %s says so', async (code, text) => {
  openInfinity({
    answers: { 'GET /v1/bonus/infinity': refusal(code, code === 'not_found' ? 200 : 500) },
  })
  expect(await screen.findByText(text)).toBeDefined()
})

const ACCRUAL = {
  orderId: 5,
  accruedAt: NOW,
  referralFirstName: 'Grace',
  referralLastName: 'Hopper',
  level: 2,
  bonusPercent: 0.035,
  orderAmount: '100.00',
  orderCurrency: 'EUR',
  bonusAmounts: { UPT: '1.00000000', UCN: '2.00000000' },
}
const ACCRUALS = [
  ACCRUAL,
  {
    ...ACCRUAL,
    orderId: 6,
    referralFirstName: '',
    referralLastName: '',
    bonusAmounts: { UPT: '3.00000000' },
    cancelledAt: NOW,
  },
]
const openHistory = (content: readonly object[] = ACCRUALS) =>
  open(InfinityHistoryPage, '/bonuses/infinity/history', {
    answers: {
      'GET /v1/bonus/infinity/history': success({ content }),
      'GET /v1/bonus/explain': success([explanation()]),
    },
  })

test('INF-017 INF-021 INF-022 accruals have a column for each coin, and open their explanation', async () => {
  const asked = openHistory()
  const table = await screen.findByRole('table')
  expect(cellsOf(table)).toEqual([
    'Order | Accrued | Partner | Line | Order amount | Share | UPT | UCN',
    '5 | this minute 12.11.2026 09:00 UTC | GHGrace Hopper | 2 | 100.00 EUR | 3.5% | 1.00000000 | 2.00000000',
    '6 | this minute 12.11.2026 09:00 UTC | NnonameCancelled on 12.11.2026, after the month was closed | 2 | 100.00 EUR | 3.5% | 3.00000000 | –',
  ])
  await card('Accrued in UPT')
  expect(plainTexts(document, 'section.card[aria-label]')).toEqual([
    'Accrued in UPTNot final90.00000000 UPTEach accrual is paid in both coins',
    'Accrued in UCNNot final180.00000000 UCNEach accrual is paid in both coins',
    'Your share1%Of the orders of your team; 4,999.99 EUR counts',
  ])
  fireEvent.click(within(table).getAllByRole('button')[2]!)
  await vi.waitFor(() => expect(asked('/v1/bonus/explain')).toEqual(['?orderId=6']))
  expect(asked('/v1/bonus/infinity/history')).toEqual([`?size=20&bonusPeriod=${NOVEMBER}`])
})

test('INF-017 narrow windows list the accruals', async () => {
  stubWindow('tablet')
  const asked = openHistory()
  const list = await screen.findByRole('list', { name: 'Infinity accruals' })
  expect(plainTexts(list, 'li')).toEqual([
    'GHGrace Hopper21.00000000 UPT2.00000000 UCN3.5% of 100.00 EURthis minute 12.11.2026 09:00 UTCOrder 5',
    'Nnoname23.00000000 UPT3.5% of 100.00 EURthis minute 12.11.2026 09:00 UTCOrder 6Cancelled on 12.11.2026, after the month was closed',
  ])
  fireEvent.click(within(list).getAllByRole('button')[0]!)
  await vi.waitFor(() => expect(asked('/v1/bonus/explain')).toEqual(['?orderId=5']))
})

test('INF-018 a month without accruals says so', async () => {
  openHistory([])
  expect(await screen.findByText('No accruals in this month')).toBeDefined()
  expect(screen.queryByText(/^Open an amount/)).toBeNull()
})

const member = (id: number, activeUntil: number | null) => teamMember({ id, activeUntil })
const BOOKED = {
  id: 71,
  orderId: 5,
  paidAt: NOW,
  referralFirstName: 'Grace',
  referralLastName: 'Hopper',
  level: 1,
  orderAmount: '1.00',
  bonusType: 'DIRECT',
  bonusAmount: '800.00000000',
  currency: 'UPT',
  bonusPeriod: null,
  recordId: 71,
  reason: null,
}

/** Shows the dashboard with everything that it loads below the window. */
function openDashboard({ answers, ...opened }: Opened = {}) {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(private readonly seen: (entries: object[]) => void) {}
      observe() {
        this.seen([{ intersectionRatio: 1 }])
      }
      disconnect() {}
    },
  )
  return open(DashboardPage, '/dashboard', {
    profile: { teamFl: 0, teamAll: 0 },
    ...opened,
    answers: {
      'GET /v1/balances': success({
        UCHAIN_UCN_BONUS: '5.00000000',
        UCHAIN_UPT_BONUS: '1250.00000000',
      }),
      'GET /v1/bonus/history': page([BOOKED]),
      'GET /v1/bonus/explain': success([explanation()]),
      ...answers,
    },
  })
}

test('DSH-004 DSH-007 DSH-009 the dashboard shows the rank and the way to the next one', async () => {
  openDashboard()
  const shown = await card('Current rank')
  await within(shown).findByText('5,000')
  expect(pairsOf(shown)).toEqual([
    'Rank bonus: 2,000.00 UPT',
    'Bonus at Ruby: 5,000.00 UPT',
    'Total turnover: 102,000.00 EUR',
  ])
  expect(plainText(shown.querySelector('.rank-widget-next'))).toBe(
    'Next rankRuby8,000.00 EURto go92,000.00 EUR counts toward 100,000.00 EUR92%Leg 1, Bea Leg50,000.00Leg 2, Bea Leg30,000.00Other legs12,000.00Above the cap, not counted10,000.00Leg 1 has reached its cap: at most 50% of the target may come from it. The remaining turnover has to come from other legs.50% rule',
  )
  expect(plainTexts(shown, '.legs .in-row')).toEqual([
    'Leg 1, Bea Leg50,000.00',
    'Leg 2, Bea Leg30,000.00',
    'Other legs12,000.00',
    'Above the cap, not counted10,000.00',
  ])
  expect(plainTexts(shown, 'a')).toEqual(['Open rank', 'What is missing'])
})

test.each<[string, object, RegExp]>([
  [
    'nothing is capped',
    { topPartners: [rulePartner('60000.00')] },
    /^Everything counts: no leg has reached its cap\.$/,
  ],
  [
    'nothing counts yet',
    { topPartners: [], totalTurnover: '0.00', countingTurnover: '0.00' },
    /^Nothing counts yet\..* Ruby\.$/,
  ],
  ['a leg is capped', {}, /^Leg 1 has reached its cap: at most 50% of the target/],
])('DSH-009 the note of the rank where %s', async (_, facts, text) => {
  openDashboard({ answers: { 'GET /v1/bonus/turnover/rang': success({ ...STATUS, ...facts }) } })
  const shown = await card('Current rank')
  await within(shown).findByText(text)
  expect(within(shown).queryByRole('button', { name: '50% rule' }) !== null).toBe(
    text.source.startsWith('^Leg'),
  )
})

test('DSH-007 the highest rank; a rank without a bonus', async () => {
  const status = { ...STATUS, nextRang: null, currentRang: rank({ bonus: '0.00' }) }
  openDashboard({ answers: { 'GET /v1/bonus/turnover/rang': success(status) } })
  const shown = await card('Current rank')
  await within(shown).findByText('You hold the highest rank.')
  expect(pairsOf(shown)).toEqual(['Rank bonus: –', 'Total turnover: 102,000.00 EUR'])
  expect(plainTexts(shown, 'a')).toEqual(['Open rank'])
})

test('DSH-006 DSH-008 DSH-010 the dashboard shows infinity and the month, whose last bonus opens its explanation', async () => {
  const asked = openDashboard()
  const infinity = (await screen.findByText(/counts toward 5,000/)).closest('section, .card')!
  expect(plainText(infinity)).toBe(
    'InfinityOpen infinityYour bonus in this month90.00000000 UPT180.00000000 UCNYour share1%4,999.99 EUR counts toward 5,000.00 EURIn progress',
  )
  expect(
    within(infinity as HTMLElement)
      .getByRole('img')
      .getAttribute('aria-label'),
  ).toBe('99% of the monthly target')
  const last = await screen.findByText('Last bonus')
  const month = last.closest('section, .card')!
  expect(plainText(month)).toBe(
    'Your month so farAll bonusesDirect1.50000000 UPTTeam0.25000000 UPTInfinity4.00000000 UPT5.00000000 UCNDiamondWinner7.000000 WINLast bonusDirect · this minute 12.11.2026 09:00 UTC+800.00000000 UPT',
  )
  fireEvent.click(within(month as HTMLElement).getByRole('button'))
  await vi.waitFor(() => expect(asked('/v1/bonus/explain')).toEqual(['?recordId=71']))
  fireEvent.click(await screen.findByRole('button', { name: 'Close' }))
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('DSH-010 a met target is 100 %; a month without bonuses says so and has no last one', async () => {
  openDashboard({
    answers: {
      'GET /v1/bonus/infinity': success({ ...RECORD, countingTurnover: '5000.00' }),
      'GET /v1/bonus/months': success([{ month: NOVEMBER, kinds: [] }]),
      'GET /v1/bonus/history': page([]),
    },
  })
  expect(await screen.findByRole('img', { name: '100% of the monthly target' })).toBeDefined()
  expect(await screen.findByText('No bonus has been booked this month yet.')).toBeDefined()
  expect(screen.queryByText('Last bonus')).toBeNull()
})

test.each<[number, number, object[], string]>([
  [0, 0, [], 'First line0Whole team0Active, first line0 / 0Nobody is in your team yet'],
  [
    3,
    9,
    [member(1, NOW + DAY), member(2, NOW), member(3, null)],
    'First line3Whole team9Active, first line1 / 3',
  ],
])('DSH-005 DSH-013 a first line of %i of %i partners', async (teamFl, teamAll, people, text) => {
  openDashboard({ profile: { teamFl, teamAll }, answers: { 'GET /v1/team': page(people) } })
  const label = await screen.findByText('Active, first line')
  const shown = label.closest('section, .card')!
  await vi.waitFor(() => expect(plainText(shown)).toContain(text))
})

const PROMO = {
  bullBanner: 'TRUE',
  bullPromoCode: 'BULL',
  bullPromoCodeValue: '10%',
  bullPromoPeriodEnd: '2026-12-01T00:00:00Z',
  bullBotAppUrl: 'https://bot.test',
}

test('LND-016 LND-019 the promotion shows its sentences in turn', async () => {
  openDashboard({ properties: PROMO })
  const promo = await card('Promotion')
  const slide = () => plainText(promo.querySelector('.promo-slide'))
  expect(slide()).toBe('10% with code BULL')
  expect(plainText(promo)).toContain('1 / 3')
  fireEvent.click(within(promo).getByRole('button', { name: 'Next message' }))
  expect(slide()).toBe('Until 30.11.2026, 23:59 UTC')
  fireEvent.click(within(promo).getByRole('button', { name: 'Next message' }))
  expect(slide()).toBe('Use the code before the promotion ends.')
  fireEvent.click(within(promo).getByRole('button', { name: 'Next message' }))
  expect(slide()).toBe('10% with code BULL')
  // The window asks for little motion.
  fireEvent.click(within(promo).getByRole('button', { name: 'Continue the promotion' }))
  expect(within(promo).getByRole('button', { name: 'Pause the promotion' })).toBeDefined()
  expect(within(promo).getByRole('link', { name: 'Open the bot' }).getAttribute('href')).toBe(
    'https://bot.test',
  )
})

test('LND-016 a promotion without an end, a value and a bot; no promotion', async () => {
  openDashboard({
    properties: { ...PROMO, bullPromoCodeValue: '', bullPromoPeriodEnd: '', bullBotAppUrl: '' },
  })
  const promo = await card('Promotion')
  expect(plainText(promo)).toMatch(/^Promo code BULL.*1 \/ 2/)
  expect(within(promo).queryByRole('link')).toBeNull()
  cleanup()
  openDashboard({ properties: { ...PROMO, bullBanner: 'FALSE' } })
  await card('Current rank')
  expect(screen.queryByRole('region', { name: 'Promotion' })).toBeNull()
})

test.each([
  [{}, 0],
  [{ permissionsPayout: 'TRUE' }, 1],
  [{ permissionsPayout: 'TRUE', 'button.payout': 'FALSE' }, 0],
])(
  'D-035 with %j there are %i ways to a new payout',
  async (properties: Record<string, string>, count) => {
    openDashboard({
      properties,
      answers: { 'GET /v1/payout/standing': refusal('internal_server_error', 500) },
    })
    await card('Current rank')
    expect(screen.queryAllByRole('link', { name: 'New payout' })).toHaveLength(count)
  },
)

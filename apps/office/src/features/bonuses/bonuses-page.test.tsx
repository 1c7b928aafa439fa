// @vitest-environment jsdom
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

import { BONUS_MONTHS, bonusKind, NOVEMBER } from '../../testing/bonus-months.ts'
import { CAPPED_RECORD, REQUIREMENT } from '../../testing/infinity.ts'
import { testPagesAt } from '../../testing/pages-at.ts'
import { type Opened, openPage } from '../../testing/open-page.ts'
import { cellsOf, pairsOf, plainText, plainTexts } from '../../testing/plain-text.ts'
import { STATUS } from '../../testing/ranks.ts'
import { refusal, success } from '../../testing/services.ts'
import { stubWindow } from '../../testing/wide-window.ts'
import { BonusesPage } from './bonuses-page.tsx'

const NOW = Date.UTC(2026, 10, 12, 9)
const DAY = 24 * 3_600_000

testPagesAt(NOW)

const level = (depthFrom: number, depthTo: number, percent: string) => ({
  validFrom: 0,
  kind: depthFrom === 1 ? 'DIRECT' : 'TEAM',
  depthFrom,
  depthTo,
  percent,
  label: '',
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
  'GET /v1/bonus/months': success(BONUS_MONTHS),
  'GET /v1/bonus/infinity': success(CAPPED_RECORD),
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

test.each(['turnover/rang', 'months', 'infinity', 'unilevel'])(
  'BON-008 one message when %s alone fails',
  async (path) => {
    const call = `GET /v1/bonus/${path}`
    openBonuses({ answers: { [call]: refusal('not_found') } })
    expect(await screen.findAllByRole('button', { name: 'Retry' })).toHaveLength(1)
    expect(screen.getByText('The server could not answer. Try again in a moment.')).toBeDefined()
  },
)

test('BON-005 at the highest rank there is no next bonus', async () => {
  openBonuses({
    answers: {
      'GET /v1/bonus/turnover/rang': success({ ...STATUS, nextRang: null }),
      'GET /v1/bonus/infinity': success({ ...CAPPED_RECORD, bonusAmounts: {} }),
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
        { month: NOVEMBER, kinds: kinds.map((each) => bonusKind(each, '1.00')) },
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
      'GET /v1/bonus/months': success([{ month: NOVEMBER, kinds: [bonusKind('TEAM', '1.00')] }]),
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
async function standings(answers: NonNullable<Opened['answers']>) {
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
      'GET /v1/bonus/diamond': success({ ...CAPPED_RECORD, checkpoints, achievedCheckpoints: [1] }),
      'GET /v1/bonus/diamond-pools': success({ ...CAPPED_RECORD, checkpoints }),
      'GET /v1/bonus/diamond-pools/requirements': success([{ ...REQUIREMENT, pool: 1 }]),
      'GET /v1/bonus/winner': success({ ...CAPPED_RECORD, enabled: false }),
      'GET /v1/bonus/bsp': success({ ...CAPPED_RECORD, enabled: false }),
      'GET /v1/bonus/bsp/requirements': success([{ ...REQUIREMENT, rang: null }]),
      'GET /v1/bonus/cycled-turbo': success({
        ...CAPPED_RECORD,
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

test.each([
  [3_600_000, 'Less than a day left'],
  [91_000_000, '1 day left'],
  [181_000_000, '2 days left'],
])('D-057 a turbo window that ends in %d ms', async (left, expected) => {
  const record = {
    ...CAPPED_RECORD,
    checkpoints: [{ id: 1, targetTurnover: '5.00', value: '1.00' }],
    windowStart: NOW - DAY,
    windowEnd: NOW + left,
  }
  const shown = await standings({ 'GET /v1/bonus/cycled-turbo': success(record) })
  expect(shown.at(-1)).toBe(`Turbo: ${expected}`)
})

test('D-057 a programme without rows is not enabled; turbo that is reached shows no days', async () => {
  const checkpoints = [{ id: 1, targetTurnover: '5.00', value: '1.00' }]
  expect(
    await standings({
      'GET /v1/bonus/diamond': success(CAPPED_RECORD),
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
        ...CAPPED_RECORD,
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

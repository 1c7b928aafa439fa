// @vitest-environment jsdom
import type { RankMonth, RankStatus, ReachedRank } from '@partner-office/contracts'
import { installTopLayer } from '@partner-office/ui/testing/top-layer.ts'
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'

import { profileKey } from '../../lib/session/profile-key.ts'
import { openTestOffice, PROFILE } from '../../testing/open.ts'
import { cellsOf, pairsOf, plainText, plainTexts } from '../../testing/plain-text.ts'
import { rank, rulePartner, STATUS } from '../../testing/ranks.ts'
import { answerCalls, refusal, success } from '../../testing/services.ts'
import { showPage } from '../../testing/show-page.tsx'
import { stubWindow } from '../../testing/wide-window.ts'
import { BonusRankPage, MyRankPage } from './rank-pages.tsx'

beforeAll(installTopLayer)
beforeEach(() => {
  vi.stubGlobal('scrollTo', () => {})
  stubWindow('desktop')
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const FREE = rank({
  id: 1,
  code: 'FREE',
  bonus: '0.00',
  turnover: '0.00',
  targets: ['0.00', '0.00', '0.00'],
  topPartnerPercents: [1],
})
const PEARL = rank({ id: 5, code: 'PEARL', turnover: '20000.00', topPartnerPercents: [1] })
const RANKS = [
  FREE,
  PEARL,
  STATUS.currentRang,
  rank({}),
  rank({ id: 8, code: 'EMERALD', bonus: '5000.00', turnover: '200000.00' }),
]

const MONTHS: readonly RankMonth[] = [
  {
    month: Date.UTC(2026, 9),
    isOver: true,
    rang: 'SAPPHIRE',
    target: '50000.00',
    counting: '60000.00',
  },
  {
    month: Date.UTC(2026, 10),
    isOver: false,
    rang: 'RUBY',
    target: '100000.00',
    counting: '92000.00',
  },
]

const REACHED: ReachedRank = {
  rankId: 6,
  rang: 'SAPPHIRE',
  reachedAt: Date.UTC(2026, 9, 5),
  order: {
    orderId: 41,
    amount: '900.00',
    firstName: 'Grace',
    lastName: 'Hopper',
    line: 3,
    isCancelled: false,
  },
  target: '50000.00',
  counting: '50400.00',
  legs: [
    { firstName: 'Bea', lastName: 'Leg', turnover: '30000.00', counted: '25000.00', percent: 0.5 },
    { firstName: '', lastName: '', turnover: '9000.00', counted: '9000.00', percent: null },
  ],
  bonus: { recordId: 9, amount: '4000.00000000', currency: 'UPT' },
}

const RATE = { from: 'EUR', to: 'UPT', rate: '2', rateType: 'SELL', updatedAt: 0 }

const FORECAST = {
  state: 'LATE',
  rang: null,
  missing: null,
  target: null,
  increases: [],
  capped: [],
}

type Shown = {
  readonly status?: Partial<RankStatus>
  readonly teamFl?: number
  readonly search?: string
  readonly answers?: Parameters<typeof answerCalls>[0]
}

function show(
  page: 'bonus' | 'ordinary',
  { status, teamFl = 6, search = '', answers }: Shown = {},
) {
  const own = success({ ...STATUS, ...status })
  answerCalls({
    'GET /v1/bonus/turnover/rang': own,
    'GET /v1/rang/current': own,
    'GET /v1/bonus/turnover/rangs/all': success(RANKS),
    'GET /v1/rang/all': success(RANKS),
    'GET /v1/exchange/current-rate': success(RATE),
    'GET /v1/rang/history': success([REACHED]),
    'GET /v1/rang/months': success(MONTHS),
    'GET /v1/rang/forecast': success(FORECAST),
    'GET /v1/disputes': success({ content: [], number: 0, totalPages: 0 }),
    ...answers,
  })
  const office = openTestOffice()
  office.queries.setQueryData(profileKey, { ...PROFILE, teamFl })
  const [component, path] =
    page === 'bonus'
      ? ([BonusRankPage, '/bonuses/rank'] as const)
      : ([MyRankPage, '/my-rank'] as const)
  showPage(office, component, { path, address: `/en${path}${search}` })
}

const card = (name: string) => screen.findByRole('region', { name })
const bars = (element: Element) =>
  [...element.querySelectorAll<HTMLElement>('i, .cap-mark')].map(
    ({ className, style }) => `${className} ${style.inlineSize || style.getPropertyValue('--at')}`,
  )

test('RNK-001 RNK-007 RNK-033 the bonus ladder shows the own rank, the way to the next one, and all ranks with their bonuses', async () => {
  show('bonus')
  await screen.findByText('Rank 3 of 5')
  await screen.findAllByText('5,000')
  const current = await card('Current rank')
  expect(pairsOf(current)).toEqual([
    'Bonus: 2,000.00 UPT',
    'Total turnover: 102,000.00 EUR',
    'Counts for Ruby: 92,000.00 EUR',
  ])
  expect(within(current).getByRole('img').getAttribute('aria-label')).toBe('Sapphire, Rank 3 of 5')
  expect(
    [...current.querySelectorAll('.ladder > span')].map(
      (step) =>
        `${step.getAttribute('title')} ${step.className} ${step.querySelector('svg')?.getAttribute('class')}`,
    ),
  ).toEqual([
    'Free  rank-gem',
    'Pearl  rank-gem',
    'Sapphire active rank-gem',
    'Ruby  rank-gem dimmed',
    'Emerald  rank-gem dimmed',
  ])
  const next = await card('Next rank')
  expect(plainText(next)).toBe(
    'Next rankRubyBonus 5,000.00 UPT8,000.00 EUR to go92,000.00 EUR counts toward 100,000.00 EUR92%BLBea LegLeg 150,000.00 EURof 60,000.00 EUR totalBLBea LegLeg 230,000.00 EURcap 30,000.00 EUR44 legsOther legs12,000.00 EURno capThe turnover of a leg includes its first partner’s own turnover.For Ruby, the strongest leg counts up to 50,000.00 EUR and the second up to 30,000.00 EUR. The other legs must bring at least 20,000.00 EUR.CountedAbove the capCap50% rule',
  )
  expect(bars(next)).toEqual([
    'tone-leg1 50%',
    'tone-leg2 30%',
    'tone-others 12%',
    'tone-leg1 83.3333%',
    'hatch 16.6667%',
    'cap-mark 83.333333333333%',
    'tone-leg2 50%',
    'cap-mark 50%',
    'tone-others 20%',
  ])
  expect(
    within(next)
      .getAllByRole('img')
      .map((bar) => bar.getAttribute('aria-label')),
  ).toEqual([
    '92% of the turnover for Ruby',
    'Bea Leg: 60,000.00 EUR in all, cap 50,000.00 EUR',
    'Bea Leg: 30,000.00 EUR in all, cap 30,000.00 EUR',
    'Other legs',
  ])
  expect(next.style.getPropertyValue('--legs')).toBe('3')
  const all = await card('All ranks')
  expect(plainText(all.querySelector('.card-head'))).toBe('All ranks1 EUR = 2.0000 UPT')
  expect(cellsOf(within(all).getByRole('table'))).toEqual([
    'Rank | Team turnover, EUR | Strongest leg counts up to, EUR | Second leg counts up to, EUR | Bonus, UPT | Status',
    'Free | – | – | – | – | Reached',
    'Pearl | 20,000.00 | – | – | 5,000.00 | Reached',
    'Sapphire | 50,000.00 | 50,000.00 | 30,000.00 | 2,000.00 | Current',
    'Ruby | 100,000.00 | 50,000.00 | 30,000.00 | 5,000.00 | Next',
    'Emerald | 200,000.00 | 50,000.00 | 30,000.00 | 10,000.00 | ',
  ])
  expect([...all.querySelectorAll('[aria-current]')].map(plainText)).toEqual([
    'Sapphire50,000.0050,000.0030,000.002,000.00Current',
  ])
})

test('RNK-016 the ordinary ladder has no bonuses and no rate', async () => {
  show('ordinary')
  await screen.findByText('Rank 3 of 5')
  expect(pairsOf(await card('Current rank'))).toEqual([
    'Total turnover: 102,000.00 EUR',
    'Counts for Ruby: 92,000.00 EUR',
  ])
  expect(plainText(await card('Next rank'))).toBe(
    'Next rankRuby8,000.00 EUR to go92,000.00 EUR counts toward 100,000.00 EUR92%BLBea LegLeg 150,000.00 EURof 60,000.00 EUR totalBLBea LegLeg 230,000.00 EURcap 30,000.00 EUR44 legsOther legs12,000.00 EURno capThe turnover of a leg includes its first partner’s own turnover.For Ruby, the strongest leg counts up to 50,000.00 EUR and the second up to 30,000.00 EUR. The other legs must bring at least 20,000.00 EUR.CountedAbove the capCap50% rule',
  )
  expect(document.querySelectorAll('.page-head p')).toHaveLength(0)
  const all = await card('All ranks')
  expect(plainText(all.querySelector('.card-head'))).toBe('All ranks')
  expect(cellsOf(within(all).getByRole('table'))).toEqual([
    'Rank | Team turnover, EUR | Strongest leg counts up to, EUR | Second leg counts up to, EUR | Status',
    'Free | – | – | – | Reached',
    'Pearl | 20,000.00 | – | – | Reached',
    'Sapphire | 50,000.00 | 50,000.00 | 30,000.00 | Current',
    'Ruby | 100,000.00 | 50,000.00 | 30,000.00 | Next',
    'Emerald | 200,000.00 | 50,000.00 | 30,000.00 | ',
  ])
  expect(plainTexts(document, '[role=tab], .tabs a, nav a')).toEqual(['Rank', 'History'])
})

test('RNK-009 tablets show a table per rank; the first one has the heads of all', async () => {
  stubWindow('tablet')
  show('bonus')
  await screen.findByText('Rank 3 of 5')
  const all = await card('All ranks')
  const tables = within(all).getAllByRole('table')
  expect(tables.map((table) => cellsOf(table).at(-1))).toEqual([
    '– | – | – | –',
    '20,000.00 | – | – | 5,000.00',
    '50,000.00 | 50,000.00 | 30,000.00 | 2,000.00',
    '100,000.00 | 50,000.00 | 30,000.00 | 5,000.00',
    '200,000.00 | 50,000.00 | 30,000.00 | 10,000.00',
  ])
  expect(tables.map((table) => table.querySelectorAll('th .visually-hidden').length)).toEqual([
    0, 4, 4, 4, 4,
  ])
  expect(plainTexts(all, 'caption')).toEqual([
    'FreeReached',
    'PearlReached',
    'SapphireCurrent',
    'RubyNext',
    'Emerald',
  ])
  expect(
    [...all.querySelectorAll('[aria-current]')].map((block) =>
      plainText(block.querySelector('caption')),
    ),
  ).toEqual(['SapphireCurrent'])
})

test('RNK-010 phones show a list', async () => {
  stubWindow('phone')
  show('bonus')
  await screen.findByText('Rank 3 of 5')
  const all = await card('All ranks')
  expect(plainTexts(all, 'li')).toEqual([
    'Free–No turnover neededReached–',
    'Pearl5,000.00 UPTTurnover 20,000.00 EURReached–',
    'Sapphire2,000.00 UPTTurnover 50,000.00 EURCurrentStrongest leg up to 50,000.00 EUR, second up to 30,000.00 EUR',
    'Ruby5,000.00 UPTTurnover 100,000.00 EURNextStrongest leg up to 50,000.00 EUR, second up to 30,000.00 EUR',
    'Emerald10,000.00 UPTTurnover 200,000.00 EURStrongest leg up to 50,000.00 EUR, second up to 30,000.00 EUR',
  ])
  expect(plainTexts(all, '[aria-current]')).toEqual([
    'Sapphire2,000.00 UPTTurnover 50,000.00 EURCurrentStrongest leg up to 50,000.00 EUR, second up to 30,000.00 EUR',
  ])
  cleanup()
  show('ordinary')
  await screen.findByText('Rank 3 of 5')
  expect(plainTexts(await card('All ranks'), 'li')).toEqual([
    'FreeNo turnover neededReached–',
    'PearlTurnover 20,000.00 EURReached–',
    'SapphireTurnover 50,000.00 EURCurrentStrongest leg up to 50,000.00 EUR, second up to 30,000.00 EUR',
    'RubyTurnover 100,000.00 EURNextStrongest leg up to 50,000.00 EUR, second up to 30,000.00 EUR',
    'EmeraldTurnover 200,000.00 EURStrongest leg up to 50,000.00 EUR, second up to 30,000.00 EUR',
  ])
})

test('RNK-013 at the highest rank no turnover counts for a next one', async () => {
  show('ordinary', { status: { nextRang: null } })
  await screen.findByText('Rank 3 of 5')
  expect(plainText(await card('Next rank'))).toBe('Next rankYou hold the highest rank.')
  expect(pairsOf(await card('Current rank'))).toEqual(['Total turnover: 102,000.00 EUR'])
})

test('RNK-003 without turnover the next rank has no legs', async () => {
  show('ordinary', {
    teamFl: 0,
    status: { totalTurnover: '0.00', countingTurnover: '0.00', topPartners: [] },
  })
  await screen.findByText(/^Nothing counts yet/)
  const next = await card('Next rank')
  expect(plainText(next)).toBe(
    'Next rankRuby100,000.00 EUR to go0.00 EUR counts toward 100,000.00 EUR0%Nothing counts yet. Turnover of the people you invite brings you to Ruby.For Ruby, the strongest leg counts up to 50,000.00 EUR and the second up to 30,000.00 EUR. The other legs must bring at least 20,000.00 EUR.CountedAbove the capCap50% ruleNo leg has reached its cap yet. Everything counts.',
  )
  expect(next.style.getPropertyValue('--legs')).toBe('0')
})

test('RNK-031 a rank without a cap says so; the legs that are not drawn are counted', async () => {
  const legs = [
    rulePartner('20000.00', { firstName: '', lastName: '', leg: 1, percent: 0.5 }),
    rulePartner('10000.00', { leg: 2, percent: 0.3 }),
  ]
  show('ordinary', { teamFl: 2, status: { topPartners: legs, nextRang: PEARL } })
  await screen.findByText(/has no cap: all/)
  expect(plainText(await card('Next rank'))).toBe(
    'Next rankPearl8,000.00 EUR to go92,000.00 EUR counts toward 100,000.00 EUR92%NnonameLeg 120,000.00 EURcap 50,000.00 EURBLBea LegLeg 210,000.00 EURcap 30,000.00 EURThe turnover of a leg includes its first partner’s own turnover.Pearl has no cap: all 20,000.00 EUR may come from one leg.CountedAbove the capCap50% ruleNo leg has reached its cap yet. Everything counts.',
  )
  expect(screen.getByRole('button', { name: '50% rule' }).getAttribute('aria-disabled')).toBe(
    'true',
  )
  cleanup()
  show('ordinary', { teamFl: 3, status: { topPartners: legs } })
  await screen.findByText('Other legs')
  expect(screen.getByText('1 leg').previousElementSibling?.textContent).toBe('1')
})

test('a rank outside the ladder has no place; what cannot be loaded can be tried again', async () => {
  show('ordinary', { status: { currentRang: rank({ id: 99, code: 'JADE' }) } })
  await card('All ranks')
  await screen.findAllByRole('row')
  const current = await card('Current rank')
  expect(plainTexts(current, 'p')).toEqual(['Jade', ' '])
  cleanup()
  show('ordinary', {
    answers: {
      'GET /v1/rang/all': refusal('internal_server_error', 500),
      'GET /v1/rang/current': refusal('internal_server_error', 500),
    },
  })
  await vi.waitFor(() => expect(screen.getAllByRole('button', { name: 'Retry' })).toHaveLength(3))
})

test('without a status, no rank of the ladder has a state', async () => {
  show('ordinary', { answers: { 'GET /v1/rang/current': refusal('internal_server_error', 500) } })
  const all = await card('All ranks')
  await within(all).findByRole('table')
  expect(cellsOf(within(all).getByRole('table'))).toEqual([
    'Rank | Team turnover, EUR | Strongest leg counts up to, EUR | Second leg counts up to, EUR | Status',
    'Free | – | – | – | ',
    'Pearl | 20,000.00 | – | – | ',
    'Sapphire | 50,000.00 | 50,000.00 | 30,000.00 | ',
    'Ruby | 100,000.00 | 50,000.00 | 30,000.00 | ',
    'Emerald | 200,000.00 | 50,000.00 | 30,000.00 | ',
  ])
})

test('the way to what is missing and back', async () => {
  show('bonus')
  fireEvent.click(await screen.findByRole('link', { name: 'What is missing' }))
  await screen.findByRole('heading', { level: 1, name: 'What is missing' })
  expect(await card('The shortest way')).toBeDefined()
  fireEvent.click(screen.getByRole('link', { name: 'Rank bonus' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Rank bonus' })).toBeDefined()
  expect(screen.getByText(/^Bonus amounts are set in EUR/)).toBeDefined()
})

test('RKH-001 RKH-002 the history shows each reached rank with its order and legs, and the months as bars or a table', async () => {
  show('ordinary')
  fireEvent.click(await screen.findByRole('tab', { name: 'History' }))
  await screen.findByRole('heading', { level: 1, name: 'Rank history' })
  const reached = await card('Ranks reached')
  await within(reached).findByText('Sapphire')
  expect(plainText(within(reached).getByRole('listitem'))).toBe(
    'Sapphire05.10.20264,000.00000000 UPTOrder 41 · 900.00 EUR · Grace Hopper · Line 3Legs that countedYou reached Sapphire: 50,400.00 EUR counted toward 50,000.00 EUR.Bea Legof 30,000.00 EUR total25,000.00 EURnoname9,000.00 EURAsk about this',
  )
  expect(pairsOf(reached)).toEqual([
    'Bea Legof 30,000.00 EUR total: 25,000.00 EUR',
    'noname: 9,000.00 EUR',
  ])
  await screen.findByText(/^What counted toward the next rank/)
  const months = await card('Counted turnover by month')
  const drawn = within(months).getByRole('img')
  expect(
    [...drawn.children].map((month) => month.getAttribute('title')?.replaceAll('\u00a0', ' ')),
  ).toEqual([
    'October 2026, Sapphire: 60,000.00 EUR / 50,000.00 EUR',
    'November 2026, Ruby: 92,000.00 EUR / 100,000.00 EUR',
  ])
  expect(
    [...drawn.querySelectorAll('i')].map(({ className, style }) => [className, style.blockSize]),
  ).toEqual([
    ['', '60%'],
    ['running', '92%'],
  ])
  expect([...drawn.querySelectorAll('b')].map(({ style }) => style.insetBlockEnd)).toEqual([
    '50%',
    '100%',
  ])
  expect(plainTexts(months, '.caption span')).toEqual(['October 2026', 'November 2026'])
  fireEvent.click(within(months).getByRole('button', { name: 'Table' }))
  expect(cellsOf(within(months).getByRole('table'))).toEqual([
    'Month | Counted, EUR | Target, EUR | Next rank',
    'November 2026 | 92,000.00 | 100,000.00 | Ruby',
    'October 2026 | 60,000.00 | 50,000.00 | Sapphire',
  ])
})

test('RKH-002 months on phones are a list, the newest first', async () => {
  stubWindow('phone')
  show('ordinary', { search: '?view=history' })
  await screen.findByText(/^What counted toward the next rank/)
  const months = await card('Counted turnover by month')
  fireEvent.click(within(months).getByRole('button', { name: 'Table' }))
  expect(plainTexts(months, 'li')).toEqual([
    'November 2026RubyCounted92,000.00 EURTarget100,000.00 EUR',
    'October 2026SapphireCounted60,000.00 EURTarget50,000.00 EUR',
  ])
})

test('RKH-001 no rank reached yet; a cancelled own order, a name that is unknown, a rank without a bonus', async () => {
  show('ordinary', { search: '?view=history', answers: { 'GET /v1/rang/history': success([]) } })
  expect(await screen.findByText('No rank reached yet.')).toBeDefined()
  cleanup()
  const order = { ...REACHED.order, firstName: '', lastName: '', line: 0, isCancelled: true }
  show('ordinary', {
    search: '?view=history',
    answers: { 'GET /v1/rang/history': success([{ ...REACHED, order, bonus: null }]) },
  })
  const reached = await card('Ranks reached')
  await within(reached).findByText('Sapphire')
  expect(plainText(within(reached).getByRole('listitem'))).toBe(
    'Sapphire05.10.2026–Order 41 · 900.00 EUR · nonameOrder {{number}}, paid {{date}} {{time}} UTC, cancelled laterLegs that countedYou reached Sapphire: 50,400.00 EUR counted toward 50,000.00 EUR.Bea Legof 30,000.00 EUR total25,000.00 EURnoname9,000.00 EURAsk about this',
  )
})

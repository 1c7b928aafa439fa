// @vitest-environment jsdom
import type { Lifestyle, TurboRecord } from '@partner-office/contracts'
import { HOSTS } from '@partner-office/web/testing/hosts.ts'
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

import { Config } from '../../lib/configuration/config.ts'
import { profileKey } from '../../lib/session/profile-key.ts'
import { explanation } from '../../testing/explanation.ts'
import { infinityRecord, REQUIREMENT } from '../../testing/infinity.ts'
import { testPagesAt } from '../../testing/pages-at.ts'
import { openTestOffice, PROFILE } from '../../testing/open.ts'
import { cellsOf, pairsOf, plainText, plainTexts } from '../../testing/plain-text.ts'
import { answerCalls, page, recordQueries, success } from '../../testing/services.ts'
import { showPage } from '../../testing/show-page.tsx'
import { stubWindow } from '../../testing/wide-window.ts'
import { LifestylePage } from './lifestyle-page.tsx'
import {
  BspPage,
  DiamondPage,
  DiamondPoolsPage,
  TurboPage,
  WinnerPage,
} from './programme-pages.tsx'

const OCTOBER = Date.UTC(2026, 9)
const NOVEMBER = Date.UTC(2026, 10)
const NOW = Date.UTC(2026, 10, 12, 9)
const DAY = 24 * 3_600_000

testPagesAt(NOW)

const leg = (turnover: string, firstName = 'Bea') => ({
  avatar: '',
  firstName,
  lastName: firstName && 'Leg',
  turnover,
})

const CHECKPOINTS = [
  { id: 1, targetTurnover: '4000.00', value: '100.00' },
  { id: 2, targetTurnover: '10000.00', value: '250.00' },
]
const RECORD = infinityRecord({
  topPartners: [leg('7000.00'), leg('3000.00', ''), leg('1500.00'), leg('500.00')],
  totalTurnover: '12000.00',
  countingTurnover: '10000.00',
  targetTurnover: '10000.00',
  percents: [
    { value: 0.5, max: '5000.00' },
    { value: 0.3, max: '3000.00' },
  ],
  checkpoints: CHECKPOINTS,
  achievedCheckpoints: [1],
})
const ROWS = [
  { ...REQUIREMENT, rang: 'AMBER', targetTurnover: '4000.00', percent: 0.035 },
  { ...REQUIREMENT, rang: null, targetTurnover: '10000.00', percent: null, amount: '250.00' },
  { ...REQUIREMENT, rang: 'RUBY', targetTurnover: '20000.00', percent: null },
]

const booked = (id: number, facts: object = {}) => ({
  id,
  orderId: 0,
  paidAt: Date.UTC(2026, 10, 1),
  referralFirstName: null,
  referralLastName: null,
  level: 0,
  orderAmount: '0.00',
  bonusType: 'DIAMOND',
  bonusAmount: '25.00000000',
  currency: 'UPT',
  bonusPeriod: OCTOBER,
  recordId: id,
  reason: null,
  ...facts,
})
const RATE = { from: 'EUR', to: 'UPT', rate: '2', rateType: 'SELL', updatedAt: 0 }

const PAGES = 'bonusDiamond,bonusDiamondPools,bonusWinner,bonusLifestyle,bonusBsp,bonusTurbo'

type Shown = {
  readonly search?: string
  readonly teamFl?: number
  readonly answers?: Parameters<typeof answerCalls>[0]
  readonly pages?: string
}

/** Shows a page; returns the queries that a path was called with. */
function show(
  component: () => React.ReactNode,
  path: string,
  { search = '', teamFl = 6, answers, pages = PAGES }: Shown = {},
) {
  answerCalls({
    'GET /v1/bonus/history': page([]),
    'GET /v1/disputes': page([]),
    'GET /v1/exchange/current-rate': success(RATE),
    'GET /v1/bonus/explain': success([explanation()]),
    ...answers,
  })
  const asked = recordQueries()
  const office = {
    ...openTestOffice(),
    config: new Config(HOSTS, new Map([['bonusPages', pages]])),
  }
  office.queries.setQueryData(profileKey, { ...PROFILE, teamFl })
  showPage(office, component, { path, address: `/en${path}${search}` })
  return asked
}

const card = (name: string) => screen.findByRole('region', { name })

const diamond = (record = RECORD, rows: object[] = ROWS) => ({
  'GET /v1/bonus/diamond': success(record),
  'GET /v1/bonus/diamond/requirements': success(rows),
})

test('XBO-001 C5 a programme shows the own amount, the way to the next checkpoint leg by leg, and its requirements', async () => {
  const asked = show(DiamondPage, '/bonuses/diamond', { answers: diamond() })
  expect(plainText(await card('Your amount in this period'))).toBe(
    'Your amount in this periodNot final90.00000000 UPT180.00000000 UCNNovember 2026',
  )
  expect(plainText(await card('Status'))).toBe(
    'StatusReached 1 of 2SapphireAt the next checkpoint: 250.00 EUR',
  )
  expect(plainText(screen.getByRole('region', { name: /^November 2026 ends in/ }))).toBe(
    'November 2026 ends in18 days15 hours00 min00 sec30.11.2026 23:59:59 UTC',
  )
  const next = await card('Next checkpoint')
  expect(plainTexts(next, '.target-bar, .to-go, p.meta')).toEqual([
    '10,000.00 EUR counts toward 10,000.00 EUR · 100%',
    '0.00 EUR to go',
    '4,00010,000',
  ])
  expect(
    [...next.querySelectorAll<HTMLElement>('.mark')].map(
      (mark) =>
        `${plainText(mark)} ${mark.style.getPropertyValue('--at')} ${mark.querySelectorAll('svg').length} ${mark.querySelectorAll('.after').length}`,
    ),
  ).toEqual(['4,000 40% 1 0', '10,000 100% 0 0'])
  expect(
    [...next.querySelectorAll<HTMLElement>('.target-bar i')].map(
      ({ className, style }) => `${className} ${style.inlineSize}`,
    ),
  ).toEqual(['tone-leg1 50%', 'tone-leg2 30%', 'tone-others 20%'])
  expect(plainTexts(next, 'li')).toEqual([
    'BLBea LegLeg 15,000.00 EURof 7,000.00 EUR total',
    'NnonameLeg 23,000.00 EURcap 3,000.00 EUR',
    'BLBea LegLeg 31,500.00 EURno cap',
    '33 legsOther legs500.00 EURno cap',
  ])
  expect(
    within(next)
      .getAllByRole('img')
      .map((bar) => bar.getAttribute('aria-label')?.replaceAll('\u00a0', ' ')),
  ).toEqual([
    '100% of the monthly target',
    'Bea Leg: 7,000.00 EUR in all, cap 5,000.00 EUR',
    'noname: 3,000.00 EUR in all, cap 3,000.00 EUR',
    'Bea Leg: 1,500.00 EUR in all, no cap',
    'Other legs',
  ])
  expect(
    [...next.querySelectorAll<HTMLElement>('.legbar')].map((bar) =>
      [...bar.querySelectorAll<HTMLElement>('i, .cap-mark')]
        .map(
          ({ className, style }) =>
            `${className} ${style.inlineSize || style.getPropertyValue('--at')}`,
        )
        .join(', '),
    ),
  ).toEqual([
    'tone-leg1 71.4286%, hatch 28.5714%, cap-mark 71.428571428571%',
    'tone-leg2 42.8571%, cap-mark 42.857142857142%',
    'tone-others 21.4286%',
    'tone-others 7.14286%',
  ])
  expect(pairsOf(next)).toEqual([
    'Leg 1, Bea Leg: 7,000.00 EUR',
    'Leg 2, noname: 3,000.00 EUR',
    'Leg 3, Bea Leg: 1,500.00 EUR',
    'Other legs: 500.00 EUR',
    'Total turnover: 12,000.00 EUR',
    'Above the caps: −2,000.00 EUR',
    'Counted: 10,000.00 EUR',
  ])
  expect([...next.querySelectorAll('.sum-row dt, .sum dt')].map(plainText)).toEqual([
    'Total turnover',
    'Counted',
  ])
  fireEvent.click(within(next).getByRole('button', { name: 'Table' }))
  expect(cellsOf(within(next).getByRole('table'))).toEqual([
    'Partner | Turnover, EUR | Counted, EUR',
    'Bea LegLeg 1 | 7,000.00 | 5,000.00',
    'nonameLeg 2 | 3,000.00 | 3,000.00',
    'Bea LegLeg 3 | 1,500.00 | 1,500.00',
    'Bea LegLeg 4 | 500.00 | 500.00',
    'Total | 12,000.00 | 10,000.00',
  ])
  const rows = await card('Requirements')
  expect(cellsOf(within(rows).getByRole('table'))).toEqual([
    'Rank | Turnover, EUR | Bonus | Status',
    'Amber | 4,000.00 | 3.5% | Reached',
    'Any rank | 10,000.00 | 250.00 EUR | 0.00 EUR to go',
    'Ruby | 20,000.00 | – | Rank not reached',
  ])
  expect([...rows.querySelectorAll('[aria-current]')].map(plainText)).toEqual([
    'Any rank10,000.00250.00 EUR0.00 EUR to go',
  ])
  expect(plainText(await card('Your amounts'))).toBe(
    'Your amountsNothing has been paid yetAll bookings',
  )
  expect(asked('/v1/bonus/diamond')).toEqual([`?bonusPeriod=${NOVEMBER}`])
  expect(asked('/v1/bonus/diamond/requirements')).toEqual([`?timestamp=${NOVEMBER}`])
})

test('XBO-001 a closed month can be questioned and has no countdown', async () => {
  const answers = diamond({
    ...RECORD,
    state: 'CLOSED',
    enabled: false,
    rang: null,
    achievedCheckpoints: [],
  })
  const asked = show(DiamondPage, '/bonuses/diamond', { search: '?month=2026-10', answers })
  const own = await card('Your amount in this period')
  expect(plainText(own)).toBe(
    'Your amount in this periodFinal90.00000000 UPT180.00000000 UCNOctober 2026Ask about this',
  )
  expect(plainText(await card('Status'))).toBe(
    'StatusNot enabledThis bonus starts at rank Amber.At the next checkpoint: 100.00 EUR',
  )
  expect(screen.queryByRole('timer')).toBeNull()
  expect(asked('/v1/bonus/diamond')).toEqual([`?bonusPeriod=${OCTOBER}`])
  fireEvent.click(screen.getByRole('button', { name: 'Newer month' }))
  await vi.waitFor(() => expect(asked('/v1/bonus/diamond').at(-1)).toBe(`?bonusPeriod=${NOVEMBER}`))
})

test('XBO-001 smaller windows list the requirements', async () => {
  stubWindow('tablet')
  show(DiamondPage, '/bonuses/diamond', {
    answers: diamond({ ...RECORD, achievedCheckpoints: [1, 2] }),
  })
  const rows = await card('Requirements')
  expect(plainTexts(rows, 'li')).toEqual([
    'AmberReachedTurnover 4,000.00 EUR3.5%',
    'Any rankReachedTurnover 10,000.00 EUR250.00 EUR',
    'RubyRank not reachedTurnover 20,000.00 EUR–',
  ])
  expect(await card('Highest checkpoint')).toBeDefined()
})

test('XBO-007 without caps of legs, only the sum is shown', async () => {
  const uncapped = {
    ...RECORD,
    countingTurnover: '12000.00',
    percents: [{ value: 1, max: '10000.00' }],
  }
  show(BspPage, '/bonuses/bsp', {
    answers: {
      'GET /v1/bonus/bsp': success(uncapped),
      'GET /v1/bonus/bsp/requirements': success(ROWS),
    },
  })
  const next = await card('Next checkpoint')
  expect(pairsOf(next)).toEqual([
    'Total turnover: 12,000.00 EUR',
    'Above the caps: 0.00 EUR',
    'Counted: 12,000.00 EUR',
  ])
  expect(plainTexts(next, '.to-go')).toEqual(['2,000.00 EUR above the target'])
  expect(within(next).queryByRole('button')).toBeNull()
})

test('XBO-004 a month without turnover says so; a programme without checkpoints shows none', async () => {
  const empty = { ...RECORD, topPartners: [], totalTurnover: '0.00', countingTurnover: '0.00' }
  show(WinnerPage, '/bonuses/winner', {
    answers: {
      'GET /v1/bonus/winner': success(empty),
      'GET /v1/bonus/winner/requirements': success(ROWS),
    },
  })
  const next = await card('Next checkpoint')
  expect(
    within(next).getByText('Nobody in your team has bought anything in this period.'),
  ).toBeDefined()
  expect(pairsOf(next)).toEqual([
    'Total turnover: 0.00 EUR',
    'Above the caps: 0.00 EUR',
    'Counted: 0.00 EUR',
  ])
  cleanup()
  show(WinnerPage, '/bonuses/winner', {
    answers: {
      'GET /v1/bonus/winner': success({ ...empty, checkpoints: [], achievedCheckpoints: [] }),
      'GET /v1/bonus/winner/requirements': success(ROWS),
    },
  })
  await card('Status')
  expect(screen.queryByText(/checkpoint/)).toBeNull()
})

test('XBO-002 XBO-003 pools have their amounts, and their numbers in the requirements', async () => {
  const pools = { ...RECORD, poolAmounts: { '1': '10.000000', '2': '20.000000', '3': '30.000000' } }
  show(DiamondPoolsPage, '/bonuses/diamond-pools', {
    answers: {
      'GET /v1/bonus/diamond-pools': success(pools),
      'GET /v1/bonus/diamond-pools/requirements': success(
        ROWS.map((row, at) => ({ ...row, pool: at + 1 })),
      ),
    },
  })
  expect(pairsOf(await card('The pools'))).toEqual([
    'Pool 1: 10.000000 ULTIMA',
    'Pool 2: 20.000000 ULTIMA',
    'Pool 3: 30.000000 ULTIMA',
  ])
  expect(plainTexts(await card('Requirements'), 'tbody th')).toEqual([
    'AmberPool 1',
    'Any rankPool 2',
    'RubyPool 3',
  ])
})

test('XBO-011 a month without rows; a programme that is switched off', async () => {
  show(DiamondPage, '/bonuses/diamond', { answers: diamond(RECORD, []) })
  expect(await screen.findByText('This programme has no figures for this period.')).toBeDefined()
  cleanup()
  show(DiamondPage, '/bonuses/diamond', { answers: diamond(), pages: 'bonusBsp' })
  expect(await screen.findByRole('heading', { level: 1 })).toBeDefined()
  expect(screen.queryByText('Diamond bonus')).toBeNull()
})

test('the latest six bookings open their explanation', async () => {
  const asked = show(DiamondPage, '/bonuses/diamond', {
    answers: {
      ...diamond(),
      'GET /v1/bonus/history': page([
        booked(71),
        booked(72, { bonusPeriod: null, currency: 'ULTIMA', bonusAmount: '-3.000000' }),
        ...[73, 74, 75, 76, 77].map((id) => booked(id)),
      ]),
    },
  })
  const own = await card('Your amounts')
  await within(own).findAllByText('October 2026')
  await within(own).findByText(/about/)
  expect(pairsOf(own)).toEqual([
    'October 2026Paid 01.11.2026: +25.00000000 UPT',
    '01.11.2026 00:00 UTC: −3.000000 ULTIMAabout 6.00 EUR',
    'October 2026Paid 01.11.2026: +25.00000000 UPT',
    'October 2026Paid 01.11.2026: +25.00000000 UPT',
    'October 2026Paid 01.11.2026: +25.00000000 UPT',
    'October 2026Paid 01.11.2026: +25.00000000 UPT',
  ])
  fireEvent.click(within(own).getAllByRole('button')[1]!)
  expect(await screen.findByRole('dialog')).toBeDefined()
  expect(asked('/v1/bonus/explain')).toEqual(['?recordId=72'])
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

const turbo = (windowStart: number): TurboRecord => ({
  ...RECORD,
  windowStart,
  windowEnd: windowStart + 30 * DAY,
})
const showTurbo = (windowStart: number, search = '', registeredAt = 0) =>
  show(TurboPage, '/bonuses/turbo', {
    search,
    answers: {
      'GET /v1/bonus/cycled-turbo': success(turbo(windowStart)),
      'GET /v1/bonus/cycled-turbo/requirements': success(ROWS),
      'GET /v1/user': success({
        id: 7,
        email: 'a@example.com',
        blocked: false,
        registeredAt,
        activeUntil: null,
      }),
    },
  })
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })

test('XBO-008 the current window of turbo counts down, and leads to the one before', async () => {
  const start = Date.UTC(2026, 10, 1)
  const asked = showTurbo(start, '', Date.UTC(2026, 8))
  expect(plainText(await screen.findByRole('region', { name: 'The window ends in' }))).toBe(
    'The window ends in18 days15 hours00 min00 sec30.11.2026 23:59:59 UTC',
  )
  expect(screen.getAllByText('01.11.2026 to 30.11.2026')).toHaveLength(2)
  expect(button('Later window').disabled).toBe(true)
  expect(asked('/v1/bonus/cycled-turbo')).toEqual([''])
  fireEvent.click(button('Earlier window'))
  await vi.waitFor(() =>
    expect(asked('/v1/bonus/cycled-turbo').at(-1)).toBe(`?bonusPeriod=${start - 1}`),
  )
})

test.each([
  ['begins with the registration', 0, true],
  ['begins a millisecond later', -1, false],
])('XBO-008 a window that %s', async (_, earlier, isFirst) => {
  const start = Date.UTC(2026, 9, 1)
  const asked = showTurbo(start, `?at=${start}`, start + earlier)
  await card('Status')
  await vi.waitFor(() => expect(button('Earlier window').disabled).toBe(isFirst))
  expect(screen.queryByRole('timer')).toBeNull()
  expect(button('Later window').disabled).toBe(false)
  fireEvent.click(button('Later window'))
  await vi.waitFor(() =>
    expect(asked('/v1/bonus/cycled-turbo').at(-1)).toBe(`?bonusPeriod=${start + 30 * DAY}`),
  )
})

test.each([NOW + 1, Date.UTC(2020, 1)])(
  'XBO-008 an instant that is not known yet or never was shows now: %d',
  async (at) => {
    const asked = showTurbo(Date.UTC(2026, 10, 1), `?at=${at}`)
    await card('Status')
    expect(asked('/v1/bonus/cycled-turbo').at(-1)).toBe('')
  },
)

test.each([
  [NOW, false],
  [NOW + 1, true],
])('XBO-008 a window until %d runs: %s', async (end, isRunning) => {
  showTurbo(end - 30 * DAY)
  await card('Status')
  expect(button('Later window').disabled).toBe(isRunning)
  expect(screen.queryByRole('timer') !== null).toBe(isRunning)
})

const row = (rang: string, facts: object = {}) => ({
  rang,
  amount: '500.00',
  currency: 'EUR',
  targetTurnover: '10000.00',
  topLegPercents: [0.5, 0.3],
  status: '',
  isReachable: true,
  ...facts,
})
const LIFESTYLE: Lifestyle = {
  requirements: [],
  current: 'AMBER',
  next: 'JADE',
  currentAmount: '500.00',
  nextAmount: '900.00',
  isReached: true,
  state: 'OPEN',
  progress: {
    totalTurnover: '17500.00',
    countingTurnover: '15500.00',
    targetTurnover: '20000.00',
    topPartners: [leg('12000.00'), leg('3000.00'), leg('2500.00')],
    percents: [
      { value: 0.5, max: '10000.00' },
      { value: 0.3, max: '6000.00' },
    ],
  },
}
const LIFESTYLE_ROWS = [
  row('AMBER', { status: 'reached', targetTurnover: '5000.00' }),
  row('JADE', { status: 'next', targetTurnover: '20000.00', amount: '900.00' }),
  row('PEARL', { targetTurnover: '40000.00' }),
  row('TOPAZ', { targetTurnover: '80000.00', isReachable: false }),
]
const showLifestyle = (
  facts: Partial<Lifestyle> = {},
  {
    rows = LIFESTYLE_ROWS,
    search = '',
    answers = {},
  }: { rows?: object[]; search?: string; answers?: Parameters<typeof answerCalls>[0] } = {},
) =>
  show(LifestylePage, '/bonuses/lifestyle', {
    search,
    answers: {
      'GET /v1/bonus/lifestyle': success({ ...LIFESTYLE, ...facts }),
      'GET /v1/bonus/lifestyle/requirements': success(rows),
      'GET /v1/bonus/lifestyle/history': page([]),
      ...answers,
    },
  })

test('XBO-005 lifestyle shows the own amount at the rate of today, the next one, and what counts toward each row', async () => {
  showLifestyle()
  const own = await card('Your amount in this period')
  await within(own).findByText(/^At today/)
  expect(plainText(own)).toBe(
    'Your amount in this periodReachedNot final500.00 EURAmberAt today’s rate: 1,000.00000000 UPT.',
  )
  expect(own.querySelectorAll('svg.rank-gem')).toHaveLength(1)
  const next = await card('Next amount')
  expect(plainText(next)).toBe(
    'Next amount77%900.00 EURJade4,500.00 EUR to go15,500.00 EUR counts toward 20,000.00 EUR',
  )
  const rows = await card('Requirements')
  expect(cellsOf(within(rows).getByRole('table'))).toEqual([
    'Rank | Turnover, EUR | Counted | Counted, EUR | Bonus | Status',
    'Amber | 5,000.00 | 100% | 6,500.00 | 500.00 EUR | Reached',
    'Jade | 20,000.00 | 77% | 15,500.00 | 900.00 EUR | Next',
    'Pearl | 40,000.00 | 43% | 17,500.00 | 500.00 EUR | –',
    'Topaz | 80,000.00 | 21% | 17,500.00 | 500.00 EUR | Rank not reached',
  ])
  expect(
    [...rows.querySelectorAll<HTMLElement>('.progress-bar i')].map(
      ({ className, style }) => `${className} ${style.inlineSize}`,
    ),
  ).toEqual(['done 100%', 'tone-leg1 77.5%', 'tone-leg1 43.75%', 'tone-leg1 21.875%'])
  expect(plainTexts(rows, '[aria-current] th')).toEqual(['Amber'])
  expect(plainTexts(rows, '.card-head .meta')).toEqual(['1 EUR = 2.0000 UPT'])
  fireEvent.click(within(rows).getByRole('button', { name: '50% rule' }))
  const dialog = await screen.findByRole('dialog', { name: '50% rule for Lifestyle bonus' })
  expect(plainTexts(dialog, 'p.meta')[0]).toBe(
    'Target 20,000.00 EUR. Caps: 50% for leg 1, 30% for leg 2.',
  )
})

test('XBO-005 lifestyle that is not reached, in a closed month', async () => {
  const none = { isReached: false, current: null, currentAmount: '0.00', state: 'CLOSED' } as const
  showLifestyle(none, { rows: LIFESTYLE_ROWS.slice(3), search: '?month=2026-10' })
  const own = await card('Your amount in this period')
  expect(plainText(own)).toBe('Your amount in this periodNot reachedFinal0.00 EURAsk about this')
  expect(own.querySelectorAll('svg.rank-gem')).toHaveLength(0)
  expect(
    within(await card('Next amount')).getByText('This bonus starts at rank Topaz.'),
  ).toBeDefined()
})

test('XBO-005 a past month that was reached is not converted at the rate of today', async () => {
  showLifestyle({}, { search: '?month=2026-10' })
  await card('Your amount in this period')
  await screen.findByText('1 EUR = 2.0000 UPT')
  expect(screen.queryByText(/^At today/)).toBeNull()
})

test('XBO-005 smaller windows list the rows with what counts toward each', async () => {
  stubWindow('tablet')
  showLifestyle()
  expect(plainTexts(await card('Requirements'), 'li')).toEqual([
    'AmberReached6,500.00 EUR counts toward 5,000.00 EUR500.00 EUR100%',
    'JadeNext15,500.00 EUR counts toward 20,000.00 EUR900.00 EUR77%',
    'Pearl–17,500.00 EUR counts toward 40,000.00 EUR500.00 EUR43%',
    'TopazRank not reached17,500.00 EUR counts toward 80,000.00 EUR500.00 EUR21%',
  ])
})

const PAID = {
  bonusPeriod: OCTOBER,
  rang: 'AMBER',
  amount: '25.00000000',
  currency: 'UPT',
  paidAt: Date.UTC(2026, 10, 1),
}

test('XBO-006 the history of lifestyle opens the explanation of an amount that one record holds', async () => {
  const other = booked(80, { bonusType: 'LIFESTYLE', bonusAmount: '24.00000000' })
  const asked = showLifestyle(
    {},
    {
      answers: {
        'GET /v1/bonus/lifestyle/history': page([
          PAID,
          { ...PAID, bonusPeriod: Date.UTC(2026, 8), paidAt: null },
          { ...PAID, bonusPeriod: Date.UTC(2026, 7), currency: 'UCN' },
        ]),
        'GET /v1/bonus/history': page([
          other,
          booked(81, { bonusType: 'LIFESTYLE' }),
          booked(82, { bonusType: 'LIFESTYLE', bonusPeriod: Date.UTC(2026, 7) }),
        ]),
      },
    },
  )
  fireEvent.click(await screen.findByRole('tab', { name: 'History' }))
  const list = await screen.findByRole('list', { name: 'History' })
  await within(list).findByRole('button')
  expect(plainTexts(list, 'li')).toEqual([
    'October 2026Amber25.00000000 UPTPaid 01.11.2026',
    'September 2026Amber25.00000000 UPT',
    'August 2026Amber25.00000000 UCNPaid 01.11.2026',
  ])
  expect(screen.queryByRole('navigation', { name: 'Pages' })).toBeNull()
  expect(screen.queryByRole('combobox')).toBeNull()
  fireEvent.click(within(list).getByRole('button'))
  expect(await screen.findByRole('dialog')).toBeDefined()
  expect(asked('/v1/bonus/explain')).toEqual(['?recordId=81'])
})

test('XBO-006 no month was paid yet', async () => {
  showLifestyle(
    {},
    { search: '?tab=history', answers: { 'GET /v1/bonus/lifestyle/history': page([], 0) } },
  )
  expect(await screen.findByText('Nothing has been paid yet')).toBeDefined()
  expect(screen.queryByRole('list', { name: 'History' })).toBeNull()
})

test('XBO-006 pages of the history: another page, and another size from the first page on', async () => {
  const asked = showLifestyle(
    {},
    {
      search: '?tab=history&page=2',
      answers: { 'GET /v1/bonus/lifestyle/history': page([PAID], 3) },
    },
  )
  await screen.findByRole('list', { name: 'History' })
  expect(asked('/v1/bonus/lifestyle/history')).toEqual(['?page=1&size=15'])
  fireEvent.click(screen.getByRole('button', { name: 'Next page' }))
  await vi.waitFor(() => expect(asked('/v1/bonus/lifestyle/history').at(-1)).toMatch(/page=2/))
  fireEvent.change(screen.getByRole('combobox'), { target: { value: '50' } })
  await vi.waitFor(() =>
    expect(asked('/v1/bonus/lifestyle/history').at(-1)).toBe('?page=0&size=50'),
  )
})

// @vitest-environment jsdom
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

import { explanation } from '../../testing/explanation.ts'
import { CAPPED_RECORD, REQUIREMENT } from '../../testing/infinity.ts'
import { testPagesAt } from '../../testing/pages-at.ts'
import { type Opened, openPage } from '../../testing/open-page.ts'
import { cellsOf, pairsOf, plainText, plainTexts } from '../../testing/plain-text.ts'
import { refusal, success } from '../../testing/services.ts'
import { stubWindow } from '../../testing/wide-window.ts'
import { InfinityBonusPage, InfinityHistoryPage } from './infinity-pages.tsx'

const NOVEMBER = Date.UTC(2026, 10)
const NOW = Date.UTC(2026, 10, 12, 9)

testPagesAt(NOW)

const ANSWERS = {
  'GET /v1/bonus/infinity': success(CAPPED_RECORD),
  'GET /v1/bonus/infinity/requirements': success([
    REQUIREMENT,
    { ...REQUIREMENT, rang: null, targetTurnover: '9.00', percent: null },
  ]),
}

const open = (
  component: () => React.ReactNode,
  path: string,
  { answers, ...opened }: Opened = {},
) => openPage(component, path, { ...opened, answers: { ...ANSWERS, ...answers } })
const card = (name: string | RegExp) => screen.findByRole('region', { name })
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
  const closed = { ...CAPPED_RECORD, state: 'CLOSED', countingTurnover: '5000.00', percent: 0.02 }
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
  openInfinity({ answers: { 'GET /v1/bonus/infinity': success({ ...CAPPED_RECORD, ...facts }) } })
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

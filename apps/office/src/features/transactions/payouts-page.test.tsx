// @vitest-environment jsdom
import type { OwnAdjustment, PayoutTransaction } from '@partner-office/contracts'
import { installTopLayer } from '@partner-office/ui/testing/top-layer.ts'
import { HOSTS } from '@partner-office/web/testing/hosts.ts'
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'

import { Config } from '../../lib/configuration/config.ts'
import { adjustment } from '../../testing/adjustments.ts'
import { explanation } from '../../testing/explanation.ts'
import { openTestOffice } from '../../testing/open.ts'
import { cellsOf, plainText, plainTexts } from '../../testing/plain-text.ts'
import { answerCalls, page, recordQueries, refusal, success } from '../../testing/services.ts'
import { showPage } from '../../testing/show-page.tsx'
import { stubWindow } from '../../testing/wide-window.ts'
import { AdjustmentsPage } from './adjustments/adjustments-page.tsx'
import { TransactionsBonusesPage } from './bonuses-page.tsx'
import { TransactionsPayoutsPage } from './payouts-page.tsx'

beforeAll(installTopLayer)
beforeEach(() => {
  vi.stubGlobal('scrollTo', () => {})
  stubWindow('desktop')
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const HISTORY = '/v1/payout/history'
const BONUSES = '/v1/bonus/history'
const ADJUSTMENTS = '/v1/adjustments'

type Shown = { readonly search?: string; readonly answers?: Parameters<typeof answerCalls>[0] }

/** The browser's history of the page that is shown. */
let history: ReturnType<typeof showPage>

/** Shows a page; returns the queries that a path was called with. */
function show(component: () => React.ReactNode, path: string, { search = '', answers }: Shown) {
  answerCalls({
    'GET /v1/disputes': page([]),
    'GET /v1/bonus/explain': success([explanation()]),
    [`GET ${HISTORY}`]: page(PAYOUTS),
    [`GET ${BONUSES}`]: page(BOOKED),
    [`GET ${ADJUSTMENTS}`]: page(ADJUSTED),
    'GET /v1/payout/12': refusal('not_found'),
    ...answers,
  })
  const asked = recordQueries()
  const office = {
    ...openTestOffice(),
    config: new Config(HOSTS, new Map([['txLink.UPT', 'https://chain.test/tx/{hash}']])),
  }
  history = showPage(office, component, { path, address: `/en${path}${search}` })
  return asked
}
const showPayouts = (shown: Shown = {}) =>
  show(TransactionsPayoutsPage, '/transactions/payouts', shown)
const showBonuses = (shown: Shown = {}) =>
  show(TransactionsBonusesPage, '/transactions/bonuses', shown)
const showAdjustments = (shown: Shown = {}) => show(AdjustmentsPage, '/bonuses/adjustments', shown)

const PAYOUT: PayoutTransaction = {
  id: 12,
  createdAt: Date.UTC(2026, 10, 3, 9, 5),
  address: 'TXkeyOfAWallet0000000000000000000A',
  amount: '100.00000000',
  status: 'PENDING',
  txId: null,
  from: 'UPT',
  to: 'UPT_XRC10_WHITE',
  cancellable: false,
  cancelled: false,
} as PayoutTransaction
const PAYOUTS = [
  PAYOUT,
  { ...PAYOUT, id: 11, status: 'SUCCESS', txId: '0xabcdef' },
  { ...PAYOUT, id: 10, status: 'REJECTED', cancelled: true, to: 'ELSEWHERE', txId: '0x123456' },
  { ...PAYOUT, id: 9, status: 'REJECTED' },
]

const BONUS = {
  id: 71,
  orderId: 5,
  paidAt: Date.UTC(2026, 10, 2),
  referralFirstName: 'Grace',
  referralLastName: null,
  level: 1,
  orderAmount: '1000.00',
  bonusType: 'DIRECT',
  bonusAmount: '800.00000000',
  currency: 'UPT',
  bonusPeriod: null,
  recordId: 71,
  reason: null,
}
const BOOKED = [
  BONUS,
  {
    ...BONUS,
    id: 72,
    recordId: 72,
    orderId: 0,
    referralFirstName: null,
    level: 0,
    orderAmount: '0.00',
    bonusType: 'LIFESTYLE',
    bonusPeriod: Date.UTC(2026, 9),
  },
]
const ADJUSTED: OwnAdjustment[] = [
  adjustment({ recordId: 71, disputeId: 5 }),
  adjustment({ id: 13, orderId: 41, amount: '-3.00000000', currency: 'UCN' }),
  adjustment({ id: 14 }),
]

const rows = async () => (await screen.findByRole('table')).querySelectorAll('tbody tr')
const last = (asked: readonly string[]) => asked.at(-1)

test('TRX-023 TRX-033 TRX-034 TRX-035 payouts have their state and their way to the chain', async () => {
  const asked = showPayouts()
  const shown = [...(await rows())]
  expect(cellsOf(screen.getByRole('table'))).toEqual([
    'ID | Date, UTC | To address | Amount | Status | Transaction',
    '12 | 03.11.2026 09:05 UTC | TXkeyO…000A | 100.00000000 UPT | Pending | –',
    '11 | 03.11.2026 09:05 UTC | TXkeyO…000A | 100.00000000 UPT | Sent | 0xabcdef',
    '10 | 03.11.2026 09:05 UTC | TXkeyO…000A | 100.00000000 UPT | Cancelled | 0x123456',
    '9 | 03.11.2026 09:05 UTC | TXkeyO…000A | 100.00000000 UPT | Rejected | –',
  ])
  expect(shown.map((row) => row.querySelector('.chip')?.className)).toEqual([
    'chip tone-orange',
    'chip tone-green',
    'chip tone-grey',
    'chip tone-red',
  ])
  expect(
    screen
      .getAllByRole('link', { name: /opens in a new tab/ })
      .map((link) => link.getAttribute('href')),
  ).toEqual(['https://chain.test/tx/0xabcdef'])
  expect(asked(HISTORY)).toEqual([
    '?sort=createdAt|desc&from=UCHAIN_UCN_BONUS,UCHAIN_UPT_BONUS&size=20&page=0',
  ])
  expect(screen.getByRole('columnheader', { name: 'Date, UTC' }).getAttribute('aria-sort')).toBe(
    'descending',
  )
})

test('TRX-022 the date turns the order of payouts, and back', async () => {
  const asked = showPayouts()
  await rows()
  fireEvent.click(screen.getByRole('button', { name: 'Date, UTC' }))
  await vi.waitFor(() => expect(last(asked(HISTORY))).toContain('sort=createdAt|asc'))
  await vi.waitFor(() =>
    expect(screen.getByRole('columnheader', { name: 'Date, UTC' }).getAttribute('aria-sort')).toBe(
      'ascending',
    ),
  )
  fireEvent.click(screen.getByRole('button', { name: 'Date, UTC' }))
  await vi.waitFor(() =>
    expect(screen.getByRole('columnheader', { name: 'Date, UTC' }).getAttribute('aria-sort')).toBe(
      'descending',
    ),
  )
})

test('TRX-021 TRX-042 filters of payouts: another state, a period that ends before it begins, and none', async () => {
  const asked = showPayouts({
    search: '?from=2026-11-03&to=2026-11-02',
    answers: { [`GET ${HISTORY}`]: page([], 0) },
  })
  expect(await screen.findByText('No payouts match these filters')).toBeDefined()
  expect(screen.getByText('“To” must not be before “From”')).toBeDefined()
  expect(last(asked(HISTORY))).toContain('dateFrom=2026-11-03&dateTo=2026-11-02')
  fireEvent.click(screen.getByRole('button', { name: 'Rejected' }))
  await vi.waitFor(() => expect(last(asked(HISTORY))).toContain('status=REJECTED'))
  fireEvent.click(await screen.findByRole('button', { name: 'Clear filters' }))
  expect(await screen.findByText('No payouts yet')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Clear filters' })).toBeNull()
  expect(last(asked(HISTORY))).not.toMatch(/date|status/)
  expect(screen.queryByText('“To” must not be before “From”')).toBeNull()
})

test.each([
  ['2026-11-03', '2026-11-03'],
  ['', '2026-11-03'],
  ['2026-11-03', ''],
])('TRX-020 from %j to %j is a period', async (from, to) => {
  showPayouts({ search: `?from=${from}&to=${to}` })
  await rows()
  expect(screen.queryByText('“To” must not be before “From”')).toBeNull()
})

test('PAY-079 a payout opens by its number, and closes', async () => {
  showPayouts({ search: '?status=PENDING' })
  const [first] = await rows()
  fireEvent.click(within(first as HTMLElement).getByRole('button', { name: 'Payout 12' }))
  const panel = await screen.findByRole('dialog', { name: 'Payout 12' })
  fireEvent.click(within(panel).getByRole('button', { name: 'Close' }))
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.getByRole('button', { name: 'Pending' }).getAttribute('aria-pressed')).toBe('true')
})

test('TRX-022 phones list payouts and sort them by a field of their own', async () => {
  stubWindow('phone')
  const asked = showPayouts()
  const list = await screen.findByRole('list', { name: 'Payouts' })
  expect(plainTexts(list, 'li')).toEqual([
    '100.00000000 UPTPending03.11.2026 09:05 UTCPayout 12TXkeyO…000A',
    '100.00000000 UPTSent03.11.2026 09:05 UTCPayout 11TXkeyO…000A0xabcdef',
    '100.00000000 UPTCancelled03.11.2026 09:05 UTCPayout 10TXkeyO…000A0x123456',
    '100.00000000 UPTRejected03.11.2026 09:05 UTCPayout 9TXkeyO…000A',
  ])
  fireEvent.change(screen.getByLabelText('Sort by'), { target: { value: 'createdAt|asc' } })
  await vi.waitFor(() => expect(last(asked(HISTORY))).toContain('sort=createdAt|asc'))
  fireEvent.change(screen.getByLabelText('Sort by'), { target: { value: 'createdAt|desc' } })
  await vi.waitFor(() =>
    expect(screen.getByLabelText<HTMLSelectElement>('Sort by').value).toBe('createdAt|desc'),
  )
  cleanup()
  stubWindow('tablet')
  showPayouts()
  await screen.findByRole('list', { name: 'Payouts' })
  expect(screen.queryByLabelText('Sort by')).toBeNull()
})

test('TRX-008 TRX-009 TRX-010 a bonus without an order has dashes, and its month', async () => {
  showBonuses()
  await rows()
  expect(cellsOf(screen.getByRole('table'))).toEqual([
    'Date, UTC | Bonus | Partner | Level | Order | Order amount, EUR | Bonus amount',
    '02.11.2026 00:00 UTC | Direct | Grace | 1 | 5 | 1,000.00 | +800.00000000 UPT',
    '02.11.2026 00:00 UTC | LifestyleOctober 2026 | – | – | – | – | +800.00000000 UPT',
  ])
})

test('TRX-005 TRX-014 filters and order of bonuses are kept in the address', async () => {
  const asked = showBonuses()
  await rows()
  expect(screen.queryByRole('button', { name: 'Clear filters' })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Date, UTC' }))
  await vi.waitFor(() => expect(last(asked(BONUSES))).toContain('sort=paidAt|asc'))
  const head = await screen.findByRole('columnheader', { name: 'Date, UTC' })
  expect(head.getAttribute('aria-sort')).toBe('ascending')
  fireEvent.change(screen.getByLabelText('Bonus'), { target: { value: 'TEAM' } })
  await vi.waitFor(() => expect(last(asked(BONUSES))).toContain('bonusTypes=TEAM'))
  fireEvent.change(screen.getByLabelText('Level'), { target: { value: '3' } })
  await vi.waitFor(() => expect(last(asked(BONUSES))).toContain('level=3'))
  expect(last(asked(BONUSES))).toContain('sort=paidAt|asc')
  fireEvent.change(screen.getByLabelText('Bonus'), { target: { value: '' } })
  await vi.waitFor(() => expect(last(asked(BONUSES))).not.toContain('bonusTypes'))
  fireEvent.click(screen.getByRole('button', { name: 'Clear filters' }))
  await vi.waitFor(() => expect(screen.queryByRole('button', { name: 'Clear filters' })).toBeNull())
  expect(history.length).toBe(1)
  expect(plainTexts(screen.getByLabelText('Bonus'), 'option')).toEqual([
    'All bonuses',
    'Direct',
    'Team',
    'Rank',
    'Infinity',
  ])
  expect(plainTexts(screen.getByLabelText('Level'), 'option')).toEqual([
    'All levels',
    '1',
    '2',
    '3',
    '4',
    '5',
    '6',
  ])
})

test('TRX-015 no bonus yet, or none that matches', async () => {
  showBonuses({ search: '?level=2', answers: { [`GET ${BONUSES}`]: page([], 0) } })
  expect(await screen.findByText('No bonuses match')).toBeDefined()
  fireEvent.click(screen.getAllByRole('button', { name: 'Clear filters' })[0]!)
  expect(await screen.findByText('No bonuses yet')).toBeDefined()
})

test('TRX-005 phones have the filters of bonuses in a sheet, with their number, beside the order', async () => {
  stubWindow('phone')
  const asked = showBonuses()
  const filters = await screen.findByRole('button', { name: 'Filters' })
  await screen.findByRole('list', { name: 'Bonus history' })
  expect(plainTexts(screen.getByRole('list', { name: 'Bonus history' }), 'li')).toEqual([
    '+800.00000000 UPTDirect02.11.2026 00:00 UTCOrder 5Grace1Order of 1,000.00 EUR',
    '+800.00000000 UPTLifestyleOctober 202602.11.2026 00:00 UTC',
  ])
  fireEvent.click(filters)
  const sheet = await screen.findByRole('dialog', { name: 'Filters' })
  fireEvent.change(within(sheet).getByLabelText('Level'), { target: { value: '2' } })
  await vi.waitFor(() => expect(plainText(filters)).toBe('Filters 1'))
  fireEvent.click(within(sheet).getByRole('button', { name: 'Clear filters' }))
  await vi.waitFor(() => expect(plainText(filters)).toBe('Filters '))
  fireEvent.click(within(sheet).getByRole('button', { name: 'Show' }))
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  fireEvent.click(screen.getByRole('button', { name: 'Newest first' }))
  await vi.waitFor(() => expect(last(asked(BONUSES))).toContain('sort=paidAt|asc'))
  fireEvent.click(await screen.findByRole('button', { name: 'Oldest first' }))
  expect(await screen.findByRole('button', { name: 'Newest first' })).toBeDefined()
})

test('an order is explained by its number; a text that is none is refused', async () => {
  const asked = showBonuses()
  await rows()
  const field = screen.getByLabelText<HTMLInputElement>('Order number')
  fireEvent.change(field, { target: { value: '4x' } })
  fireEvent.click(screen.getByRole('button', { name: 'Explain' }))
  expect(await screen.findByText('Enter an order number, digits only.')).toBeDefined()
  fireEvent.change(field, { target: { value: ' 41 ' } })
  fireEvent.click(screen.getByRole('button', { name: 'Explain' }))
  const panel = await screen.findByRole('dialog')
  await vi.waitFor(() => expect(asked('/v1/bonus/explain')).toEqual(['?orderId=41']))
  fireEvent.click(within(panel).getByRole('button', { name: 'Close' }))
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('ADJ-006 ADJ-009 an adjustment leads to its bonus, its order and its dispute', async () => {
  const asked = showAdjustments()
  const shown = [...(await rows())] as HTMLElement[]
  expect(cellsOf(screen.getByRole('table'))).toEqual([
    'ID | Date, UTC | Account | About | Reason | Amount',
    '12 | 12.11.2026 14:05 UTC | UPT balance | Bonus 71 | Your bonus was computed with the wrong rate.Question 5Ask about this | +25.50000000 UPT',
    '13 | 12.11.2026 14:05 UTC | UCN balance | Order 41 | Your bonus was computed with the wrong rate.Ask about this | −3.00000000 UCN',
    '14 | 12.11.2026 14:05 UTC | UPT balance | – | Your bonus was computed with the wrong rate.Ask about this | +25.50000000 UPT',
  ])
  expect(screen.getByRole('link', { name: 'Question 5' }).getAttribute('href')).toBe('/en/disputes')
  fireEvent.click(within(shown[0]!).getByRole('button', { name: 'Bonus 71' }))
  await vi.waitFor(() => expect(asked('/v1/bonus/explain')).toEqual(['?recordId=71']))
  fireEvent.click(await screen.findByRole('button', { name: 'Close' }))
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  fireEvent.click(within(shown[1]!).getByRole('button', { name: 'Order 41' }))
  await vi.waitFor(() => expect(asked('/v1/bonus/explain').at(-1)).toBe('?orderId=41'))
})

test('ADJ-006 narrow windows list the adjustments', async () => {
  stubWindow('tablet')
  showAdjustments()
  const list = await screen.findByRole('list', { name: 'Adjustments' })
  expect(plainTexts(list, 'li')).toEqual([
    '+25.50000000 UPTUPT balanceYour bonus was computed with the wrong rate.12.11.2026 14:05 UTCAdjustment 12Bonus 71Question 5Ask about this',
    '−3.00000000 UCNUCN balanceYour bonus was computed with the wrong rate.12.11.2026 14:05 UTCAdjustment 13Order 41Ask about this',
    '+25.50000000 UPTUPT balanceYour bonus was computed with the wrong rate.12.11.2026 14:05 UTCAdjustment 14Ask about this',
  ])
})

test('ADJ-006 filters of adjustments', async () => {
  const asked = showAdjustments({ answers: { [`GET ${ADJUSTMENTS}`]: page([], 0) } })
  expect(await screen.findByText('No adjustments yet')).toBeDefined()
  fireEvent.change(screen.getByLabelText('Account'), { target: { value: 'UPT' } })
  expect(await screen.findByText('No adjustments match')).toBeDefined()
  expect(last(asked(ADJUSTMENTS))).toBe('?account=UCHAIN_UPT_BONUS&size=20&page=0')
  expect(plainTexts(screen.getByLabelText('Account'), 'option')).toEqual([
    'All accounts',
    'EUR balance',
    'UPT balance',
    'UCN balance',
    'ULTIMA balance',
    'WIN balance',
    'BSP balance',
    'DBSP balance',
  ])
  fireEvent.change(screen.getByLabelText('Account'), { target: { value: '' } })
  expect(await screen.findByText('No adjustments yet')).toBeDefined()
  cleanup()
  showAdjustments({
    search: '?from=2026-11-01&to=2026-11-02',
    answers: { [`GET ${ADJUSTMENTS}`]: page([], 0) },
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Clear filters' }))
  expect(await screen.findByText('No adjustments yet')).toBeDefined()
})

test.each([
  ['payouts', showPayouts, 'Payout 12'],
  ['bonuses', showBonuses, 'How this amount was calculated'],
  ['adjustments', showAdjustments, 'Bonus 71'],
] as const)(
  'a panel of %s that opens is a step in the history, one that closes is none, and the filters stay',
  async (_, showList, name) => {
    showList({ search: '?from=2026-11-01' })
    const [first] = await rows()
    expect(history.length).toBe(1)
    const button = [...first!.querySelectorAll('button')].find((each) =>
      [each.title, each.ariaLabel, each.textContent].includes(name),
    )
    fireEvent.click(button!)
    await screen.findByRole('dialog')
    expect(history.length).toBe(2)
    fireEvent.click(screen.getByRole('button', { name: 'Close' }))
    await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(history.length).toBe(2)
    expect(history.location.search).toContain('from=')
  },
)

// @vitest-environment jsdom
import type { BonusTransaction } from '@partner-office/contracts'
import { installTopLayer } from '@partner-office/ui/testing/top-layer.ts'
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'

import { openTestOffice } from '../../testing/open.ts'
import { answerCalls, success } from '../../testing/services.ts'
import { showPage } from '../../testing/show-page.tsx'
import { stubWindow } from '../../testing/wide-window.ts'
import { TransactionsBonusesPage } from './bonuses-page.tsx'

const BONUS: BonusTransaction = {
  id: 71,
  orderId: 5,
  paidAt: Date.UTC(2026, 10, 2),
  referralFirstName: 'Grace',
  referralLastName: 'Hopper',
  level: 1,
  orderAmount: '1000.00',
  bonusType: 'DIRECT',
  bonusAmount: '800.00000000',
  currency: 'UPT',
  bonusPeriod: null,
  recordId: 71,
  reason: null,
}

const ADJUSTED: BonusTransaction = {
  ...BONUS,
  orderId: 0,
  referralFirstName: null,
  referralLastName: null,
  level: 0,
  orderAmount: '0.00',
  bonusType: 'ADJUSTMENT',
  bonusAmount: '-3.00000000',
  recordId: 64,
  reason: 'Paid twice.',
}

beforeAll(installTopLayer)
beforeEach(() => {
  vi.stubGlobal('scrollTo', () => {})
  stubWindow('desktop')
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

function show(...content: readonly BonusTransaction[]): void {
  answerCalls({ 'GET /v1/bonus/history': success({ content, number: 0, totalPages: 1 }) })
  showPage(openTestOffice(), TransactionsBonusesPage, {
    path: '/transactions/bonuses',
    address: '/en/transactions/bonuses',
  })
}

const rowOf = async (text: string) => (await screen.findByText(text)).closest('tr')!

test('ADJ-006 an adjustment shows its reason and its bonus in place of an order, and keeps a bonus of the same number', async () => {
  const complained = vi.spyOn(console, 'error')
  show(ADJUSTED, BONUS)
  const row = await rowOf('Paid twice.')
  const cells = within(row).getAllByRole('cell')
  expect(cells.map(({ textContent }) => textContent?.replaceAll('\u00a0', ' '))).toEqual([
    expect.stringMatching(/02\.11\.2026/),
    'Adjustment',
    'Paid twice.Bonus 64',
    '\u22123.00000000 UPT',
  ])
  expect(within(row).getByText('Adjustment').className).toContain('tone-grey')
  expect((await rowOf('Grace Hopper')).textContent).toContain('Direct')
  // Two rows with the same React key.
  expect(complained).not.toHaveBeenCalled()
})

test.each([
  ['an adjustment of a bonus', ADJUSTED, 'Paid twice.', 64],
  ['a bonus', BONUS, 'Grace Hopper', 71],
])('ADJ-006 the amount of %s opens the explanation', async (_title, shown, text, record) => {
  const explain = '/v1/bonus/explain'
  show(shown)
  const row = await rowOf(text)
  const asked: string[] = []
  const answer = fetch
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) => {
    const { pathname, search } = new URL(url)
    if (pathname === explain) asked.push(search)
    return answer(url, init)
  })
  fireEvent.click(within(row).getByRole('button'))
  await vi.waitFor(() => expect(asked[0]).toBe(`?recordId=${record}`))
})

test('ADJ-006 an adjustment that is about no bonus opens nothing', async () => {
  show({ ...ADJUSTED, recordId: null })
  const row = await rowOf('Paid twice.')
  expect(within(row).queryByRole('button')).toBeNull()
  expect(row.textContent).not.toContain('Bonus')
})

test('ADJ-006 a narrow window shows an adjustment with its reason and its bonus', async () => {
  stubWindow('phone')
  show(ADJUSTED, BONUS)
  const [adjusted, bonus] = within(
    await screen.findByRole('list', { name: 'Bonus history' }),
  ).getAllByRole('listitem')
  expect(adjusted!.textContent).toContain('Adjustment')
  expect(adjusted!.textContent).toContain('Paid twice.Bonus 64')
  expect(bonus!.textContent).toContain('Grace Hopper')
})

test('TRX-016 another filter shows its own rows', async () => {
  show(BONUS)
  await rowOf('Grace Hopper')
  const answer = success({ content: [ADJUSTED], number: 0, totalPages: 1 })
  answerCalls({ 'GET /v1/bonus/history': answer })
  fireEvent.change(screen.getByLabelText('Level'), { target: { value: '2' } })
  await rowOf('Paid twice.')
  expect(screen.queryByText('Grace Hopper')).toBeNull()
})

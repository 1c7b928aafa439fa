// @vitest-environment jsdom
import type { OwnAdjustment } from '@partner-office/contracts'
import { installTopLayer } from '@partner-office/ui/testing/top-layer.ts'
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'

import { adjustment } from '../../../testing/adjustments.ts'
import { explanation } from '../../../testing/explanation.ts'
import { openTestOffice } from '../../../testing/open.ts'
import { answerCalls, refusal, success } from '../../../testing/services.ts'
import { showPage } from '../../../testing/show-page.tsx'
import { stubWindow } from '../../../testing/wide-window.ts'
import { AdjustmentsPage } from './adjustments-page.tsx'

const CALL = 'GET /v1/adjustments'
const PLACE = { path: '/bonuses/adjustments', address: '/en/bonuses/adjustments' }

beforeAll(installTopLayer)
beforeEach(() => {
  vi.stubGlobal('scrollTo', () => {})
  stubWindow('desktop')
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const pageOf = (content: readonly OwnAdjustment[], number = 0, totalPages = 1) =>
  success({ content, number, totalPages })

/** The queries of calls of a path from now on; the list grows. */
function recordQueries(path: string): Record<string, string>[] {
  const queries: Record<string, string>[] = []
  const answer = fetch
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) => {
    const { pathname, searchParams } = new URL(url)
    if (pathname === path) queries.push(Object.fromEntries(searchParams))
    return answer(url, init)
  })
  return queries
}

function show(answers: Parameters<typeof answerCalls>[0], address = PLACE.address) {
  answerCalls(answers)
  const queries = recordQueries('/v1/adjustments')
  showPage(openTestOffice(), AdjustmentsPage, { ...PLACE, address })
  return queries
}

/** The texts of a row's cells, with plain spaces. */
const cellsOf = (row: HTMLElement) =>
  within(row)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent?.replaceAll('\u00a0', ' '))

const rowOf = async (reason: string) => (await screen.findByText(reason)).closest('tr')!

test('ADJ-006 a row has number, day, account, what it is about, reason and amount with its sign', async () => {
  show({
    [CALL]: pageOf([
      adjustment({ recordId: 71 }),
      adjustment({ id: 11, orderId: 5, amount: '-3.00000000', reason: 'Paid twice.' }),
      adjustment({ id: 10, account: 'SU_BONUS', currency: 'ULTIMA', reason: 'A gift.' }),
    ]),
  })
  expect(cellsOf(await rowOf('Your bonus was computed with the wrong rate.'))).toEqual([
    '12',
    expect.stringMatching(/12\.11\.2026.*14:05 UTC$/),
    'UPT balance',
    'Bonus 71',
    'Your bonus was computed with the wrong rate.Ask about this',
    '+25.50000000 UPT',
  ])
  const debit = cellsOf(await rowOf('Paid twice.'))
  expect([debit[3], debit[5]]).toEqual(['Order 5', '\u22123.00000000 UPT'])
  const gift = cellsOf(await rowOf('A gift.'))
  expect([gift[2], gift[3], gift[5]]).toEqual(['ULTIMA balance', '–', '+25.500000 ULTIMA'])
})

test('ADJ-009 an adjustment that was taken back and the one that took it back name each other', async () => {
  show({
    [CALL]: pageOf([
      adjustment({ id: 13, amount: '-25.50000000', reason: 'A mistake.', takesBack: 12 }),
      adjustment({ takenBackBy: 13 }),
      adjustment({ id: 11, reason: 'Stands.' }),
    ]),
  })
  expect((await rowOf('A mistake.')).textContent).toContain('Takes back adjustment 12')
  expect((await rowOf('Your bonus was computed with the wrong rate.')).textContent).toContain(
    'Taken back by adjustment 13',
  )
  expect((await rowOf('Stands.')).textContent).not.toMatch(/[Tt]ake/)
})

test.each([
  [{ recordId: 71 }, 'Bonus 71'],
  [{ orderId: 5 }, 'Order 5'],
])('ADJ-006 what an adjustment is about opens its explanation: %j', async (about, name) => {
  show({ [CALL]: pageOf([adjustment(about)]), 'GET /v1/bonus/explain': success([explanation()]) })
  const explained = recordQueries('/v1/bonus/explain')
  fireEvent.click(await screen.findByRole('button', { name }))
  await screen.findByRole('dialog', { name: 'How this amount was calculated' })
  await vi.waitFor(() =>
    expect(explained).toEqual([
      Object.fromEntries(Object.entries(about).map(([key, id]) => [key, String(id)])),
    ]),
  )
})

test('ADJ-006 account and days are asked for and stay in the address; clearing them asks for all', async () => {
  const queries = show({ [CALL]: pageOf([]) })
  expect(await screen.findByText('No adjustments yet')).not.toBeNull()
  expect(queries).toEqual([{ size: '20', page: '0' }])
  fireEvent.change(screen.getByLabelText('Account'), { target: { value: 'ULTIMA' } })
  expect(await screen.findByText('No adjustments match')).not.toBeNull()
  expect(queries.at(-1)).toEqual({ size: '20', page: '0', account: 'SU_BONUS' })
  fireEvent.click(screen.getByRole('button', { name: 'Clear filters' }))
  expect(await screen.findByText('No adjustments yet')).not.toBeNull()
  cleanup()
  const shared = show(
    { [CALL]: pageOf([]) },
    `${PLACE.address}?account=UPT&from=2026-11-01&to=2026-11-30`,
  )
  expect(await screen.findByText('No adjustments match')).not.toBeNull()
  expect(shared).toEqual([
    {
      size: '20',
      page: '0',
      account: 'UCHAIN_UPT_BONUS',
      dateFrom: '2026-11-01',
      dateTo: '2026-11-30',
    },
  ])
})

test('ADJ-006 further pages are loaded below, and each adjustment is shown once', async () => {
  show({ [CALL]: pageOf([adjustment(), adjustment({ id: 11, reason: 'Last.' })], 0, 2) })
  await rowOf('Last.')
  answerCalls({
    [CALL]: pageOf(
      [adjustment({ id: 11, reason: 'Last.' }), adjustment({ id: 10, reason: 'Older.' })],
      1,
      2,
    ),
  })
  fireEvent.click(screen.getByRole('button', { name: 'Load more' }))
  await rowOf('Older.')
  // With the row of the heads.
  expect(screen.getAllByRole('row')).toHaveLength(4)
  expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull()
})

test('ADJ-006 a failed list says so, and Retry loads it', async () => {
  show({ [CALL]: refusal('internal_server_error', 500) })
  const retry = await screen.findByRole('button', { name: 'Retry' })
  answerCalls({ [CALL]: pageOf([adjustment()]) })
  fireEvent.click(retry)
  expect(await rowOf('Your bonus was computed with the wrong rate.')).not.toBeNull()
})

test('ADJ-006 a narrow window shows a list with the same facts', async () => {
  stubWindow('phone')
  show({ [CALL]: pageOf([adjustment({ recordId: 71, takenBackBy: 13 })]) })
  const list = await screen.findByRole('list', { name: 'Adjustments' })
  const [item] = within(list).getAllByRole('listitem')
  const text = item!.textContent?.replaceAll('\u00a0', ' ')
  for (const fact of [
    '+25.50000000 UPT',
    'UPT balance',
    'Your bonus was computed with the wrong rate.',
    'Taken back by adjustment 13',
    '12.11.2026',
    'Bonus 71',
    'Adjustment 12',
  ]) {
    expect(text).toContain(fact)
  }
  expect(screen.queryByRole('table')).toBeNull()
})

test('ADJ-006 it is one of the tabs of the transactions', async () => {
  show({ [CALL]: pageOf([]) })
  await screen.findByText('No adjustments yet')
  expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
    'Payouts',
    'Bonuses',
    'Adjustments',
    'Statements',
  ])
  expect(screen.getByRole('tab', { selected: true }).textContent).toBe('Adjustments')
})

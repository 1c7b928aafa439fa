// @vitest-environment jsdom
// What the pages of orders show of the calls, and what cancelling sends.
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { FakeOrders } from '../../testing/fake-orders.ts'
import { FakeService, NOW, refused } from '../../testing/fake-service.ts'
import { openPage } from '../../testing/open-page.tsx'

let service: FakeService
let orders: FakeOrders
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW })
  service = new FakeService()
  orders = new FakeOrders(service)
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** The texts of the cells of a table, row by row. */
const rowsOf = async (name: string, part: ReturnType<typeof within> = screen) => {
  const table = await part.findByRole('table', { name })
  const [, ...rows] = within(table).getAllByRole('row')
  return rows.map((row) => [...row.children].map((cell) => cell.textContent))
}
const callsOf = (name: string) => service.calls.filter(({ call }) => call === name)

test('ORC-001 the list says for which closed month an order arrived late, and the address filters it', async () => {
  await openPage('/console/orders?partner=7&hide=recorded', service)
  await waitFor(async () =>
    expect(await rowsOf('Orders')).toEqual([
      ['33', 'Bea Leg 7', expect.any(String), '2026-10', '91', 'Counts', '120.50 EUR'],
    ]),
  )
  expect(callsOf('GET /console/v1/orders').at(-1)?.query).toEqual({ partner: '7' })
  expect(screen.queryByRole('columnheader', { name: 'Recorded' })).toBeNull()
})

test('ORC-001 the export has the filters and the columns of the list', async () => {
  service.data.set('POST /console/v1/exports', { id: 1, state: 'RUNNING', rows: 0 })
  service.data.set('GET /console/v1/exports', { content: [] })
  await openPage('/console/orders?state=CANCELLED&hide=partner,file', service)
  fireEvent.click(await screen.findByRole('button', { name: 'Export' }))
  await waitFor(() => expect(callsOf('POST /console/v1/exports')).toHaveLength(1))
  expect(callsOf('POST /console/v1/exports')[0]?.body).toMatchObject({
    list: 'orders',
    filters: { state: 'CANCELLED' },
    columns: ['id', 'paidAt', 'recordedAt', 'lateFor', 'state', 'amount'],
  })
})

test('ORC-002 the page shows each level with its record or its reason, and the sum', async () => {
  await openPage('/console/orders/33', service)
  await waitFor(async () =>
    expect(await rowsOf('Levels above the buyer')).toEqual([
      ['1', 'Ada Leg 3', 'Direct', '40%', '96.40000000 UPT', '8', 'Credited'],
      ['2', 'Zoe Leg 1', 'Team', '–', '–', '–', 'The partner was not active.'],
      ['3', '–', 'Team', '–', '–', '–', 'There is no partner at this level.'],
    ]),
  )
  expect(screen.getByText('1 record, UPT').nextSibling?.textContent).toBe('96.40000000 UPT')
})

test('ORC-003 ranks, activity, infinity and programmes stand there by partner', async () => {
  await openPage('/console/orders/33', service)
  await waitFor(async () =>
    expect(await rowsOf('Ranks that the order reached')).toEqual([
      ['Ada Leg 3', 'Jade', '100.00000000 UPT'],
    ]),
  )
  expect(screen.getByText('Without this order').nextSibling?.textContent).toBe('never active')
  expect(screen.getByText('The newest 1 of 60 shares are listed.')).toBeTruthy()
  const share = screen.getByRole('link', { name: '44' })
  expect(share.getAttribute('href')).toBe('/console/orders/44')
  await waitFor(async () =>
    expect(
      (await rowsOf('Infinity by level')).map(([level, , rank, ...rest]) => [
        level,
        rank,
        ...rest.slice(2),
      ]),
    ).toEqual([
      [
        '1',
        'Jade',
        '1.5%',
        '1.8075 EUR',
        '1.80750000 UPT',
        'Earns more than the levels below get.',
      ],
      ['2', 'Free', '0%', '0 EUR', '–', 'The rank is too low.'],
    ]),
  )
  const programmes = await rowsOf('Programmes of its month')
  expect(programmes.map(([, , programme, ...rest]) => [programme?.split(' ')[0], ...rest])).toEqual(
    [
      ['Winner', '3,000.00 EUR', '100.00 WIN'],
      ['Turbo', 'No target', '–'],
    ],
  )
  orders.month = { ...orders.month, counts: 'LATE', infinity: [], programmes: [] }
  cleanup()
  await openPage('/console/orders/33', service)
  expect(await screen.findByText(/arrived after its month was closed/)).toBeTruthy()
})

test('ORC-004 every transfer shows both accounts and the hash, and the sum by currency', async () => {
  await openPage('/console/orders/33', service)
  await waitFor(async () => {
    const [row] = await rowsOf('Transfers')
    expect(row?.slice(0, 5)).toEqual([
      '12',
      'Direct',
      'bonus_expense',
      'UCHAIN_UPT_BONUS 3',
      '96.40000000 UPT',
    ])
  })
  expect(screen.getByText('1 transfer, UPT').nextSibling?.textContent).toBe('96.40000000 UPT')
})

const openDialog = async () => {
  await openPage('/console/orders/33', service)
  fireEvent.click(await screen.findByRole('button', { name: 'Cancel this order' }))
  return within(screen.getByRole('dialog', { name: 'Cancel order 33' }))
}

test('ORC-005 the preview names records, partners, sums, balances below zero and what stays', async () => {
  const dialog = await openDialog()
  expect(await rowsOf('Taken back', dialog)).toEqual([
    ['8', 'Ada Leg 3', 'Direct', '-96.40000000 UPT'],
  ])
  const valueOf = (label: string) => dialog.getByText(label).nextSibling?.textContent
  expect(valueOf('1 credit, UPT')).toBe('-96.40000000 UPT')
  expect(valueOf('Partners')).toBe('1')
  expect(valueOf('Value at the rates of crediting')).toBe('48.20 EUR')
  expect(valueOf('Rank Jade of Ada Leg 3')).toBe('100.00000000 UPT')
  expect(valueOf('Balance of Ada Leg 3, UPT')).toContain('-90.00000000 UPT')
  expect(dialog.getByText(/^1 balance will be below zero/)).toBeTruthy()
  expect(dialog.getByText(/takes back 40 EUR or more needs a second operator/)).toBeTruthy()
})

test('ORC-005 ORC-006 cancelling asks for a reason and sends what was seen; changed meanwhile, the preview is read again', async () => {
  const dialog = await openDialog()
  const button = await dialog.findByRole('button', { name: 'Propose' })
  fireEvent.change(dialog.getByRole('textbox'), { target: { value: 'too short' } })
  fireEvent.click(button)
  expect(callsOf('POST /console/v1/proposals')).toEqual([])
  const reason = 'The customer has sent it back.'
  fireEvent.change(dialog.getByRole('textbox'), { target: { value: reason } })
  service.refusals.set('POST /console/v1/proposals', [refused('changed_meanwhile')])
  orders.preview = { ...orders.preview, basis: 'ef'.repeat(32), partners: 2 }
  fireEvent.click(button)
  expect(await dialog.findByText(/Another operator changed this meanwhile/)).toBeTruthy()
  await waitFor(() => expect(dialog.getByText('Partners').nextSibling?.textContent).toBe('2'))
  fireEvent.click(dialog.getByRole('button', { name: 'Propose' }))
  await waitFor(() => expect(callsOf('POST /console/v1/proposals')).toHaveLength(2))
  const sent = callsOf('POST /console/v1/proposals').map(({ body }) => body)
  const asked = { kind: 'order_cancel', object: '33', values: {}, reason }
  expect(sent).toEqual([
    { ...asked, basis: 'cd'.repeat(32) },
    { ...asked, basis: 'ef'.repeat(32) },
  ])
})

test('ORC-006 who may not cancel sees which role may; a cancelled order has no button', async () => {
  service.me = { ...service.me!, operator: { ...service.me!.operator, roles: ['viewer'] } }
  await openPage('/console/orders/33', service)
  const button = await screen.findByRole('button', { name: 'Cancel this order' })
  expect(button.getAttribute('aria-disabled')).toBe('true')
  cleanup()
  orders.order = {
    ...orders.order,
    state: 'CANCELLED',
    cancelled: { at: NOW, reason: 'sent back', fact: 120 },
  }
  await openPage('/console/orders/33', service)
  expect(await screen.findByText('sent back')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Cancel this order' })).toBeNull()
})

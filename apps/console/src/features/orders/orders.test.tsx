// @vitest-environment jsdom
// What the pages of orders show of the calls, and what cancelling sends.
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { FakeService, NOW } from '../../testing/fake-service.ts'
import { openPage } from '../../testing/open-page.tsx'

const buyer = { id: 7, firstName: 'Bea', lastName: 'Leg', country: 'DE' }
const order = {
  id: 33,
  buyer,
  paidAt: NOW - 1_000,
  recordedAt: NOW,
  amount: '120.50',
  state: 'STANDING',
  lateFor: '2026-10',
  file: null,
  fact: 91,
  planVersion: 4,
  rate: { id: 5, to: 'UPT', rate: '4.16', validFrom: NOW - 5_000 },
  correctedWith: null,
  cancelled: null,
}
const paid = {
  recordId: 8,
  currency: 'UPT',
  base: '120.50',
  percent: '40',
  sharers: null,
  value: '48.2',
  share: '48.20',
  rate: { id: 5, rate: '4.16', validFrom: NOW - 5_000 },
  exact: '200.512',
  cut: '0.002',
  creditedBefore: '0',
  amount: '200.51',
}

let service: FakeService
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW })
  service = new FakeService()
  const path = '/console/v1/orders'
  service.data.set(`GET ${path}`, { content: [order] })
  service.data.set(`GET ${path}/33`, order)
  service.data.set(`GET ${path}/33/effect`, {
    levels: [
      { level: 1, partner: buyer, kind: 'DIRECT', percent: 0.4, reason: null, amounts: [paid] },
      { level: 2, partner: null, kind: 'TEAM', percent: null, reason: 'no_partner', amounts: [] },
    ],
    sums: [{ currency: 'UPT', count: 1, amount: '200.51' }],
    ranks: [],
    activity: {
      gives: true,
      days: 30,
      minimum: '50',
      until: NOW,
      without: null,
      sums: [],
      shares: [],
    },
  })
  service.data.set(`GET ${path}/33/transfers`, {
    content: [
      {
        id: 12,
        recordId: 8,
        kind: 'BONUS',
        debit: { name: 'COMPANY', partner: null },
        credit: { name: 'CASH', partner: buyer },
        currency: 'UPT',
        amount: '200.51',
        at: NOW,
        hash: 'ab'.repeat(32),
      },
    ],
    sums: [{ currency: 'UPT', count: 1, amount: '200.51' }],
  })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('ORC-001 the list says for which closed month an order arrived late, and the address filters it', async () => {
  await openPage('/console/orders?partner=7', service)
  expect(await screen.findByRole('link', { name: '33' })).toBeTruthy()
  expect(screen.getByRole('table', { name: 'Orders' }).textContent).toContain('2026-10')
  const call = service.calls.findLast((one) => one.call === 'GET /console/v1/orders')
  expect(call?.query).toEqual({ partner: '7' })
})

test('ORC-002 ORC-004 the page shows each level with its reason, and the sum of the transfers', async () => {
  await openPage('/console/orders/33', service)
  const way = await screen.findByRole('table', { name: 'Levels above the buyer' })
  await waitFor(() => expect(within(way).getAllByRole('row')).toHaveLength(3))
  expect(way.textContent).toContain('40%')
  expect(way.textContent).toContain('There is no partner at this level.')
  expect(await screen.findByText('1 transfer, UPT')).toBeTruthy()
})

test('ORC-005 ORC-006 cancelling asks for a reason and sends what the operator has seen', async () => {
  await openPage('/console/orders/33', service)
  fireEvent.click(await screen.findByRole('button', { name: 'Cancel this order' }))
  const dialog = screen.getByRole('dialog', { name: 'Cancel order 33' })
  fireEvent.change(await within(dialog).findByRole('textbox'), {
    target: { value: 'The customer has sent it back.' },
  })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Propose' }))
  await waitFor(() => {
    const sent = service.calls.find(({ call }) => call === 'POST /console/v1/proposals')
    expect(sent?.body).toMatchObject({
      kind: 'order_cancel',
      object: '33',
      reason: 'The customer has sent it back.',
      basis: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
  })
})

// @vitest-environment jsdom
// What the pages of adjustments and holds show of the calls, and what each act sends.
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { giveAdjustments } from '../../testing/fake-adjustments.ts'
import { FakeService, NOW, refused } from '../../testing/fake-service.ts'
import { openPage } from '../../testing/open-page.tsx'

let service: FakeService
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW })
  service = new FakeService()
  giveAdjustments(service)
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const bodyOf = (call: string) => service.calls.findLast((one) => one.call === call)?.body
const queryOf = (call: string) => service.calls.findLast((one) => one.call === call)?.query
const press = (name: string, at: HTMLElement = document.body) =>
  fireEvent.click(within(at).getByRole('button', { name }))
const type = (label: RegExp, value: string, at: HTMLElement) =>
  fireEvent.change(within(at).getByLabelText(label), { target: { value } })
const cellsOf = async (name: string) =>
  within(await screen.findByRole('table', { name }))
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.children].map(({ textContent }) => textContent))

test('ADJ-005 ADJ-009 the list says of each adjustment what it changed, why, and whether it was taken back', async () => {
  await openPage('/console/adjustments', service)
  await screen.findByRole('link', { name: '3' })
  const rows = await cellsOf('Adjustments')
  expect(rows.map((row) => row.filter((_, at) => at !== 1))).toEqual([
    [
      '3',
      'Ada Own 7',
      'Mistake',
      'The order was recorded twice.',
      'takes back adjustment 2',
      '-5.00000000 UPT',
    ],
    [
      '2',
      'Ada Own 7',
      'Mistake',
      'The order was recorded twice.',
      'by adjustment 3',
      '5.00000000 UPT',
    ],
    ['1', 'Ada Own 7', 'Goodwill', 'The order was recorded twice.', '–', '5.00000000 UPT'],
  ])
})

test('ADJ-001 the filters of the list are in the address', async () => {
  await openPage('/console/adjustments?partner=7&account=CASH&kind=goodwill', service)
  await screen.findByRole('link', { name: '3' })
  expect(queryOf('GET /console/v1/adjustments')).toEqual({
    partnerId: '7',
    account: 'CASH',
    kind: 'goodwill',
  })
})

test('ADJ-001 ADJ-002 a new adjustment shows what it does before it is proposed', async () => {
  await openPage('/console/adjustments', service)
  await screen.findByRole('link', { name: '3' })
  press('New adjustment')
  const dialog = screen.getByRole('dialog', { name: 'New adjustment' })
  type(/^Number of the partner/, '7', dialog)
  type(/^Credit or debit/, 'debit', dialog)
  type(/^Amount/, '5.5', dialog)
  type(/^What it is about/, 'orderId', dialog)
  type(/^Number of the order/, '11', dialog)
  type(/^Reason for the partner/, 'Paid twice.', dialog)
  fireEvent.click(within(dialog).getByRole('checkbox'))
  press('Show what it does', dialog)
  const proposing = await screen.findByRole('dialog', { name: 'Propose the adjustment' })
  expect(await within(proposing).findByText('partner 7, UPT: balance')).toBeTruthy()
  expect(bodyOf('POST /console/v1/proposals/preview')).toEqual({
    kind: 'adjustment',
    object: 'partner 7',
    values: {
      mayGoNegative: true,
      lines: [
        {
          partnerId: 7,
          account: 'CASH',
          direction: 'debit',
          amount: '5.5',
          kind: 'mistake',
          reason: 'Paid twice.',
          orderId: 11,
        },
      ],
    },
  })
})

test.each([
  ['lines.0.amount', /^Amount/],
  ['lines.0.partnerId', /^Number of the partner/],
  ['lines.0.orderId', /^Number of the order/],
])('ADJ-001 a refusal of %s stands at its field', async (field, label) => {
  service.refusals.set('POST /console/v1/proposals/preview', [
    refused('not_found', { fieldName: field }),
  ])
  await openPage('/console/adjustments', service)
  await screen.findByRole('link', { name: '3' })
  press('New adjustment')
  const dialog = screen.getByRole('dialog', { name: 'New adjustment' })
  type(/^Number of the partner/, '999', dialog)
  type(/^Amount/, '5', dialog)
  type(/^What it is about/, 'orderId', dialog)
  type(/^Number of the order/, '11', dialog)
  type(/^Reason for the partner/, 'Paid twice.', dialog)
  press('Show what it does', dialog)
  await waitFor(() =>
    expect(within(dialog).getByLabelText(label).getAttribute('aria-invalid')).toBe('true'),
  )
})

test('ADJ-009 the page of an adjustment says who agreed, and proposes the opposite to take it back', async () => {
  await openPage('/console/adjustments/1', service)
  for (const text of ['fin@example.com', 'fay@example.com', 'agreed in the meeting', 'Order 11']) {
    expect(await screen.findByText(text)).toBeTruthy()
  }
  press('Take back')
  const dialog = screen.getByRole('dialog', { name: 'Take back adjustment 1' })
  type(/^Reason for the partner/, 'It was for another partner.', dialog)
  press('Show what it does', dialog)
  await screen.findByText('partner 7, UPT: balance')
  expect(bodyOf('POST /console/v1/proposals/preview')).toMatchObject({
    values: {
      lines: [
        { direction: 'debit', amount: '5.00000000', takesBack: 1, orderId: 11, kind: 'goodwill' },
      ],
    },
  })
})

test('ADJ-009 what was taken back is not taken back again', async () => {
  await openPage('/console/adjustments/2', service)
  expect(await screen.findByRole('link', { name: 'Adjustment 3' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Take back' })).toBeNull()
})

test('ADJ-010 ADJ-012 holds are listed with their state; a new one is placed, an open one released', async () => {
  await openPage('/console/adjustments?tab=holds&holds=all', service)
  await screen.findByRole('table', { name: 'Holds' })
  await waitFor(async () => expect(await cellsOf('Holds')).toHaveLength(2))
  const states = (await cellsOf('Holds')).map((row) => [row[0], row[4], row[5], row[6]])
  expect(states).toEqual([
    ['2', 'until it is released', 'Held', '7.00 EUR'],
    ['1', 'until it is released', 'Released', '7.00 EUR'],
  ])
  expect(queryOf('GET /console/v1/holds')).toEqual({ state: 'all' })
  press('New hold')
  const dialog = screen.getByRole('dialog', { name: 'New hold' })
  type(/^Number of the partner/, '7', dialog)
  type(/^Amount/, '7.00', dialog)
  type(/^Until/, '2026-12-01T10:00', dialog)
  type(/^Reason for the partner/, 'We check order 11.', dialog)
  type(/^Reason for operators/, 'two orders with one invoice', dialog)
  press('Hold the amount', dialog)
  expect(await screen.findByText('Hold 3 stands')).toBeTruthy()
  expect(bodyOf('POST /console/v1/holds')).toEqual({
    partnerId: 7,
    account: 'CASH',
    amount: '7.00',
    reason: 'We check order 11.',
    internalReason: 'two orders with one invoice',
    until: Date.UTC(2026, 11, 1, 10),
  })
  press('Release hold 2')
  await screen.findByRole('dialog', { name: 'Release hold 2' })
  await waitFor(() =>
    expect(bodyOf('POST /console/v1/proposals/preview')).toEqual({
      kind: 'hold_release',
      object: '2',
      values: {},
    }),
  )
})

// @vitest-environment jsdom
// What the pages of disputes show of the calls, and what is sent.
import type { FullDispute, Template } from '@partner-office/contracts'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { FakeService, NOW } from '../../testing/fake-service.ts'
import { openPage } from '../../testing/open-page.tsx'

const DISPUTE: FullDispute = {
  id: 5,
  firstName: 'Ada',
  partnerId: 7,
  partnerName: 'Ada Own',
  language: 'de',
  thing: {
    kind: 'record',
    recordId: 71,
    orderId: 12,
    month: null,
    bonusType: 'TEAM',
    rankId: null,
    rang: null,
    adjustmentId: null,
  },
  state: 'OPEN',
  openedAt: NOW - 1,
  dueAt: NOW + 90_000_000,
  left: 90_000_000,
  endedAt: null,
  isReopened: false,
  takenBy: null,
  version: 1,
  fingerprint: 'a'.repeat(64),
  isAsSeen: true,
  isReadable: true,
  explanation: [
    { path: 'amounts.0.amount', seen: '1.5', now: '1.5' },
    { path: 'state', seen: 'BOOKED', now: 'REVERSED' },
  ],
  events: [],
  entries: [{ at: NOW - 1, kind: 'opened', by: null, text: 'Why is it so low?' }],
  correction: {
    partnerId: 7,
    account: 'CASH',
    recordId: 71,
    orderId: null,
    rankId: null,
    disputeId: 5,
  },
  proposals: [],
  corrections: [],
}

const TEMPLATE: Template = {
  id: 2,
  use: 'DISPUTE',
  name: 'Late order',
  texts: { en: 'Dear {firstName}, {amount}: {dispute}', de: 'Hallo {firstName}, {dispute}' },
  version: 1,
  changedAt: NOW,
  changedBy: 'one@example.com',
}

let service: FakeService
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW })
  service = new FakeService()
  service.data.set('GET /console/v1/disputes', { content: [DISPUTE], total: 1 })
  service.data.set('GET /console/v1/disputes/figures', { content: [] })
  service.data.set('GET /console/v1/disputes/5', DISPUTE)
  service.data.set('GET /console/v1/inbox/templates', { content: [TEMPLATE] })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('DSP-008 the list says what is left of each dispute', async () => {
  await openPage('/console/disputes', service)
  await screen.findByRole('link', { name: '5' })
  expect(screen.getByText('1 d 1 h')).toBeTruthy()
})

test('DSP-005 DSP-006 what differs is marked, and a text in another language is warned of', async () => {
  await openPage('/console/disputes/5', service)
  expect(await screen.findByText('One value differs')).toBeTruthy()
  expect(screen.getByText('REVERSED').tagName).toBe('MARK')
  const text = { target: { value: 'The order reached us late, and you have the credit.' } }
  fireEvent.change(screen.getByRole('textbox', { name: /^Text/ }), text)
  await waitFor(() => expect(screen.getByText(/does not seem to be in the language/)).toBeTruthy())
})

test('DSP-006 the page names the language, a template comes in it, and an open placeholder stops the sending', async () => {
  await openPage('/console/disputes/5', service)
  expect(await screen.findByText('Write in the language of the partner: German.')).toBeTruthy()
  const choice = await screen.findByRole('combobox', { name: 'Template' })
  fireEvent.change(choice, { target: { value: '2' } })
  const text = screen.getByRole<HTMLTextAreaElement>('textbox', { name: /^Text/ })
  expect(text.value).toBe('Hallo Ada, 5')
  expect(screen.queryByText(/has no text in/)).toBe(null)
  fireEvent.change(text, { target: { value: 'Hallo {amount}' } })
  const send = screen.getByRole('button', { name: 'Send answer' })
  fireEvent.click(send)
  expect(service.calls.filter(({ call }) => call.startsWith('POST'))).toEqual([])
  fireEvent.change(screen.getByRole('combobox', { name: 'What to write' }), {
    target: { value: 'note' },
  })
  expect(screen.queryByRole('combobox', { name: 'Template' })).toBe(null)
  service.data.set('POST /console/v1/disputes/5/note', DISPUTE)
  fireEvent.click(screen.getByRole('button', { name: 'Store note' }))
  await waitFor(() =>
    expect(service.calls.find(({ call }) => call.startsWith('POST'))?.body).toEqual({
      version: 1,
      text: 'Hallo {amount}',
    }),
  )
})

test('DSP-005 a dispute about a month leads to its close', async () => {
  const thing = { ...DISPUTE.thing, kind: 'programme', month: Date.UTC(2026, 9), orderId: null }
  service.data.set('GET /console/v1/disputes/5', { ...DISPUTE, thing })
  await openPage('/console/disputes/5', service)
  const link = await screen.findByRole('link', { name: 'Oct 2026' })
  expect(link.getAttribute('href')).toBe('/console/close/2026-10')
})

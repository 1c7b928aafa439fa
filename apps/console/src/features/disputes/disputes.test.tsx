// @vitest-environment jsdom
// What the pages of disputes show of the calls, and what is sent.
import type { FullDispute } from '@partner-office/contracts'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { FakeService, NOW } from '../../testing/fake-service.ts'
import { openPage } from '../../testing/open-page.tsx'

const DISPUTE: FullDispute = {
  id: 5,
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

let service: FakeService
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW })
  service = new FakeService()
  service.data.set('GET /console/v1/disputes', { content: [DISPUTE], total: 1 })
  service.data.set('GET /console/v1/disputes/figures', { content: [] })
  service.data.set('GET /console/v1/disputes/5', DISPUTE)
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

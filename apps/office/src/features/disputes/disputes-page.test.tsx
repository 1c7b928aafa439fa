// @vitest-environment jsdom
import type { Dispute } from '@partner-office/contracts'
import { installTopLayer } from '@partner-office/ui/testing/top-layer.ts'
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'

import { AskAbout } from '../../parts/disputes/ask-about.tsx'
import { openTestOffice } from '../../testing/open.ts'
import { answerCalls, refusal, success } from '../../testing/services.ts'
import { showPage } from '../../testing/show-page.tsx'
import { DisputesPage } from './disputes-page.tsx'

const LIST = 'GET /v1/disputes'
const TEXT = 'Why is it so low on that day?'

beforeAll(installTopLayer)
beforeEach(() => vi.stubGlobal('scrollTo', () => {}))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const dispute = (facts: Partial<Dispute> = {}): Dispute => ({
  id: 7,
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
  openedAt: 1,
  dueAt: Date.UTC(2026, 10, 12, 14, 5),
  endedAt: null,
  entries: [{ at: 1, from: 'partner', kind: 'opened', text: TEXT }],
  corrections: [],
  acts: ['withdraw'],
  ...facts,
})
const pageOf = (...content: readonly Dispute[]) => success({ content, number: 0, totalPages: 1 })
const show = () => showPage(openTestOffice(), DisputesPage)

test('DSP-010 a question has its thing, state, deadline, texts of both sides and the correction', async () => {
  const answered = dispute({
    id: 8,
    state: 'CORRECTED',
    dueAt: null,
    entries: [
      ...dispute().entries,
      { at: 2, from: 'support', kind: 'corrected', text: 'Your order came late.' },
    ],
    corrections: [{ adjustmentId: 3, amount: '12.50000000', currency: 'UPT' }],
    acts: ['reopen'],
  })
  answerCalls({ [LIST]: pageOf(answered, dispute()) })
  show()
  const open = within(await screen.findByRole('region', { name: 'Question 7' }))
  expect(open.getByText('Team · Order 12 · Bonus 71')).toBeTruthy()
  expect(open.getByText(/^We answer until 12\.11\.2026/)).toBeTruthy()
  expect(open.getByText(TEXT).closest('li')!.textContent).toMatch(/^You/)
  const ended = within(screen.getByRole('region', { name: 'Question 8' }))
  expect(ended.getByText(TEXT).closest('li')!.textContent).toMatch(/^You/)
  expect(ended.getByText('Your order came late.').closest('li')!.textContent).toMatch(/^Support/)
  expect(ended.getByRole('link', { name: 'Adjustment 3' })).toBeTruthy()
  expect(ended.getByRole('button', { name: 'Ask again' })).toBeTruthy()
})

test('DSP-010 without questions the page says how to ask one', async () => {
  answerCalls({ [LIST]: pageOf() })
  show()
  expect(await screen.findByText('No questions yet')).toBeTruthy()
})

test('DSP-010 a question that waits for a reply is replied to', async () => {
  const calls = answerCalls({
    [LIST]: pageOf(dispute({ state: 'QUESTION', dueAt: null, acts: ['reply', 'withdraw'] })),
    'POST /v1/disputes/7/reply': success(dispute()),
  })
  show()
  fireEvent.click(await screen.findByRole('button', { name: 'Reply' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Reply' }))
  fireEvent.change(dialog.getByLabelText(/^Question 7/), { target: { value: 'Order 12.' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Reply' }))
  await vi.waitFor(() => expect(calls).toContain('POST /v1/disputes/7/reply'))
})

const Ask = () => <AskAbout thing={{ recordId: 71 }} />

test('DSP-001 "Ask about this" opens the form, and what cannot be asked is said in words', async () => {
  answerCalls({ [LIST]: pageOf(), 'POST /v1/disputes': refusal('too_late') })
  showPage(openTestOffice(), Ask)
  fireEvent.click(await screen.findByRole('button', { name: 'Ask about this' }))
  fireEvent.change(screen.getByLabelText(/^Your question/), { target: { value: TEXT } })
  fireEvent.click(screen.getByRole('button', { name: 'Send question' }))
  expect(await screen.findByText('It is too late to ask about this.')).toBeTruthy()
})

test('DSP-010 what was asked about leads to its question', async () => {
  answerCalls({ [LIST]: pageOf(dispute()) })
  showPage(openTestOffice(), Ask)
  const link = await screen.findByRole('link', { name: 'You have asked about this: question 7' })
  expect(link.getAttribute('href')).toBe('/en/disputes')
  expect(screen.queryByRole('button', { name: 'Ask about this' })).toBeNull()
})

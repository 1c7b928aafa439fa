// @vitest-environment jsdom
// What the pages of the inbox and of documents show of the calls, and what they send.
import type { InboxLine, InboxTicket, Template, TicketPartner } from '@partner-office/contracts'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { FakeService, NOW, refused } from '../../testing/fake-service.ts'
import { openPage } from '../../testing/open-page.tsx'

const PARTNER = { id: 7, firstName: 'Ada', lastName: 'Byron', country: 'DE' }
const LINE: InboxLine = {
  kind: 'ticket',
  id: 5,
  type: 8,
  partner: PARTNER,
  language: 'de',
  state: 'WAITING',
  since: NOW,
  createdAt: NOW,
  assignee: null,
  text: 'Where is my payout?',
  handOver: 'received',
}
const TICKET: InboxTicket = {
  ...LINE,
  type: 8,
  version: 3,
  firstName: 'Ada',
  bonusType: null,
  email: '',
  closeReason: null,
  joinedInto: null,
  disputeId: null,
  repeats: [4],
  helpDesk: false,
  answers: [{ id: 1, at: NOW, by: null, text: 'Please answer' }],
  notes: [],
  files: [],
}
const STATE: TicketPartner = { rang: null, isBlocked: true, balances: [], payouts: [], tickets: [] }
const TEMPLATE: Template = {
  id: 2,
  use: 'TICKET',
  name: 'Greeting',
  texts: { en: 'Dear {firstName}, {amount} of ticket {ticket}' },
  version: 1,
  changedAt: NOW,
  changedBy: 'one@example.com',
}

let service: FakeService
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW })
  service = new FakeService()
  service.data.set('GET /console/v1/inbox', { content: [LINE], helpDesk: false })
  service.data.set('GET /console/v1/inbox/5', TICKET)
  service.data.set('GET /console/v1/inbox/5/partner', STATE)
  service.data.set('GET /console/v1/inbox/templates', { content: [TEMPLATE] })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const callsOf = (name: string) => service.calls.filter(({ call }) => call === name)

test('INB-001 INB-008 the address filters the list, and a help desk is named', async () => {
  service.data.set('GET /console/v1/inbox', { content: [LINE], helpDesk: true })
  await openPage('/console/inbox?state=WAITING&search=payout', service)
  const table = await screen.findByRole('table', { name: 'Inbox' })
  await waitFor(() => expect(within(table).getByText('Where is my payout?')).toBeDefined())
  expect(within(table).getByText('Payouts')).toBeDefined()
  expect(screen.getByText(/^A help desk answers tickets/)).toBeDefined()
  expect(callsOf('GET /console/v1/inbox').at(-1)?.query).toEqual({
    state: 'WAITING',
    search: 'payout',
  })
})

test('INB-002 a ticket about a bonus names the bonus in words', async () => {
  service.data.set('GET /console/v1/inbox/5', { ...TICKET, type: 3, bonusType: 'rang_bonus' })
  await openPage('/console/inbox/5', service)
  const about = await screen.findByRole('region', { name: 'About the ticket' })
  expect(within(about).getByText('Bonus').nextSibling?.textContent).toBe('Rank bonus')
})

test('INB-001 the list stands beside the open ticket, with the filters of the address, and J and K pass through it', async () => {
  const OTHERS: InboxLine[] = [
    { ...LINE, kind: 'dispute', id: 5, type: null, handOver: null, since: NOW - 86_400_000 },
    { ...LINE, id: 6, state: 'ANSWERED', assignee: 'one@example.com' },
  ]
  service.data.set('GET /console/v1/inbox', { content: [LINE, ...OTHERS], helpDesk: false })
  await openPage('/console/inbox/5?state=all&language=de', service)
  const pane = await screen.findByRole('navigation', { name: 'Inbox' })
  await waitFor(() => expect(within(pane).getAllByRole('listitem')).toHaveLength(3))
  expect(callsOf('GET /console/v1/inbox').at(-1)?.query).toEqual({ state: 'all', language: 'de' })
  const links = within(pane)
    .getAllByRole('listitem')
    .map((item) => within(item).getByRole('link'))
  expect(links.map((link) => link.getAttribute('aria-current'))).toEqual(['page', null, null])
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    '/console/inbox/5?state=all&language=de',
    '/console/disputes/5?state=all&language=de&beside=inbox',
    '/console/inbox/6?state=all&language=de',
  ])
  expect(links[1]!.textContent).toBe('DisputeAda Byron1 day agoWhere is my payout?DE')
  expect(links[2]!.textContent).toContain('Answered · DE')
  for (const [key, at] of [
    ['j', 1],
    ['j', 2],
    ['j', 2],
    ['k', 1],
  ] as const) {
    fireEvent.keyDown(document.activeElement!, { key })
    expect(document.activeElement, key).toBe(links[at])
  }
  const mine = within(pane).getByRole('link', { name: 'Mine' })
  expect(mine.getAttribute('href')).toBe('/console/inbox/5?language=de&assignee=me')
  const [crumb] = within(screen.getByRole('main')).getAllByRole('link', { name: 'Inbox' })
  expect(crumb!.getAttribute('href')).toBe('/console/inbox?state=all&language=de')
})

test('INB-001 INB-002 an answer that is being written stays while another ticket is open', async () => {
  service.data.set('GET /console/v1/inbox', {
    content: [LINE, { ...LINE, id: 6 }],
    helpDesk: false,
  })
  service.data.set('GET /console/v1/inbox/6', { ...TICKET, id: 6 })
  service.data.set('GET /console/v1/inbox/6/partner', STATE)
  await openPage('/console/inbox/5', service)
  const answer = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Your answer' })
  const open = async (place: number, id: number) => {
    const pane = screen.getByRole('navigation', { name: 'Inbox' })
    fireEvent.click((await within(pane).findAllByText('Where is my payout?'))[place]!)
    await screen.findByRole('heading', { level: 1, name: `Ticket ${id}` })
  }
  fireEvent.change(await answer(), { target: { value: 'On Monday.' } })
  await open(1, 6)
  await waitFor(async () => expect((await answer()).value).toBe(''))
  await open(0, 5)
  await waitFor(async () => expect((await answer()).value).toBe('On Monday.'))
})

test('INB-001 INB-002 an answer that is being written stays while another page is open', async () => {
  service.data.set('GET /console/v1/inbox', { content: [LINE], helpDesk: false })
  await openPage('/console/inbox/5', service, { isWide: false })
  const answer = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Your answer' })
  fireEvent.change(await answer(), { target: { value: 'On Monday.' } })
  fireEvent.click(within(screen.getByRole('main')).getByRole('link', { name: 'Inbox' }))
  const list = await screen.findByRole('table', { name: 'Inbox' })
  fireEvent.click((await within(list).findAllByRole('link'))[0]!)
  expect((await answer()).value).toBe('On Monday.')
})

test('INB-001 a narrow page shows the ticket alone, with the way back to the list', async () => {
  await openPage('/console/inbox/5?state=all', service, { isWide: false })
  expect(await screen.findByText('Where is my payout?')).toBeDefined()
  expect(screen.queryByRole('navigation', { name: 'Inbox' })).toBeNull()
  expect(callsOf('GET /console/v1/inbox')).toEqual([])
  const crumb = within(screen.getByRole('main')).getByRole('link', { name: 'Inbox' })
  expect(crumb.getAttribute('href')).toBe('/console/inbox?state=all')
})

test('PTR-011 INB-002 a note for operators is another text than the answer, and stands between the messages', async () => {
  await openPage('/console/inbox/5', service)
  fireEvent.change(await screen.findByRole('textbox', { name: 'Your answer' }), {
    target: { value: 'On Monday.' },
  })
  fireEvent.click(screen.getByRole('button', { name: 'Note for operators' }))
  expect(screen.queryByRole('textbox', { name: 'Your answer' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Send the answer' })).toBeNull()
  fireEvent.change(screen.getByRole('textbox', { name: 'Your note' }), {
    target: { value: 'Ask finance.' },
  })
  const note = {
    id: 8,
    at: NOW - 1,
    author: { id: 1, email: 'two@example.com' },
    text: 'Ask finance.',
    ticketId: 5,
    isForPartner: false,
    struck: null,
  }
  const noted: InboxTicket = { ...TICKET, version: 4, notes: [note] }
  service.data.set('POST /console/v1/inbox/5/note', noted)
  service.data.set('GET /console/v1/inbox/5', noted)
  fireEvent.click(screen.getByRole('button', { name: 'Save the note' }))
  await waitFor(() =>
    expect(callsOf('POST /console/v1/inbox/5/note')[0]?.body).toEqual({
      version: 3,
      text: 'Ask finance.',
    }),
  )
  const entry = (await screen.findByText('two@example.com')).closest('li')!
  expect(entry.className).toBe('entry for-operators')
  expect(entry.textContent).toContain('Note for operators')
  expect(entry.nextElementSibling!.textContent).toContain('Please answer')
  fireEvent.click(screen.getByRole('button', { name: 'Answer' }))
  const kept = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Your answer' })
  expect(kept.value).toBe('On Monday.')
  expect(callsOf('POST /console/v1/inbox/5/answer')).toEqual([])
})

test('INB-005 a template of another language says so; an open placeholder stops the sending until it is filled', async () => {
  await openPage('/console/inbox/5', service)
  const choice = await screen.findByRole('combobox', { name: 'Template' })
  fireEvent.change(choice, { target: { value: '2' } })
  const answer = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Your answer' })
  expect(answer.value).toBe('Dear Ada, {amount} of ticket 5')
  expect(screen.getByText(/has no text in German/)).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: 'Send the answer' }))
  expect(callsOf('POST /console/v1/inbox/5/answer')).toEqual([])
  fireEvent.change(screen.getByRole('textbox', { name: 'Amount for {amount}' }), {
    target: { value: '5 EUR' },
  })
  fireEvent.click(screen.getByRole('button', { name: 'Fill in' }))
  service.data.set('POST /console/v1/inbox/5/answer', { ...TICKET, state: 'ANSWERED' })
  fireEvent.click(screen.getByRole('button', { name: 'Send the answer' }))
  await waitFor(() => expect(callsOf('POST /console/v1/inbox/5/answer')).toHaveLength(1))
  expect(callsOf('POST /console/v1/inbox/5/answer')[0]?.body).toEqual({
    text: 'Dear Ada, 5 EUR of ticket 5',
    isClosed: false,
    version: 3,
  })
  await waitFor(() => expect(answer.value).toBe(''))
})

test('INB-001 a dispute in the list leads to its own page', async () => {
  const dispute: InboxLine = { ...LINE, kind: 'dispute', id: 9, type: null, handOver: null }
  service.data.set('GET /console/v1/inbox', { content: [LINE, dispute], helpDesk: false })
  await openPage('/console/inbox?kind=dispute', service)
  const link = await screen.findByRole('link', { name: '9' })
  expect(link.getAttribute('href')).toBe('/console/disputes/9?kind=dispute&beside=inbox')
  expect(screen.getByRole('link', { name: '5' }).getAttribute('href')).toBe(
    '/console/inbox/5?kind=dispute',
  )
  expect(callsOf('GET /console/v1/inbox').at(-1)?.query).toEqual({ kind: 'dispute' })
})

test('INB-007 a dispute is started with what it is about, and the ticket leads to it', async () => {
  await openPage('/console/inbox/5', service)
  fireEvent.click(await screen.findByRole('button', { name: 'Start a dispute' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Start a dispute' }))
  fireEvent.click(dialog.getByRole('button', { name: 'Start a dispute' }))
  const about = dialog.getByRole('combobox', { name: 'What it is about' })
  fireEvent.change(about, { target: { value: 'programme' } })
  const month = dialog.getByRole('textbox', { name: /^Month/ })
  fireEvent.change(month, { target: { value: '2026-13' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Start a dispute' }))
  fireEvent.change(about, { target: { value: 'order' } })
  fireEvent.change(dialog.getByRole('textbox', { name: 'Number of the order' }), {
    target: { value: '12' },
  })
  expect(callsOf('POST /console/v1/inbox/5/dispute')).toEqual([])
  service.data.set('POST /console/v1/inbox/5/dispute', { ...TICKET, disputeId: 31 })
  service.data.set('GET /console/v1/inbox/5', { ...TICKET, version: 4, disputeId: 31 })
  fireEvent.click(dialog.getByRole('button', { name: 'Start a dispute' }))
  expect(await screen.findByRole('link', { name: 'Dispute 31' })).toBeDefined()
  expect(callsOf('POST /console/v1/inbox/5/dispute')[0]?.body).toEqual({
    orderId: 12,
    kind: 'DIRECT',
    version: 3,
  })
  expect(screen.queryByRole('button', { name: 'Start a dispute' })).toBe(null)
})

test('DSP-006 INB-005 an answer in another language is warned of', async () => {
  await openPage('/console/inbox/5', service)
  const answer = await screen.findByRole('textbox', { name: 'Your answer' })
  fireEvent.change(answer, { target: { value: 'We have paid the bonus and you have it.' } })
  expect(screen.getByText(/language of the partner \(German\)/)).toBeDefined()
  fireEvent.change(answer, { target: { value: 'Wir haben den Bonus bezahlt und Sie ist es.' } })
  expect(screen.queryByText(/language of the partner \(German\)/)).toBe(null)
})

test('INB-004 INB-007 who has the ticket is named when it was taken meanwhile; the partner stands beside it', async () => {
  const taken = refused('already_taken', { errors: ['two@example.com'] })
  service.refusals.set('POST /console/v1/inbox/5/take', [taken])
  await openPage('/console/inbox/5', service)
  expect(await screen.findByText('Blocked')).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: 'Take' }))
  expect(await screen.findByText('two@example.com')).toBeDefined()
  expect(screen.getByText('The ticket was not assigned to you.')).toBeDefined()
})

test('DOC-002 DOC-004 a document shows differing letters, marks and files, and what is decided names its version', async () => {
  const address = (use: string) => `/console/v1/files/document-1/${use}?until=1&pass=x`
  const document = {
    id: 9,
    type: 'PASSPORT',
    partner: PARTNER,
    state: 'PENDING',
    at: NOW,
    tries: 2,
    changed: [{ field: 'surname', before: 'Biron', after: 'Byrom' }],
    viewers: ['two@example.com'],
    version: 4,
    reason: '',
    language: 'de',
    birthdate: '1991-03-14',
    former: { reason: 'The name differs.', at: NOW },
    fields: [
      { field: 'name', sent: 'Ada', profile: 'Ada' },
      { field: 'surname', sent: 'Byrom', profile: 'Byron' },
    ],
    files: [
      {
        id: 1,
        name: 'front.png',
        mediaType: 'image/png',
        bytes: 9,
        addresses: {
          picture: address('picture'),
          pdf: null,
          original: address('original'),
          until: 1,
        },
      },
    ],
    marks: [{ kind: 'SAME_FILE', partner: PARTNER, documentId: 8, state: 'APPROVED' }],
  }
  service.data.set('GET /console/v1/documents/9', document)
  await openPage('/console/documents/9', service)
  const row = await screen.findByRole('row', { name: /^Last name/ })
  expect(screen.getByText('Language').parentElement!.textContent).toBe('LanguageGerman')
  expect([...row.querySelectorAll('mark')].map((mark) => mark.textContent)).toEqual(['m', 'n'])
  expect(screen.getByRole('img', { name: /front.png/ }).getAttribute('src')).toBe(
    address('picture'),
  )
  expect(screen.getByText(/The same file belongs to/)).toBeDefined()
  expect(screen.getByText(/two@example.com has opened/)).toBeDefined()
  service.data.set('POST /console/v1/documents/9/approve', document)
  fireEvent.click(screen.getByRole('button', { name: 'Approve' }))
  await waitFor(() =>
    expect(callsOf('POST /console/v1/documents/9/approve')[0]?.body).toEqual({ version: 4 }),
  )
})

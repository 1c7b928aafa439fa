// @vitest-environment jsdom
import type { Ticket } from '@partner-office/contracts'
import { installTopLayer } from '@partner-office/ui/testing/top-layer.ts'
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'

import { type Opened, openPage } from '../../testing/open-page.ts'
import { plainText, plainTexts } from '../../testing/plain-text.ts'
import { recordBodies, refusal, success } from '../../testing/services.ts'
import { SupportPage } from './support-page.tsx'

beforeAll(installTopLayer)
beforeEach(() => vi.stubGlobal('scrollTo', () => {}))
afterEach(() => {
  cleanup()
  sessionStorage.clear()
  vi.unstubAllGlobals()
})

const TICKETS = '/v1/support/tickets'
const REPLY = `${TICKETS}/5/reply`

const SENT = { state: 'success', data: { id: 6 }, errors: [] }
const FAILED = {
  state: 'error',
  data: null,
  errors: [{ code: 'internal_server_error', fieldName: null, errors: null }],
}

/** A request that uploads at once; the forms are kept. */
const uploads = (forms: FormData[], answer: object) =>
  class extends EventTarget {
    readonly upload = new EventTarget()
    readonly status = 200
    // Node's Response cannot read a blob of jsdom.
    readonly response = JSON.stringify(answer)
    open() {}
    setRequestHeader() {}
    getAllResponseHeaders = () => 'content-type: application/json\r\n'
    send(form: FormData) {
      forms.push(form)
      this.dispatchEvent(new Event('load'))
    }
  }

const ticket = (facts: Partial<Ticket> = {}): Ticket => ({
  id: 5,
  type: 1,
  bonusType: null,
  comment: 'Where is my order?',
  state: 'waiting',
  createdAt: Date.UTC(2026, 10, 2, 14, 5),
  files: [],
  isClosed: false,
  mayReply: false,
  entries: [],
  ...facts,
})

/** Opens the page; returns the queries of the tickets, and the forms that are sent. `answer`: that of an upload. */
async function open(
  tickets: readonly Ticket[] = [],
  answers: Opened['answers'] = {},
  answer: object = SENT,
) {
  const asked = openPage(SupportPage, '/support', {
    answers: {
      [`GET ${TICKETS}`]: success(tickets),
      [`POST ${REPLY}`]: success({ id: 5 }),
      ...answers,
    },
  })
  const forms: FormData[] = []
  vi.stubGlobal('XMLHttpRequest', uploads(forms, answer))
  await screen.findByText('Your tickets')
  return { asked, forms }
}
const heads = () => [...document.querySelectorAll<HTMLButtonElement>('.accordion-head')]
const send = () => fireEvent.click(screen.getByRole('button', { name: 'Send' }))
const comment = () => screen.getByLabelText<HTMLTextAreaElement>(/^What happened/)

test('SUP-001 SUP-002 SUP-003 of five forms one at most is open', async () => {
  await open()
  expect(heads().map(plainText)).toEqual([
    'General questionAnything that fits nowhere else',
    'Account and loginYou cannot reach your account, or your email address changed',
    'Bonus questionA bonus is missing or looks wrong',
    'Payout questionA transfer is late, rejected or went to a wrong address',
    'Other problemA page does not load or shows an error',
  ])
  expect(heads().map((head) => head.getAttribute('aria-expanded'))).toEqual(Array(5).fill('false'))
  expect(screen.queryByRole('form')).toBeNull()
  fireEvent.click(heads()[0]!)
  expect(heads().map((head) => head.getAttribute('aria-expanded'))).toEqual([
    'true',
    ...Array(4).fill('false'),
  ])
  fireEvent.click(heads()[2]!)
  expect(screen.getAllByRole('form')).toHaveLength(1)
  expect(heads()[0]!.getAttribute('aria-expanded')).toBe('false')
  expect(plainTexts(screen.getByRole('combobox'), 'option')).toEqual([
    'Choose a bonus',
    'Direct bonus',
    'Team bonus',
    'Rank bonus',
    'Unilevel bonus',
    'Infinity bonus',
  ])
  fireEvent.click(heads()[1]!)
  expect(screen.getByLabelText(/^Your email address/)).toBeDefined()
  expect(screen.queryByRole('combobox')).toBeNull()
  fireEvent.click(heads()[1]!)
  expect(screen.queryByRole('form')).toBeNull()
  expect(await screen.findByText('You have sent no tickets yet.')).toBeDefined()
})

test('SUP-004 SUP-014 SUP-018 a ticket is sent, the page says thank you, and the form is empty again', async () => {
  const { asked, forms } = await open()
  fireEvent.click(heads()[0]!)
  send()
  await vi.waitFor(() => expect(comment().getAttribute('aria-invalid')).toBe('true'))
  expect(forms).toEqual([])
  fireEvent.change(comment(), { target: { value: 'Where is my order of last week?' } })
  send()
  const thanks = await screen.findByRole('dialog', { name: 'Thank you' })
  expect([...forms[0]!.entries()]).toEqual([
    ['formId', '1'],
    ['type', '1'],
    ['comment', 'Where is my order of last week?'],
  ])
  await vi.waitFor(() => expect(asked(TICKETS).length).toBeGreaterThan(1))
  fireEvent.click(within(thanks).getByRole('button', { name: 'Done' }))
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.queryByRole('form')).toBeNull()
  fireEvent.click(heads()[0]!)
  expect(comment().value).toBe('')
})

test('SUP-016 what was typed stays where a ticket is refused, and opens with the page', async () => {
  await open([], {}, FAILED)
  fireEvent.click(heads()[3]!)
  fireEvent.change(comment(), { target: { value: 'My payout is late by two days.' } })
  send()
  expect(await screen.findByRole('alert')).toBeDefined()
  expect(screen.queryByRole('dialog')).toBeNull()
  cleanup()
  await open()
  expect(heads()[3]!.getAttribute('aria-expanded')).toBe('true')
  expect(comment().value).toBe('My payout is late by two days.')
})

test('SUP-010 SUP-011 SUP-012 SUP-013 files: what is taken is listed and can be removed; the others have a reason', async () => {
  const { forms } = await open()
  fireEvent.click(heads()[0]!)
  const input = document.querySelector<HTMLInputElement>('input[type=file]')!
  const file = (name: string, size = 2_000) =>
    Object.defineProperty(new File(['x'], name), 'size', { value: size })
  const choose = (...files: File[]) => fireEvent.change(input, { target: { files } })
  choose(file('a.png'), file('b.pdf', 2_500_000), file('c.exe'))
  expect(plainTexts(document, '.ticket-file')).toEqual(['a.png2 kB', 'b.pdf2.5 MB'])
  expect(plainTexts(document, '[role=form] .note, form .note')).toEqual([
    'c.exe is not a PDF, PNG, JPEG, BMP or TIFF file.',
  ])
  expect(screen.getByText('2 of 5 files')).toBeDefined()
  choose(file('a.png'), file('d.png', 15_000_000))
  expect(plainTexts(document, 'form .note')).toEqual([
    'a.png was not added: there already is a file of this name.',
    'd.png is too large: each file must be under 15 MB.',
  ])
  choose(...['e', 'f', 'g', 'h'].map((name) => file(`${name}.png`)))
  expect(plainTexts(document, 'form .note')).toEqual([
    'h.png was not added: a ticket takes at most 5 files.',
  ])
  fireEvent.click(screen.getByRole('button', { name: 'Remove b.pdf' }))
  expect(screen.getByText('4 of 5 files')).toBeDefined()
  fireEvent.change(comment(), { target: { value: 'Where is my order of last week?' } })
  send()
  await screen.findByRole('dialog', { name: 'Thank you' })
  expect(forms[0]!.getAll('files').map((sent) => (sent as File).name)).toEqual([
    'a.png',
    'e.png',
    'f.png',
    'g.png',
  ])
})

/** A request whose upload never ends. */
class Endless extends EventTarget {
  readonly upload = new EventTarget()
  open() {}
  setRequestHeader() {}
  abort() {}
  send() {}
}

test.each([
  ['with a file shows how much of it was sent', [new File(['x'], 'a.png')], 1],
  ['without files shows only that it is being sent', [], 0],
])('SUP-017 a ticket %s', async (_, files, bars) => {
  await open()
  vi.stubGlobal('XMLHttpRequest', Endless)
  fireEvent.click(heads()[0]!)
  fireEvent.change(document.querySelector('input[type=file]')!, { target: { files } })
  fireEvent.change(comment(), { target: { value: 'Where is my order of last week?' } })
  expect(screen.queryByRole('img', { name: '0% sent' })).toBeNull()
  send()
  expect(await screen.findByRole('button', { name: 'Sending' })).toBeDefined()
  expect(screen.queryAllByRole('img', { name: '0% sent' })).toHaveLength(bars)
})

test('INB-002 own tickets have their state, files and answers', async () => {
  await open([
    ticket({ files: [{ name: 'a.png', size: 1 }] }),
    ticket({
      id: 4,
      state: 'received',
      type: 2,
      entries: [
        { id: 1, at: 5, from: 'support', text: 'It came.' },
        { id: 2, at: 6, from: 'partner', text: 'Thanks.' },
      ],
    }),
    ticket({ id: 3, state: 'refused' }),
    ticket({ id: 2, isClosed: true }),
  ])
  await screen.findByText(/Ticket 2/)
  const rows = [...document.querySelectorAll('.own-ticket')]
  expect(rows.map(plainText)).toEqual([
    'General questionOn its wayWhere is my order?Ticket 5 · 02.11.2026 14:05 UTC · 1 file',
    'Account and loginReceivedWhere is my order?Ticket 4 · 02.11.2026 14:05 UTCSupport · 01.01.1970 00:00 UTCIt came.You · 01.01.1970 00:00 UTCThanks.',
    'General questionNot acceptedWhere is my order?Ticket 3 · 02.11.2026 14:05 UTC',
    'General questionClosedWhere is my order?Ticket 2 · 02.11.2026 14:05 UTC',
  ])
  expect(rows.map((row) => row.querySelector('.chip')?.className)).toEqual([
    'chip tone-orange',
    'chip tone-green',
    'chip tone-red',
    'chip tone-green',
  ])
  expect(screen.queryByRole('button', { name: /^Reply/ })).toBeNull()
})

test('INB-003 a reply is sent and opens a closed ticket again; a refused one stays', async () => {
  const { asked } = await open([ticket({ isClosed: true, mayReply: true })])
  const bodies = recordBodies(REPLY)
  fireEvent.click(await screen.findByRole('button', { name: 'Reply: Ticket 5' }))
  const text = screen.getByLabelText<HTMLTextAreaElement>(/^Your reply/)
  expect(document.activeElement).toBe(text)
  expect(screen.getByText('Your reply opens the ticket again.')).toBeDefined()
  send()
  await vi.waitFor(() => expect(text.getAttribute('aria-invalid')).toBe('true'))
  expect(bodies).toEqual([])
  fireEvent.change(text, { target: { value: 'It did not come.' } })
  send()
  expect(await screen.findByText('Your reply has been sent.')).toBeDefined()
  expect(bodies).toEqual([{ text: 'It did not come.' }])
  await vi.waitFor(() => expect(asked(TICKETS).length).toBeGreaterThan(1))
  cleanup()
  await open([ticket({ mayReply: true })], {
    [`POST ${REPLY}`]: refusal('internal_server_error', 500),
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Reply: Ticket 5' }))
  expect(screen.queryByText('Your reply opens the ticket again.')).toBeNull()
  fireEvent.change(screen.getByLabelText(/^Your reply/), { target: { value: 'Still nothing.' } })
  send()
  expect(await screen.findByRole('alert')).toBeDefined()
  expect(screen.getByLabelText<HTMLTextAreaElement>(/^Your reply/).value).toBe('Still nothing.')
})

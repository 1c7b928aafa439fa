// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { openPage } from '../testing/open-page.tsx'

const DRAFT = 'draft-document-7-ADDRESS'

const success = (data: unknown) => ({ state: 'success', data, errors: [] })
const field = (value: string) => ({ value, verified: false })
const address = (facts: object) => ({
  documentType: 'ADDRESS',
  updatedAt: 0,
  status: 'NONE',
  fields: {},
  ...facts,
})
const rejected = address({
  status: 'REJECTED',
  reason: 'Too old.',
  fields: { city: field('Rome'), country: field('IT') },
})

let accountId: number
let document: object
let isSignedOut: boolean
let sent: FormData[]

const SIGNED_OUT = {
  state: 'error',
  data: null,
  errors: [{ code: 'invalid_token', fieldName: null, errors: null }],
}

/** An upload that is answered at once. */
class Upload extends EventTarget {
  readonly upload = new EventTarget()
  readonly status = isSignedOut ? 401 : 200
  // The Response of Node reads no Blob of jsdom.
  readonly response = JSON.stringify(
    isSignedOut ? SIGNED_OUT : success(address({ status: 'PENDING' })),
  )
  open = () => {}
  setRequestHeader = () => {}
  getAllResponseHeaders = () => 'content-type: application/json'
  send = (form: FormData) => {
    sent.push(form)
    if (!isSignedOut) document = address({ status: 'PENDING' })
    this.dispatchEvent(new Event('load'))
  }
}

function answer(path: string): Response {
  if (isSignedOut) return Response.json(SIGNED_OUT, { status: 401 })
  const user = { id: accountId, email: 'a@x.test', phone: null, language: 'en', twoFaMethods: [] }
  const answers: Record<string, unknown> = {
    '/v1/user': { ...user, createdAt: 0, version: 'a' },
    '/v1/verifications': [document],
    '/v1/countries/registration': [
      { code: 'DE', label: 'Germany' },
      { code: 'IT', label: 'Italy' },
    ],
  }
  return Response.json(success(answers[path]))
}

beforeEach(() => {
  accountId = 7
  document = address({})
  isSignedOut = false
  sent = []
  sessionStorage.setItem('passport-token', 'token')
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {} }))
  vi.stubGlobal('scrollTo', () => {})
  // jsdom has no layout.
  Element.prototype.scrollIntoView = () => {}
  vi.stubGlobal('XMLHttpRequest', Upload)
  vi.stubGlobal('fetch', async (url: string) => answer(new URL(url).pathname))
})
afterEach(() => {
  cleanup()
  Reflect.deleteProperty(Element.prototype, 'scrollIntoView')
  sessionStorage.clear()
  vi.unstubAllGlobals()
})

/** Opens the page as a reload does: what the page held is gone, what the tab stores is not. */
function reload(): void {
  cleanup()
  openPage('/en/profile/address')
}
const input = (name: string) => screen.findByLabelText<HTMLInputElement>(name)
const type = async (name: string, value: string) =>
  fireEvent.change(await input(name), { target: { value } })
const valueOf = async (name: string) => (await input(name)).value
const title = () => screen.getByRole('heading', { level: 2, name: 'Address' })
const begin = async () => fireEvent.click(await screen.findByRole('button', { name: 'Start' }))
const chooseFile = () => {
  const file = new File(['%PDF-'], 'bill.pdf', { type: 'application/pdf' })
  fireEvent.change(screen.getByLabelText(/Drop files here/), { target: { files: [file] } })
}
const send = () => fireEvent.click(screen.getByRole('button', { name: 'Send for review' }))

test('what was typed comes back after a reload, until the document is sent; files do not', async () => {
  reload()
  await begin()
  await screen.findByText('Files are not kept when you leave or reload this page.')
  expect(globalThis.document.activeElement).toBe(title())
  await type('Street and number', 'Via Appia 1')
  await type('City', 'Rome')
  await screen.findByRole('option', { name: 'Italy' })
  await type('Country', 'IT')
  reload()
  expect(await valueOf('City')).toBe('Rome')
  expect(globalThis.document.activeElement).toBe(globalThis.document.body)
  await waitFor(async () => expect(await valueOf('Country')).toBe('IT'))
  await type('Postal code', '00179')
  chooseFile()
  send()
  await screen.findByText('In review')
  expect(globalThis.document.activeElement).toBe(title())
  expect([...sent[0]!].map(([name, value]) => [name, String(value)])).toEqual([
    ['address1', 'Via Appia 1'],
    ['city', 'Rome'],
    ['country', 'IT'],
    ['zip', '00179'],
    ['files', '[object File]'],
  ])
  expect(sessionStorage.getItem(DRAFT)).toBeNull()
})

test('what a document proves is shown, its country by name', async () => {
  const proven = (value: string) => ({ value, verified: true })
  const fields = { city: proven('Rome'), zip: field('00179'), country: proven('IT') }
  document = address({ status: 'APPROVED', fields })
  reload()
  expect((await screen.findByText('Italy')).parentElement?.textContent).toBe(
    'Rome · Italy · Verified on \u206601.01.1970 00:00 UTC\u2069.',
  )
})

test('an error keeps the draft, and logging out removes it', async () => {
  reload()
  await begin()
  await type('City', 'Rome')
  send()
  await screen.findByText('Choose at least one file.')
  expect(sessionStorage.getItem(DRAFT)).toContain('Rome')
  fireEvent.click(screen.getByRole('button', { name: 'Log out' }))
  await screen.findByLabelText('Email')
  expect(sessionStorage.getItem(DRAFT)).toBeNull()
})

test('a session that ends keeps the draft, for its account alone', async () => {
  reload()
  await begin()
  await type('City', 'Rome')
  chooseFile()
  for (const name of ['Street and number', 'Postal code']) await type(name, '1')
  await screen.findByRole('option', { name: 'Italy' })
  await type('Country', 'IT')
  isSignedOut = true
  send()
  await screen.findByLabelText('Email')
  expect(sessionStorage.getItem('passport-token')).toBeNull()

  isSignedOut = false
  sessionStorage.setItem('passport-token', 'another')
  accountId = 8
  reload()
  await screen.findByRole('button', { name: 'Start' })
  accountId = 7
  reload()
  expect(await valueOf('City')).toBe('Rome')
})

test('a rejected document begins with what was sent, its country too', async () => {
  document = rejected
  reload()
  expect(await valueOf('City')).toBe('Rome')
  await waitFor(async () => expect(await valueOf('Country')).toBe('IT'))
  document = address({ ...rejected, fields: { country: field('XX') } })
  reload()
  await screen.findByRole('option', { name: 'Italy' })
  expect(await valueOf('Country')).toBe('')
})

test('files: what is wrong with one is said until others are chosen, and each can be removed', async () => {
  reload()
  await begin()
  const file = (name: string, kind = 'application/pdf') => new File(['%PDF-'], name, { type: kind })
  const choose = (...files: readonly File[]) =>
    fireEvent.change(screen.getByLabelText(/Drop files here/), { target: { files } })
  const chosen = () =>
    screen
      .queryAllByRole('button', { name: /^Remove / })
      .map(({ parentElement }) => parentElement!.textContent)
  choose(file('bill.pdf'), file('back.pdf'))
  expect([chosen(), screen.queryByRole('alert')]).toEqual([['bill.pdf', 'back.pdf'], null])
  choose(file('notes.txt', 'text/plain'))
  expect(screen.getByRole('alert').textContent).toBe('Choose PDF, PNG or JPEG files.')
  choose(file('BILL.pdf'))
  expect(screen.getByRole('alert').textContent).toBe('A file of this name is already in the list.')
  expect(chosen()).toEqual(['bill.pdf', 'back.pdf'])
  choose(file('third.pdf'))
  expect(screen.queryByRole('alert')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Remove back.pdf' }))
  expect(chosen()).toEqual(['bill.pdf', 'third.pdf'])
})

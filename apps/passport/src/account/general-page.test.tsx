// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { openPage } from '../testing/open-page.tsx'

const ACCOUNT = { email: 'a@x.test', language: 'en', twoFaMethods: [], createdAt: 0 }

let accountId: number
let stored: { phone: string; version: string }
let isSignedOut: boolean
let bodies: unknown[]

function answer(path: string, body: object): Response {
  if (isSignedOut) {
    const errors = [{ code: 'invalid_token', fieldName: null, errors: null }]
    return Response.json({ state: 'error', data: null, errors }, { status: 401 })
  }
  if ('version' in body && body.version !== stored.version) {
    return Response.json({ state: 'error', data: null, errors: { _common: 'changed_meanwhile' } })
  }
  const data = path === '/v1/email' ? {} : { ...ACCOUNT, id: accountId, ...stored, ...body }
  return Response.json({ state: 'success', data, errors: [] })
}

beforeEach(() => {
  accountId = 7
  stored = { phone: '1', version: 'first' }
  isSignedOut = false
  bodies = []
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {} }))
  vi.stubGlobal('scrollTo', () => {})
  // jsdom has no layout.
  Element.prototype.scrollIntoView = () => {}
  vi.stubGlobal('fetch', async (url: string, { body }: RequestInit = {}) => {
    const sent = typeof body === 'string' ? JSON.parse(body) : {}
    if (typeof body === 'string') bodies.push(sent)
    return answer(new URL(url).pathname, sent)
  })
})
afterEach(() => {
  cleanup()
  Reflect.deleteProperty(Element.prototype, 'scrollIntoView')
  sessionStorage.clear()
  vi.unstubAllGlobals()
})

/** Opens the page as a reload or another sign-in does. */
function open(search = ''): void {
  cleanup()
  sessionStorage.setItem('passport-token', 'token')
  openPage(`/en/profile/general${search}`)
}
const phone = () => screen.findByLabelText<HTMLInputElement>('Phone number')
const email = () => screen.findByLabelText<HTMLInputElement>('New email address')
const typed = async () => [(await phone()).value, (await email()).value]
const type = async (field: Promise<HTMLElement>, value: string) =>
  fireEvent.change(await field, { target: { value } })

test('what was typed comes back after a reload and after a session that ended, for its account alone', async () => {
  open()
  await type(phone(), '+49 30 123456')
  await type(email(), 'new@x.test')
  open()
  expect(await typed()).toEqual(['+49 30 123456', 'new@x.test'])
  isSignedOut = true
  fireEvent.submit((await phone()).form!)
  await screen.findByLabelText('Email')
  isSignedOut = false
  accountId = 8
  open()
  expect(await typed()).toEqual(['1', ''])
  accountId = 7
  open()
  expect(await typed()).toEqual(['+49 30 123456', 'new@x.test'])
})

test('what was sent is no draft any more', async () => {
  open()
  await type(phone(), '+49 30 234567')
  fireEvent.submit((await phone()).form!)
  await screen.findByText('Your changes are saved.')
  await type(email(), 'new@x.test')
  fireEvent.submit((await email()).form!)
  await waitFor(async () => expect((await email()).value).toBe(''))
  expect(bodies).toEqual([
    { phone: '+49 30 234567', version: 'first' },
    { email: 'new@x.test', password: '' },
  ])
  open()
  expect(await typed()).toEqual(['1', ''])
})

test('only what was changed is saved, and a change of another page is shown before it is replaced', async () => {
  open()
  await type(screen.findByLabelText('Language'), 'de')
  await type(screen.findByLabelText('Language'), 'en')
  await type(phone(), '+49 30 234567')
  stored = { phone: '+49 30 999999', version: 'second' }
  fireEvent.submit((await phone()).form!)
  const notice = await screen.findByText(/^This was changed elsewhere after the page was opened/)
  expect(screen.queryByText('Your changes are saved.')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Show the newest values' }))
  await waitFor(() => expect(notice.isConnected).toBe(false))
  expect((await phone()).value).toBe('+49 30 234567')
  fireEvent.submit((await phone()).form!)
  await screen.findByText('Your changes are saved.')
  expect(bodies).toEqual([
    { phone: '+49 30 234567', version: 'first' },
    { phone: '+49 30 234567', version: 'second' },
  ])
})

test('a phone number that is none has its error before it is sent, at the field', async () => {
  open()
  await type(phone(), `+49 30 123456${' '.repeat(257 - 13)}7`)
  fireEvent.submit((await phone()).form!)
  await screen.findByRole('textbox', {
    name: 'Phone number',
    description: 'This is not a phone number.',
  })
  expect(bodies).toEqual([])
})

test.each([
  ['?back=payout', 'payout'],
  ['?back=transactions%2Freports', 'transactions/reports'],
  ['', 'dashboard'],
  ['?back=https%3A%2F%2Fother.test', 'dashboard'],
])('the pages of the account lead back to the page of the office: %s', async (search, page) => {
  open(search)
  await phone()
  const link = (name: string) => within(screen.getByRole('navigation')).getByRole('link', { name })
  const back = () => link('Partner Office').getAttribute('href')
  expect(back()).toBe(`http://office.test/en/${page}`)
  fireEvent.click(link('Security'))
  await screen.findByRole('heading', { level: 1, name: 'Security' })
  expect(back()).toBe(`http://office.test/en/${page}`)
})

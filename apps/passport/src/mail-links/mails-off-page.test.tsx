// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { openPage } from '../testing/open-page.tsx'

const GET = 'GET /v1/unsubscribe/signed'
const POST = 'POST /v1/unsubscribe/signed'

const kind = (isOn: boolean) => ({
  state: 'success',
  data: { key: 'partnersPurchase', isOn },
  errors: [],
})
const refusal = (code: string) => ({
  state: 'error',
  data: null,
  errors: [{ code, fieldName: null, errors: null }],
})

let answers: Record<string, object>
let calls: string[]

beforeEach(() => {
  calls = []
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {} }))
  vi.stubGlobal('scrollTo', () => {})
  vi.stubGlobal('fetch', async (url: string, { method = 'GET' }: RequestInit = {}) => {
    const call = `${method} ${new URL(url).pathname}`
    const answer = answers[call]
    if (answer === undefined) throw new TypeError('Failed to fetch')
    calls.push(call)
    return Response.json(answer)
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const open = (mailedToken = 'signed') => openPage('/en/mails-off', mailedToken)
const title = (name: string) => screen.findByRole('heading', { level: 1, name })
const settings = () => screen.findByRole('link', { name: 'Open the email settings' })

test('opening the link asks first; the button switches the mails off', async () => {
  answers = { [GET]: kind(true), [POST]: kind(false) }
  open()
  await title('Switch off “Partner purchase”?')
  expect(calls).toEqual([GET])
  fireEvent.click(screen.getByRole('button', { name: 'Switch off' }))
  await title('“Partner purchase” is switched off')
  expect(calls).toEqual([GET, POST])
  expect((await settings()).getAttribute('href')).toBe(
    'http://office.test/en/profile/notifications',
  )
})

test('mails that are off already need no button', async () => {
  answers = { [GET]: kind(false) }
  open()
  await title('“Partner purchase” is switched off')
  expect(screen.queryByRole('button', { name: 'Switch off' })).toBeNull()
})

test.each([
  ['without a token', ''],
  ['with a wrong token', 'signed'],
])('a link %s is not valid and leads to the settings', async (_name, token) => {
  answers = { [GET]: refusal('not_found') }
  open(token)
  await title('This link is no longer valid')
  await settings()
  expect(calls).toEqual(token === '' ? [] : [GET])
})

test('what cannot be loaded can be asked for again', async () => {
  answers = {}
  open()
  await title('Your email settings could not be loaded')
  answers = { [GET]: kind(true) }
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
  await title('Switch off “Partner purchase”?')
  expect(calls).toEqual([GET])
})

test('a failed change says so, and the button stays', async () => {
  answers = { [GET]: kind(true) }
  open()
  await title('Switch off “Partner purchase”?')
  fireEvent.click(screen.getByRole('button', { name: 'Switch off' }))
  expect((await screen.findByRole('alert')).textContent).toContain('The server could not answer')
  answers = { ...answers, [POST]: kind(false) }
  fireEvent.click(screen.getByRole('button', { name: 'Switch off' }))
  await title('“Partner purchase” is switched off')
})

// @vitest-environment jsdom
import passportTexts from '@partner-office/locales/en/passport.json'
import sharedTexts from '@partner-office/locales/en/shared.json'
import { Api, type Hosts, Texts } from '@partner-office/web'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { I18nextProvider } from 'react-i18next'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { PassportContext } from '../lib/passport.ts'
import { Session } from '../lib/session.ts'
import { createPassportRouter } from '../routes.tsx'

const HOSTS: Hosts = {
  product: 'partner',
  domainPassport: 'http://passport.test',
  domainBusinessRest: 'http://office.test',
  domainCdn: 'http://office.test/cdn',
  domainExchange: 'http://office.test',
  domainOauth: 'http://passport.test',
  domainBlog: 'http://office.test/blog',
  domainTranslations: 'http://office.test/translations',
  oauthClientId: 'partner-office',
  oauthClientSecret: 'public',
}
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

/** Opens the page with the token of a mail. */
function open(mailedToken = 'signed'): void {
  history.pushState(null, '', '/en/mails-off')
  const texts = new Texts(HOSTS.domainTranslations, { ...sharedTexts, ...passportTexts })
  const session = new Session()
  const api = new Api(HOSTS, session.token, { failedGlobally: () => {}, serverFailed: () => {} })
  const config = { hosts: HOSTS, languages: ['en'] as const }
  const passport = { config, api, texts, session, mailedToken }
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  render(
    <PassportContext value={passport}>
      <I18nextProvider i18n={texts.i18n}>
        <QueryClientProvider client={queries}>
          <RouterProvider router={createPassportRouter(passport)} />
        </QueryClientProvider>
      </I18nextProvider>
    </PassportContext>,
  )
}

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

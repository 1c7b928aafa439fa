// @vitest-environment jsdom
import officeTexts from '@partner-office/locales/en/office.json'
import { allowStorage, forbidStorage } from '@partner-office/web/testing/forbid-storage.ts'
import { HOSTS } from '@partner-office/web/testing/hosts.ts'
import { act, fireEvent, screen } from '@testing-library/react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { openOffice } from './open-office.tsx'
import { failingHost, HOST_FAULTS } from './testing/failing-host.ts'
import { PROFILE } from './testing/open.ts'

/** The longest timeout of a call, and a moment. */
const TIMEOUT = 21_000
/** How long a page waits for its language, and is drawn. */
const TEXTS_PATIENCE = 4_000
/** A wait for the next attempt, and the attempt. */
const NEXT_ATTEMPT = 31_000

const LEGAL_FILES = { privacy: 'p.pdf', terms: 't.pdf', disclaimer: 'd.pdf', donts: 'n.pdf' }

const success = (data: unknown) => ({ state: 'success', data, errors: [] })

/** What the hosts answer, by path; every other call of the pages is refused. */
const ANSWERS: Readonly<Record<string, unknown>> = {
  '/config': { ...HOSTS, domainPassport: HOSTS.domainOauth },
  '/v1/config/frontend': success([
    { property: 'legalFiles', propertyValue: JSON.stringify(LEGAL_FILES) },
    { property: 'socialLinks', propertyValue: '[]' },
    { property: 'legalDocuments', propertyValue: '[]' },
    { property: 'videos', propertyValue: '{}' },
  ]),
  '/oauth/check_token': success({
    active: true,
    user_id: 7,
    user_name: 'anna@example.com',
    client_id: 'partner-office',
    exp: 2_000_000_000,
    scope: 'READ WRITE active',
    scope_code: 'active',
  }),
  '/v1/profile': success({ ...PROFILE, uiLanguage: 'en' }),
  '/v1/legals/partner': success({ acceptedAt: 1 }),
  '/translations/manifest.json': { de: { file: 'de-1.json', hash: '1' } },
  '/translations/de-1.json': { 'notFound.title': 'Diese Seite gibt es nicht' },
}

/** The English texts are a file of the app itself. */
const ENGLISH = /\/office\.json$/

let root: Root
let asked: string[]

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 1, 14, 32) })
  vi.stubGlobal('scrollTo', () => {})
  vi.stubGlobal('matchMedia', () => ({
    matches: false,
    addEventListener: () => {},
    removeEventListener: () => {},
  }))
  asked = []
  vi.stubGlobal('fetch', async (address: string, { headers }: RequestInit = {}) => {
    // A browser sends no call with a header that it cannot write.
    void new Headers(headers)
    const { pathname } = new URL(address, location.href)
    asked.push(pathname)
    if (ENGLISH.test(pathname)) return Response.json(officeTexts)
    return pathname in ANSWERS
      ? Response.json(ANSWERS[pathname])
      : new Response('', { status: 404 })
  })
  root = createRoot(document.body.appendChild(document.createElement('div')))
})
afterEach(() => {
  allowStorage()
  act(() => root.unmount())
  document.body.replaceChildren()
  document.cookie = 'partner_access_token=; Max-Age=0; Path=/'
  document.documentElement.lang = 'en'
  delete document.documentElement.dataset['theme']
  history.replaceState(null, '', '/')
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

async function pass(ms: number): Promise<void> {
  await act(() => vi.advanceTimersByTimeAsync(ms))
  await act(() => vi.dynamicImportSettled())
  await act(() => vi.advanceTimersByTimeAsync(0))
}

async function open(address: string): Promise<void> {
  history.replaceState(null, '', address)
  act(() => openOffice(root))
  await pass(0)
}

const title = () => screen.queryByRole('heading', { level: 1 })?.textContent
const NO_SUCH_PAGE = 'This page does not exist'

const NOWHERE = { address: '/en/nowhere', shows: NO_SUCH_PAGE }
const OWN_PAGE = { address: '/en/transactions/reports', shows: 'Statements' }

/** Answers without which nothing starts, and what a page says that lacks one. */
const NEEDED = [
  { answer: /^\/config$/, ...NOWHERE, says: 'Config cannot be loaded' },
  { answer: /^\/v1\/config\/frontend$/, ...NOWHERE, says: 'Config cannot be loaded' },
  { answer: /\/office\.json$/, ...NOWHERE, says: 'Texts cannot be loaded' },
  { answer: /^\/oauth\/check_token$/, ...OWN_PAGE, says: 'The page could not be loaded' },
  { answer: /^\/v1\/profile$/, ...OWN_PAGE, says: 'The page could not be loaded' },
] as const

/** A success with other data means something else there: no session, no profile. The English texts come with the scripts. */
const CANNOT_BE_WRONG = /office|check_token|profile/

const STARTS = NEEDED.flatMap((needed) =>
  HOST_FAULTS.filter(
    (fault) => fault !== 'wrong' || !CANNOT_BE_WRONG.test(needed.answer.source),
  ).map((fault) => ({ ...needed, fault })),
)

test.each(STARTS)(
  '$answer is $fault at the start: the page says so, keeps the session and follows by itself',
  async ({ answer, address, says, shows, fault }) => {
    document.cookie = 'partner_access_token=a-token; Path=/'
    const host = failingHost((path) => answer.test(path))
    host.fail(fault)
    await open(address)
    await pass(TIMEOUT)
    expect(title()).toBe(says)
    // A second failure changes nothing.
    await pass(NEXT_ATTEMPT)
    await pass(TIMEOUT)
    expect(title()).toBe(says)
    expect(screen.getByRole('button', { name: 'Retry' })).toBeDefined()

    host.repair()
    await pass(NEXT_ATTEMPT)
    expect(title()).toBe(shows)
    expect(document.cookie).toContain('partner_access_token=a-token')
  },
)

test.each(HOST_FAULTS)(
  'the configuration is %s in mid-session: it is not read again, and the page stays',
  async (fault) => {
    await open(NOWHERE.address)
    const host = failingHost((path) => path === '/config' || path === '/v1/config/frontend')
    host.fail(fault)
    asked = []
    await pass(TIMEOUT)
    fireEvent.click(screen.getByRole('link', { name: 'Back to start' }))
    await pass(TIMEOUT)
    expect(title()).toMatch(/^Your team/)
    expect(asked).not.toContain('/config')
    expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull()
  },
)

test.each(['%E2%82%AC', '%0A', '%00', '%E0%A4%A', '%20'])(
  'a session cookie that holds %s stops no page',
  async (text) => {
    document.cookie = `partner_access_token=${text}; Path=/`
    await open(NOWHERE.address)
    expect(title()).toBe(NO_SUCH_PAGE)
  },
)

test('a browser that forbids cookies and storages shows the public pages, and keeps a choice for the page', async () => {
  forbidStorage()
  await open(NOWHERE.address)
  expect(title()).toBe(NO_SUCH_PAGE)
  fireEvent.click(screen.getByRole('link', { name: 'Back to start' }))
  await pass(TIMEOUT)
  expect(title()).toMatch(/^Your team/)
  fireEvent.click(screen.getByRole('button', { name: 'Use dark colours' }))
  expect(document.documentElement.dataset['theme']).toBe('dark')
})

const missing = () => screen.queryByText(/could not be loaded yet/)?.textContent
const language = () => document.documentElement.lang

test.each(HOST_FAULTS)(
  'the translations are %s at the start: the page speaks English, says so, and changes by itself',
  async (fault) => {
    const host = failingHost((path) => path.startsWith('/translations/'))
    host.fail(fault)
    await open('/de/nowhere')
    await pass(TEXTS_PATIENCE)
    expect(title()).toBe(NO_SUCH_PAGE)
    expect(language()).toBe('en')
    expect(missing()).toMatch(/^The texts in Deutsch could not/)

    host.repair()
    await pass(TIMEOUT)
    await pass(NEXT_ATTEMPT)
    expect(title()).toBe('Diese Seite gibt es nicht')
    expect(language()).toBe('de')
    expect(missing()).toBeUndefined()
  },
)

test.each(HOST_FAULTS)(
  'the translations are %s in mid-session: the page keeps its language, says so, and changes by itself',
  async (fault) => {
    await open('/en/nowhere')
    const host = failingHost((path) => path.startsWith('/translations/'))
    host.fail(fault)
    history.pushState(null, '', '/de/nowhere')
    act(() => void dispatchEvent(new PopStateEvent('popstate')))
    await pass(TEXTS_PATIENCE)
    expect(title()).toBe(NO_SUCH_PAGE)
    expect(missing()).toMatch(/^The texts in Deutsch could not/)

    host.repair()
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
    await pass(TIMEOUT)
    await pass(NEXT_ATTEMPT)
    expect(title()).toBe('Diese Seite gibt es nicht')
    expect(missing()).toBeUndefined()
  },
)

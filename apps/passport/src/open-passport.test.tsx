// @vitest-environment jsdom
// The start of the passport, its addresses, and the parts that all of its pages share.
import { installTopLayer } from '@partner-office/ui/testing/top-layer.ts'
import { HOSTS } from '@partner-office/web/testing/hosts.ts'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { readRequest } from './lib/address.ts'
import { loadConfig } from './lib/config.ts'
import { takeMailedToken } from './lib/mailed-token.ts'
import { usePassport } from './lib/passport.ts'
import { queryCacheOf } from './lib/query-cache.ts'
import { Session } from './lib/session.ts'
import { openPassport, passportOf } from './open-passport.tsx'
import { inLanguage } from './paths.ts'
import { firstLanguage } from './routes.tsx'
import { PageHead } from './shell/page-head.tsx'
import { findButton } from './testing/find.ts'
import { openPage } from './testing/open-page.tsx'
import { endService, Refused, type Service, startService, stubLocation } from './testing/service.ts'

const SETTINGS = 'GET /v1/config/frontend'
const settings = (values: Readonly<Record<string, string>>) =>
  Object.entries(values).map(([property, propertyValue]) => ({ property, propertyValue }))

let service: Service
let hosts: unknown

beforeEach(() => {
  hosts = HOSTS
  service = startService({ [SETTINGS]: settings({ languages: 'en,de', disclosure: 'TRUE' }) })
  const { fetch } = service
  // The addresses of the services come without an envelope.
  vi.stubGlobal('fetch', async (address: string, init?: RequestInit) => {
    if (address !== '/config') return fetch(address, init)
    return hosts === null ? new Response('', { status: 503 }) : Response.json(hosts)
  })
})

const title = (name: string) => screen.findByText(name, { selector: 'h1' })
const at = () => `${location.pathname}${location.search}`

// The start

let root: Root | null = null
let listening: AbortController

beforeEach(() => {
  listening = new AbortController()
})
afterEach(() => {
  act(() => root?.unmount())
  root = null
  document.body.replaceChildren()
  listening.abort()
  Reflect.deleteProperty(globalThis, 'isSecureContext')
  vi.restoreAllMocks()
  endService()
})

/** Listeners of the window end with the test. */
function endListeners(): void {
  const add = window.addEventListener.bind(window)
  vi.spyOn(window, 'addEventListener').mockImplementation((kind: string, listener: unknown) =>
    add(kind, listener as EventListener, { signal: listening.signal }),
  )
}

function start(address: string, mailedToken = ''): void {
  endListeners()
  history.replaceState(null, '', address)
  root = createRoot(document.body.appendChild(document.createElement('div')))
  act(() => openPassport(root!, mailedToken))
}

test('STA-001 while the configuration loads a loader stands there; then the page with its mailed token', async () => {
  start('/en/reset', 'mailed')
  expect(document.querySelector('.loader')).not.toBeNull()
  service.answers['POST /v1/password/reset/check'] = { email: 'ada@example.com' }
  await screen.findByLabelText('New password')
  expect(service.bodies).toEqual([{ token: 'mailed' }])
})

test('STA-002 a configuration that cannot be loaded can be loaded again', async () => {
  hosts = null
  start('/en/login')
  await screen.findByText('Config cannot be loaded')
  hosts = HOSTS
  fireEvent.click(await findButton('Retry'))
  expect(await title('Please start in Partner Office')).toBeDefined()
})

test('a page that the browser restores from its cache is reloaded, a new one is not', async () => {
  const reload = vi.fn<() => void>()
  stubLocation({ reload })
  start('/en/login')
  await title('Please start in Partner Office')
  const show = (persisted: boolean) =>
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }))
  show(false)
  expect(reload).not.toHaveBeenCalled()
  show(true)
  expect(reload).toHaveBeenCalledOnce()
})

test('DIS-006 without a page about the income the registration has no link to it', async () => {
  service.answers[SETTINGS] = settings({ languages: 'en', disclosure: 'FALSE' })
  service.answers['GET /v1/countries/registration'] = []
  start('/en/registration?application=office')
  await title('Sign up')
  expect(screen.queryByText('What partners earned')).toBeNull()
})

// The configuration

test('the configuration is read anew at each start, and not waited for without end', async () => {
  const { fetch } = globalThis
  const how: (RequestInit | undefined)[] = []
  vi.stubGlobal('fetch', (address: string, init?: RequestInit) => {
    how.push(init)
    return fetch(address, init)
  })
  await loadConfig()
  expect(how).toHaveLength(2)
  for (const each of how) {
    expect(each).toMatchObject({ cache: 'no-store', signal: expect.any(AbortSignal) })
  }
})

test.each([
  [{ languages: 'en,de', disclosure: 'TRUE' }, ['en', 'de'], true],
  [{ languages: 'de', disclosure: 'FALSE' }, ['de'], false],
  [{ languages: 'de', disclosure: 'true' }, ['de'], false],
])('the settings %j are read', async (values, languages, hasIncome) => {
  service.answers[SETTINGS] = settings(values)
  const config = await loadConfig()
  expect(config).toMatchObject({ hosts: HOSTS, hasIncome })
  expect([...config.languages].toSorted()).toEqual([...languages].toSorted())
})

test('without settings all languages are offered, and the page about the income is not', async () => {
  service.answers[SETTINGS] = []
  const { languages, hasIncome } = await loadConfig()
  expect([languages.length > 2, hasIncome]).toEqual([true, false])
  delete service.answers[SETTINGS]
  expect(await loadConfig()).toEqual({ hosts: HOSTS, languages, hasIncome })
})

// Addresses

test.each([
  ['/', '/en/login'],
  ['/?application=office', '/en/login?application=office'],
  ['/de/login?application=office', '/en/de/login?application=office'],
  ['/en', '/en/login'],
  ['/en?application=office&backUrl=x', '/en/login?application=office&backUrl=x'],
  ['/en/login', '/en/login'],
])('D-002 the address %s becomes %s, in place of it', async (address, expected) => {
  const before = history.length
  openPage(address)
  await waitFor(() => expect(at()).toBe(expected))
  await screen.findByRole('heading', { level: 1 })
  // The opened address itself is one entry.
  expect(history.length).toBe(before + 1)
})

test('an address of no page says so, and leads to the sign-in', async () => {
  openPage('/en/nowhere?application=office&backUrl=http%3A%2F%2Foffice.test%2Fen%2Fcatch')
  await title('This page does not exist')
  const link = screen.getByText('Log in').closest('a')!.getAttribute('href')!
  expect(new URL(link, 'http://x').pathname).toBe('/en/login')
  expect(Object.fromEntries(new URL(link, 'http://x').searchParams)).toEqual({
    application: 'office',
    backUrl: 'http://office.test/en/catch',
  })
  fireEvent.click(screen.getByText('Log in'))
  await title('Log in')
})

test.each(['application=office', 'backUrl=x', ''])(
  'a sign-in with the request "%s" begins in the office',
  async (query) => {
    openPage(`/en/nowhere?${query}`)
    await title('This page does not exist')
    expect(screen.getByText('Log in').closest('a')!.getAttribute('href')).toBe(
      'http://office.test/en/login',
    )
  },
)

test('the request of an address has texts that are not empty, and a code of letters and digits', () => {
  const request = {
    application: 'office',
    backUrl: '',
    challenge: 7,
    referral: ' 1e5 ',
    back: 'payout',
  }
  expect(readRequest(request)).toEqual({ application: 'office', referral: '1e5', back: 'payout' })
  expect(readRequest({ referral: '-' })).toEqual({})
  expect(readRequest({ referral: 7, back: 'elsewhere' })).toEqual({})
})

test('a link to another page keeps the request, and a page without one has no question mark', async () => {
  openPage('/en/confirm')
  await title('This link is no longer valid')
  const forgot = () => screen.getByText('Reset your password').closest('a')!.getAttribute('href')
  expect(forgot()).toBe('/en/forgot')
})

test.each([
  ['/en/login', 'de', '/de/login'],
  ['/en', 'de', '/de'],
  ['/', 'de', '/de'],
  ['/en/profile/general', 'ar', '/ar/profile/general'],
])('%s in the language %s is %s', (pathname, language, expected) => {
  expect(inLanguage(pathname, language)).toBe(expected)
})

const CONFIG = { hosts: HOSTS, languages: ['en', 'de'], hasIncome: false } as const

test.each([
  ['/de/login', 'de'],
  ['/en', 'en'],
  ['/fr/login', 'en'],
  ['/', 'en'],
])('the first language of %s is %s', (address, language) => {
  history.replaceState(null, '', address)
  expect(firstLanguage(CONFIG)).toBe(language)
})

async function switchTo(language: string): Promise<void> {
  const removeTopLayer = installTopLayer()
  fireEvent.click(await screen.findByText(language))
  removeTopLayer()
}

test('another language is another address of the same page, with what was typed', async () => {
  start('/en/forgot?application=office')
  const email = await screen.findByLabelText<HTMLInputElement>('Email')
  fireEvent.change(email, { target: { value: 'ada@example.com' } })
  await switchTo('Deutsch')
  await waitFor(() => expect(at()).toBe('/de/forgot?application=office'))
  expect(document.querySelector<HTMLInputElement>('input[type="email"]')!.value).toBe(
    'ada@example.com',
  )
})

// Tokens of mailed links

function takeAt(address: string): string {
  endListeners()
  history.replaceState('kept', '', address)
  return takeMailedToken()
}

test.each([
  ['/en/reset?back=payout#token=a=b', 'a=b', '/en/reset?back=payout'],
  ['/en/reset#other', '', '/en/reset#other'],
  ['/en/reset#a#token=', '', '/en/reset#a#token='],
  ['/en/reset', '', '/en/reset'],
])(
  'D-140 the mailed link %s has the token "%s", which leaves the address',
  (address, token, left) => {
    expect(takeAt(address)).toBe(token)
    expect([`${at()}${location.hash}`, history.state]).toEqual([left, 'kept'])
  },
)

test('another mailed link to the open page loads it anew, any other mark in the address does not', () => {
  const reload = vi.fn<() => void>()
  stubLocation({ reload })
  takeAt('/en/reset#token=first')
  const change = (hash: string) => {
    history.replaceState(null, '', `/en/reset${hash}`)
    window.dispatchEvent(new Event('hashchange'))
  }
  change('#main')
  change('#a#token=')
  expect(reload).not.toHaveBeenCalled()
  change('#token=second')
  expect(reload).toHaveBeenCalledOnce()
})

// Parts of all pages

test('a title can take the focus and names the tab; without a sentence there is none under it', async () => {
  render(<PageHead title="Nothing more" />)
  expect(screen.getByText('Nothing more').tabIndex).toBe(-1)
  expect(document.title).toContain('Nothing more')
  expect(document.querySelector('p')).toBeNull()
})

test('a form has the host above its title; the result has a mark in place of it, and its title the focus', async () => {
  openPage('/en/forgot')
  await title('Reset your password')
  screen.getByText(location.host)
  expect(document.querySelector('.mark')).toBeNull()
  expect(document.querySelectorAll('p.lead')).toHaveLength(1)
  service.answers['POST /v1/password/forgot'] = {}
  fireEvent.change(await screen.findByLabelText('Email'), { target: { value: 'a@x.test' } })
  fireEvent.submit(screen.getByLabelText<HTMLInputElement>('Email').form!)
  const sent = await title('Check your email')
  await waitFor(() => expect(document.activeElement).toBe(sent))
  expect(screen.queryByText(location.host)).toBeNull()
  expect(document.querySelector('.mark')!.classList.contains('failed')).toBe(false)
})

test('a link that is over has the mark of a failure', async () => {
  openPage('/en/reset')
  await title('This link is no longer valid')
  expect(document.querySelector('.mark')!.classList.contains('failed')).toBe(true)
})

test('a page that fails to draw says so, and can be loaded again', async () => {
  const reload = vi.fn<() => void>()
  stubLocation({ reload })
  vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  // A field of the form cannot be drawn with this answer of the browser.
  Object.defineProperty(globalThis, 'isSecureContext', {
    configurable: true,
    get: () => {
      throw new Error('broken')
    },
  })
  vi.stubGlobal('PublicKeyCredential', () => {})
  openPage('/en/login?application=office&backUrl=x')
  await title('This page cannot be shown')
  expect(screen.getByRole('alert').textContent).toContain('Something went wrong on this page.')
  fireEvent.click(await findButton('Retry'))
  expect(reload).toHaveBeenCalledOnce()
})

test('a part outside of the passport fails', () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const Part = (): ReactNode => usePassport().mailedToken
  expect(() => render(<Part />)).toThrow('outside of the passport')
})

// The session

test('a session is told to who listens, and to nobody who no longer does', () => {
  const session = new Session()
  const heard = vi.fn<() => void>()
  const leave = session.subscribe(heard)
  session.end()
  leave()
  session.end()
  expect(heard).toHaveBeenCalledOnce()
})

test('data is kept until the session changes, and nothing is loaded anew by itself', () => {
  const session = new Session()
  const queries = queryCacheOf(session)
  queries.setQueryData(['user'], 'ada')
  expect(queries.getDefaultOptions().queries).toEqual({
    retry: false,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  })
  session.end()
  expect(queries.getQueryData(['user'])).toBeUndefined()
})

test('only a call that says so ends the session', async () => {
  sessionStorage.setItem('passport-token', 'token')
  const { api, session } = passportOf(CONFIG, '')
  const { getPassportUser } = await import('@partner-office/contracts')
  const failed = () => api.call('passport', getPassportUser).catch(() => {})
  service.answers['GET /v1/user'] = new Refused({ _common: 'too_many_requests' })
  await failed()
  expect(session.token()).toBe('token')
  service.answers['GET /v1/user'] = new Refused({ _common: 'invalid_token' })
  await failed()
  expect([session.token(), sessionStorage.getItem('passport-token')]).toEqual([null, null])
})

test('logging out removes drafts, and a passkey signs in without leaving the page', async () => {
  sessionStorage.setItem('passport-token', 'token')
  sessionStorage.setItem('draft-x', '{}')
  const { api, session } = passportOf(CONFIG, '')
  await session.logOut(api)
  expect([session.token(), sessionStorage.length]).toEqual([null, 0])
  service.answers['POST /v1/login/passkey'] = {
    redirect: 'http://office.test/en/catch?token=handed',
  }
  service.answers['POST /oauth/token'] = {
    access_token: 'new',
    expires: 0,
    scope: '',
    scope_code: '',
  }
  const passkey = {
    id: 'AAAA',
    rawId: 'AAAA',
    type: 'public-key',
    clientExtensionResults: {},
    response: { clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA' },
  } as const
  const request = { application: 'partner', backUrl: 'http://office.test/en/catch' }
  await session.signIn(api, request).withPasskey(passkey)
  expect(service.bodies).toMatchObject([
    { passkey, ...request, challenge: expect.stringMatching(/^[\w-]{43}$/) },
    { token: 'handed', verifier: expect.stringMatching(/^[\w-]{64}$/) },
  ])
  expect([session.token(), sessionStorage.getItem('passport-token')]).toEqual(['new', 'new'])
})

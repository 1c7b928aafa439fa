// @vitest-environment jsdom
import { allowStorage, forbidStorage } from '@partner-office/web/testing/forbid-storage.ts'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { openPage } from './testing/open-page.tsx'

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {} }))
  vi.stubGlobal('scrollTo', () => {})
  Element.prototype.scrollIntoView = () => {}
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('Failed to fetch')
  })
})
afterEach(() => {
  Reflect.deleteProperty(Element.prototype, 'scrollIntoView')
  allowStorage()
  cleanup()
  sessionStorage.clear()
  history.replaceState(null, '', '/')
  vi.unstubAllGlobals()
})

/** The title of the page at an address. */
async function titleAt(address: string): Promise<string> {
  openPage(address)
  return (await screen.findByRole('heading', { level: 1 })).textContent
}

const PAGES = ['login', 'registration', 'profile/general']
const PARAMETERS = ['application', 'backUrl', 'challenge', 'referral', 'back']
const GARBAGE = ['', '{"toString":1}', '[1]', '%E0%A4%A', '%00', 'constructor', 'x'.repeat(5_000)]

/** Pages that say where to begin if they do not know who asks. */
const WITH_REQUEST: Readonly<Record<string, string>> = { login: 'Log in', registration: 'Sign up' }

test.each(PAGES)('%s is the same page with garbage in the address', async (page) => {
  const title = await titleAt(`/en/${page}`)
  for (const text of GARBAGE) {
    cleanup()
    const query = PARAMETERS.map((name) => `${name}=${text}&${name}=${text}`).join('&')
    const expected = text === '' ? title : (WITH_REQUEST[page] ?? title)
    expect(await titleAt(`/en/${page}?${query}`), text).toBe(expected)
  }
})

test('a session that is garbage asks for a sign-in', async () => {
  const title = await titleAt('/en/profile/general')
  cleanup()
  sessionStorage.setItem('passport-token', '\u0000€')
  const unknown = { code: 'invalid_token', fieldName: null, errors: null }
  vi.stubGlobal('fetch', async (_: string, { headers }: RequestInit) => {
    void new Headers(headers)
    return Response.json({ state: 'error', data: null, errors: [unknown] }, { status: 401 })
  })
  openPage('/en/profile/general')
  expect(await screen.findByRole('heading', { level: 1, name: title })).toBeDefined()
  expect(sessionStorage.getItem('passport-token')).toBeNull()
})

test('a browser that forbids its storage shows the pages', async () => {
  const title = await titleAt('/en/login')
  cleanup()
  forbidStorage()
  expect(await titleAt('/en/login')).toBe(title)
})

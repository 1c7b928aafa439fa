// @vitest-environment jsdom
import { act, cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { openTestOffice } from '../testing/open.ts'
import { answerCalls } from '../testing/services.ts'
import { showPage } from '../testing/show-page.tsx'
import { ErrorScreen } from './error-screen.tsx'

const NOW = Date.UTC(2026, 10, 1, 14, 32)
const FAILURE = {
  kind: 'error',
  code: 'profile_not_found',
  messages: ['profile_not_found'],
  noAnswer: null,
  status: 200,
  requestId: null,
  at: NOW,
  retryAt: NOW,
} as const

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: NOW })
  vi.stubGlobal('scrollTo', () => {})
  answerCalls({})
})
afterEach(() => {
  act(() => setOnline(true))
  cleanup()
  document.cookie = 'partner_access_token=; Max-Age=0; Path=/'
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

function setOnline(isOnline: boolean): void {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline)
  window.dispatchEvent(new Event(isOnline ? 'online' : 'offline'))
}

type Failure = Parameters<typeof ErrorScreen>[0]['failure']

/** The screen of an error. Returns what its buttons do. */
async function show(failure: Partial<Failure>) {
  const office = openTestOffice()
  const run = vi.spyOn(office.startUp, 'run').mockResolvedValue()
  const logOut = vi.spyOn(office.startUp, 'logOut').mockResolvedValue()
  showPage(office, () => <ErrorScreen failure={{ ...FAILURE, ...failure }} />)
  await screen.findByRole('heading')
  return { run, logOut }
}

const button = (name: string) => screen.queryByRole('button', { name })
const heading = () => screen.getByRole('heading').textContent

test('STA-025 STA-026 an error shows its text, its code, its time and a retry', async () => {
  const { run } = await show({})
  expect(heading()).toBe('The page could not be loaded')
  expect(screen.getByText('Your profile was not found.')).toBeDefined()
  expect(screen.getByText('Code profile_not_found, 14:32 UTC')).toBeDefined()
  expect(run).not.toHaveBeenCalled()
  await userEvent.click(button('Retry')!)
  expect(run).toHaveBeenCalledOnce()
})

test('ERR-006 a session that has ended: the sign-in opens in a window of its own, described as such', async () => {
  await show({ code: 'invalid_token', messages: ['invalid_token'] })
  const link = screen.getByRole('link', { name: 'Log in again' })
  expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual(['/en/login', '_blank'])
  const hint = document.querySelector(`[id="${link.getAttribute('aria-describedby')}"]`)
  expect(hint!.textContent).toBe('The login opens in a new window. What you typed stays here.')
  expect(document.title).toBe('The page could not be loaded · Partner Office')
})

test('another error offers no sign-in', async () => {
  await show({})
  expect(screen.queryByRole('link', { name: 'Log in again' })).toBeNull()
})

test('STA-028 an error without a message says that the server could not answer', async () => {
  await show({ code: 'internal_server_error', messages: [] })
  expect(screen.getByText(/^The server could not answer/)).toBeDefined()
})

test.each([
  ['offline', 'You are offline. Check your connection.'],
  ['slow', 'The server takes too long to answer. Try again in a moment.'],
] as const)('a service that is %s is told apart', async (noAnswer, text) => {
  await show({ noAnswer })
  expect(screen.getByText(text)).toBeDefined()
  expect(screen.queryByText('Your profile was not found.')).toBeNull()
})

test('ERR-009 too many requests: the retry waits as long as the service asks', async () => {
  const { run } = await show({ code: 'too_many_requests', messages: [], retryAt: NOW + 2_000 })
  expect(heading()).toBe('429')
  expect(screen.getAllByText('Try again in 2 seconds.').length).toBeGreaterThan(0)
  await userEvent.click(button('Retry')!)
  expect(run).not.toHaveBeenCalled()
  act(() => void vi.advanceTimersByTime(2_000))
  expect(screen.queryByText(/^Try again in \d/)).toBeNull()
  expect(screen.getByText('Code too_many_requests, 14:32 UTC')).toBeDefined()
  await userEvent.click(button('Retry')!)
  expect(run).toHaveBeenCalledOnce()
})

test('STA-027 whoever is signed in can log out, a visitor cannot', async () => {
  await show({})
  expect(button('Log out')).toBeNull()
  cleanup()
  document.cookie = 'partner_access_token=a-token; Path=/'
  const { logOut } = await show({})
  await userEvent.click(button('Log out')!)
  expect(logOut).toHaveBeenCalledOnce()
})

test('STA-023 STA-029 STA-030 a blocked partner can only log out', async () => {
  document.cookie = 'partner_access_token=a-token; Path=/'
  const { run, logOut } = await show({ code: 'user_blocked' })
  expect(heading()).toBe('This account is blocked')
  expect(button('Retry')).toBeNull()
  await userEvent.click(button('OK')!)
  expect(logOut).toHaveBeenCalledOnce()
  expect(run).not.toHaveBeenCalled()
})

test('without a connection the screen waits for it, and goes on by itself', async () => {
  const { run } = await show({})
  act(() => setOnline(false))
  expect(screen.getByRole('alert').textContent).toContain('You are offline')
  expect(button('Retry')).toBeNull()
  expect(run).not.toHaveBeenCalled()
  act(() => setOnline(true))
  expect(run).toHaveBeenCalledOnce()
})

test('OBS-011 a service that failed is shown with the id of the request', async () => {
  await show({ status: 500, requestId: 'a-request' })
  expect(screen.getByText('Reference for Support: a-request')).toBeDefined()
})

// @vitest-environment jsdom
import { CallFailed, failedWith } from '@partner-office/web'
import { cleanup, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { type Office, OfficeContext } from '../lib/session/office.ts'
import { openTestOffice, PROFILE } from '../testing/open.ts'
import { answerCalls, success } from '../testing/services.ts'
import { useSharedSession } from './use-shared-session.ts'

const CHECKED = {
  active: true,
  user_id: 7,
  user_name: 'anna@example.com',
  client_id: 'partner-office',
  exp: 2_000_000_000,
  scope: 'READ',
  scope_code: 'active',
}

let calls: readonly string[]
beforeEach(() => {
  document.cookie = 'partner_access_token=a-token; Path=/'
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  calls = answerCalls({
    'POST /oauth/check_token': success(CHECKED),
    'GET /v1/profile': success(PROFILE),
    'GET /v1/legals/partner': success({ acceptedAt: 1 }),
    'DELETE /oauth/token/revoke': success({}),
  })
})
afterEach(() => {
  cleanup()
  document.cookie = 'partner_access_token=; Max-Age=0; Path=/'
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** A tab with a session, in the background. */
async function openTab(): Promise<Office & { readonly unmount: () => void }> {
  const office = openTestOffice()
  const wrapper = ({ children }: { children: ReactNode }) => (
    <OfficeContext value={office}>{children}</OfficeContext>
  )
  const { unmount } = renderHook(useSharedSession, { wrapper })
  await office.startUp.run()
  return { ...office, unmount }
}

test('a log-out in one tab ends the session of the others at once, and asks no service again', async () => {
  const [here, there] = [await openTab(), await openTab()]
  expect(there.startUp.scope).not.toBeNull()
  await here.startUp.logOut()
  await vi.waitFor(() => expect(there.startUp.scope).toBeNull())
  expect(there.startUp.status.kind).toBe('success')
  expect(calls.filter((call) => call === 'DELETE /oauth/token/revoke')).toHaveLength(1)
})

test('a tab whose cookies change after the message ends its session too', async () => {
  const there = await openTab()
  const { promise: told, resolve } = Promise.withResolvers<void>()
  const listener = new BroadcastChannel('partner-session')
  listener.addEventListener('message', () => resolve())
  await openTab()
  await told
  listener.close()
  expect(there.startUp.scope).not.toBeNull()
  document.cookie = 'partner_access_token=; Max-Age=0; Path=/'
  await vi.waitFor(() => expect(there.startUp.scope).toBeNull(), { timeout: 5_000 })
})

test('STA-042 a tab whose session has ended goes on when its partner signs in in another tab', async () => {
  const there = await openTab()
  const kinds: string[] = []
  there.startUp.subscribe(() => kinds.push(there.startUp.status.kind))
  there.startUp.fail(new CallFailed(failedWith('invalid_token')))
  document.cookie = 'partner_access_token=; Max-Age=0; Path=/'
  const here = await openTab()
  document.cookie = 'partner_access_token=another; Path=/'
  await here.startUp.run()
  await vi.waitFor(() => expect(there.startUp.status.kind).toBe('success'), { timeout: 5_000 })
  expect(kinds).toEqual(['error', 'success'])
})

test('a tab with the same session goes on', async () => {
  const there = await openTab()
  const { scope } = there.startUp
  await openTab()
  await new Promise((done) => setTimeout(done))
  expect(there.startUp.scope).toBe(scope)
  expect(calls.filter((call) => call === 'GET /v1/profile')).toHaveLength(2)
})

describe('a tab that heard no message, such as a page out of the browser’s cache', () => {
  const signOutSilently = () => {
    document.cookie = 'partner_access_token=; Max-Age=0; Path=/'
  }
  const returns = [
    ['is looked at again', () => document.dispatchEvent(new Event('visibilitychange'))],
    ['is shown again', () => window.dispatchEvent(new Event('pageshow'))],
  ] as const

  test.each(returns)('ends its session when it %s', async (_, comesBack) => {
    const { startUp } = await openTab()
    signOutSilently()
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible')
    comesBack()
    await vi.waitFor(() => expect(startUp.scope).toBeNull())
    expect(startUp.status.kind).toBe('success')
  })

  test.each(returns)(
    'does nothing in the background, nor after the app has gone: %s',
    async (_, comesBack) => {
      const { startUp, unmount } = await openTab()
      signOutSilently()
      comesBack()
      unmount()
      vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible')
      comesBack()
      await new Promise((done) => setTimeout(done))
      expect(startUp.scope).not.toBeNull()
    },
  )

  test('goes on while its session is the same, without a call', async () => {
    await openTab()
    const before = calls.length
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible')
    for (const [, comesBack] of returns) comesBack()
    await new Promise((done) => setTimeout(done))
    expect(calls).toHaveLength(before)
  })
})

// @vitest-environment jsdom
import { HOSTS } from '@partner-office/web/testing/hosts.ts'
import { act, cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { failingHost } from '../../testing/failing-host.ts'
import { openTestOffice } from '../../testing/open.ts'
import { answerCalls, success } from '../../testing/services.ts'
import { showPage } from '../../testing/show-page.tsx'
import { LoginPage } from './login-page.tsx'

const PATIENCE_MS = 20_000
const RETRY_MS = 10_000

const goTo = vi.fn<(address: string) => void>()
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('scrollTo', () => {})
  vi.stubGlobal('location', { origin: 'http://office.test', replace: goTo })
})
afterEach(() => {
  cleanup()
  goTo.mockReset()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test.each(['down', 'slow'] as const)(
  'the passport is %s when a sign-in starts: the page says so, and goes there by itself once it answers',
  async (fault) => {
    answerCalls({ 'GET /health/live': success(null) })
    const passport = failingHost((path) => path === '/health/live')
    passport.fail(fault)
    showPage(openTestOffice(), LoginPage)
    await pass(PATIENCE_MS + 1_000)
    expect(screen.getByText('Login is not available')).toBeDefined()
    expect(goTo).not.toHaveBeenCalled()

    passport.repair()
    await pass(PATIENCE_MS + RETRY_MS)
    expect(goTo).toHaveBeenCalledExactlyOnceWith(
      expect.stringMatching(`^${HOSTS.domainPassport}/en/login`),
    )
  },
)

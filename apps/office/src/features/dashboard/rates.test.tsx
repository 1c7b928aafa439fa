// @vitest-environment jsdom
import { HOSTS } from '@partner-office/web/testing/hosts.ts'
import { act, cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { Config } from '../../lib/configuration/config.ts'
import { Rate } from '../../parts/rates/rate.tsx'
import { StaleNote } from '../../shell/stale-note.tsx'
import { failingHost, HOST_FAULTS } from '../../testing/failing-host.ts'
import { openTestOffice } from '../../testing/open.ts'
import { answerCalls, success } from '../../testing/services.ts'
import { showPage } from '../../testing/show-page.tsx'
import { RatesTime } from './rates-time.tsx'

const START = Date.UTC(2026, 10, 1, 14, 32)
const MINUTE = 60_000
/** A call and its repetition, each until its timeout. */
const SLOW_ROUND = 2 * MINUTE

const rateAt = (rate: string, updatedAt: number) =>
  success({ from: 'EUR', to: 'UPT', rate, rateType: 'SELL', updatedAt })
const answerRate = (rate: string) =>
  answerCalls({ 'GET /v1/exchange/current-rate': rateAt(rate, Date.now()) })

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

beforeEach(() => {
  vi.stubGlobal('scrollTo', () => {})
  vi.useFakeTimers({ now: START })
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

function show(): void {
  const config = new Config(HOSTS, new Map([['exchangeProvider', 'feed']]))
  const office = { ...openTestOffice(), config }
  showPage(office, () => (
    <>
      <StaleNote />
      <RatesTime />
      <Rate from="EUR" to="UPT" />
    </>
  ))
}

const asOf = () => screen.getByText(/^Rates as of/)

test.each(HOST_FAULTS)(
  'the exchange is %s in mid-session: the last rate stays, with its age, and the next one follows by itself',
  async (fault) => {
    answerRate('1.5')
    show()
    const exchange = failingHost((path) => path.startsWith('/v1/exchange/'))
    await pass(0)
    expect(screen.getByText('1 EUR = 1.5000 UPT')).toBeDefined()
    expect(asOf().textContent).toContain('14:32')
    expect(asOf().className).not.toContain('stale')

    exchange.fail(fault)
    await pass(3 * MINUTE + 1)
    await pass(MINUTE)
    expect(screen.getByText('1 EUR = 1.5000 UPT')).toBeDefined()
    expect(asOf().textContent).toContain('14:32')
    expect(asOf().className).toContain('stale')
    expect(screen.getByRole('status').textContent).toBe('')

    vi.unstubAllGlobals()
    answerRate('1.6')
    await pass(SLOW_ROUND)
    expect(screen.getByText('1 EUR = 1.6000 UPT')).toBeDefined()
    expect(asOf().className).not.toContain('stale')
  },
)

test.each(HOST_FAULTS)(
  'the exchange is %s from the start: the page says so, and the rate follows by itself',
  async (fault) => {
    answerRate('1.5')
    const exchange = failingHost((path) => path.startsWith('/v1/exchange/'))
    exchange.fail(fault)
    show()
    await pass(MINUTE)
    expect(screen.queryByText(/^1 EUR = \d/)).toBeNull()
    expect(screen.getByText('Rates are not available right now')).toBeDefined()
    expect(screen.getByRole('status').textContent).toBe('')

    exchange.repair()
    await pass(SLOW_ROUND)
    expect(screen.getByText('1 EUR = 1.5000 UPT')).toBeDefined()
    expect(asOf().textContent).toContain('14:')
  },
)

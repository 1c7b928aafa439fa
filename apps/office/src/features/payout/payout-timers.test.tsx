// @vitest-environment jsdom
import { Api } from '@partner-office/web'
import { HOSTS } from '@partner-office/web/testing/hosts.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { type Office, OfficeContext } from '../../lib/session/office.ts'
import { answerCalls, success } from '../../testing/services.ts'
import { useConfirmSeconds } from './code-step.tsx'
import { useUsdtRate } from './summary.tsx'

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 1) })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

test('PAY-041 entering the code step starts a countdown of five minutes', async () => {
  const { result } = renderHook(() => useConfirmSeconds())
  expect(result.current).toBe(300)
  await pass(1_000)
  expect(result.current).toBe(299)
  await pass(298_000)
  expect(result.current).toBe(1)
  await pass(1_000)
  expect(result.current).toBe(0)
})

test('PAY-035 the rate in USDT is read again every two seconds', async () => {
  const rate = { from: 'UCN', to: 'USDT', rate: '0.275', rateType: 'SELL', updatedAt: 1 }
  const calls = answerCalls({ 'GET /v1/exchange/current-rate': success(rate) })
  const api = new Api(HOSTS, () => null, { failedGlobally: () => {}, serverFailed: () => {} })
  const office = { api } as unknown as Office
  const queries = new QueryClient()
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <QueryClientProvider client={queries}>
      <OfficeContext value={office}>{children}</OfficeContext>
    </QueryClientProvider>
  )
  const { result } = renderHook(() => useUsdtRate('UCN'), { wrapper })
  await pass(0)
  expect(result.current).toBe('0.275')
  expect(calls).toHaveLength(1)
  await pass(1_999)
  expect(calls).toHaveLength(1)
  await pass(1)
  expect(calls).toHaveLength(2)
  await pass(4_000)
  expect(calls).toHaveLength(4)

  // A hidden page reads no rates. It reads them again when it is shown.
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  document.dispatchEvent(new Event('visibilitychange'))
  await pass(10_000)
  expect(calls).toHaveLength(4)
  visibility.mockRestore()
  document.dispatchEvent(new Event('visibilitychange'))
  await pass(2_000)
  expect(calls.length).toBeGreaterThan(4)
})

// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { useNowUntil } from './use-now-until.ts'

const START = Date.UTC(2026, 10, 21, 12)

beforeEach(() => void vi.useFakeTimers({ now: START + 400 }))
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms))

test('the time changes at each full second, and no more once the instant is reached', () => {
  const { result } = renderHook(() => useNowUntil(START + 2_000))
  expect(result.current).toBe(START + 400)
  pass(599)
  expect(result.current).toBe(START + 400)
  pass(1)
  expect(result.current).toBe(START + 1_000)
  pass(1_000)
  expect(result.current).toBe(START + 2_000)
  expect(vi.getTimerCount()).toBe(0)
})

test('no timer runs for an instant that is reached, and one for an instant a millisecond away', () => {
  renderHook(() => useNowUntil(START + 400))
  expect(vi.getTimerCount()).toBe(0)
  const { unmount } = renderHook(() => useNowUntil(START + 401))
  expect(vi.getTimerCount()).toBe(1)
  unmount()
  expect(vi.getTimerCount()).toBe(0)
})

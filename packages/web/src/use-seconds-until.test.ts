// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { clockText, useSecondsUntil } from './use-seconds-until.ts'

const START = Date.UTC(2026, 10, 21, 12)

beforeEach(() => void vi.useFakeTimers({ now: START }))
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

test('whole seconds are counted down to 0, a started second counts', () => {
  const { result } = renderHook(() => useSecondsUntil(START + 1_001))
  expect(result.current).toBe(2)
  act(() => vi.advanceTimersByTime(500))
  expect(result.current).toBe(1)
  act(() => vi.advanceTimersByTime(1_000))
  expect(result.current).toBe(0)
  expect(vi.getTimerCount()).toBe(0)
})

test('a past instant has 0 seconds and no timer', () => {
  const { result } = renderHook(() => useSecondsUntil(START))
  expect(result.current).toBe(0)
  expect(vi.getTimerCount()).toBe(0)
})

test.each([
  [0, '0:00'],
  [9, '0:09'],
  [59, '0:59'],
  [60, '1:00'],
  [3_600, '60:00'],
])('%i seconds are %s', (seconds, shown) => expect(clockText(seconds)).toBe(shown))

// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'

import { useBackOnline } from './use-online.ts'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

function turn(isOnline: boolean): void {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline)
  act(() => void window.dispatchEvent(new Event(isOnline ? 'online' : 'offline')))
}

test('a notice follows a connection that was lost and is back, and no other', () => {
  const onBack = vi.fn<() => void>()
  const { result, unmount } = renderHook(() => useBackOnline(onBack))
  expect(result.current).toBe(true)
  turn(true)
  expect(onBack).not.toHaveBeenCalled()
  turn(false)
  expect(result.current).toBe(false)
  expect(onBack).not.toHaveBeenCalled()
  turn(true)
  expect(result.current).toBe(true)
  expect(onBack).toHaveBeenCalledOnce()
  turn(false)
  turn(true)
  expect(onBack).toHaveBeenCalledTimes(2)
  unmount()
  turn(false)
  turn(true)
  expect(onBack).toHaveBeenCalledTimes(2)
})

test('nothing listens any more once the last screen is gone', () => {
  const removed = vi.spyOn(window, 'removeEventListener')
  renderHook(() => useBackOnline(() => {})).unmount()
  expect(removed.mock.calls.map(([event]) => event)).toEqual(
    expect.arrayContaining(['online', 'offline']),
  )
})

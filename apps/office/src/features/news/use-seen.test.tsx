// @vitest-environment jsdom
import { act, cleanup, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { VISIBLE_SHARE } from '../../lib/browser/visible-share.ts'
import { useSeen } from './use-seen.ts'

/** The observer of the page, told by the test how much of the element is visible. */
class FakeObserver {
  static show: (share: number) => void = () => {}
  static options: IntersectionObserverInit | undefined
  static open = 0

  constructor(heard: (entries: object[]) => void, options?: IntersectionObserverInit) {
    FakeObserver.show = (share) => act(() => heard([{ intersectionRatio: share }]))
    FakeObserver.options = options
  }
  observe(): void {
    FakeObserver.open += 1
  }
  disconnect(): void {
    FakeObserver.open -= 1
  }
}

const onSeen = vi.fn<() => void>()
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms))

function Item({ isNew = true }: { isNew?: boolean }) {
  return <li ref={useSeen<HTMLLIElement>(isNew, onSeen)} />
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('IntersectionObserver', FakeObserver)
  onSeen.mockReset()
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('NEW-008 an item counts as read after at least half of it has been visible for 2 s', () => {
  render(<Item />)
  FakeObserver.show(0.5)
  pass(1_999)
  expect(onSeen).not.toHaveBeenCalled()
  pass(1)
  expect(onSeen).toHaveBeenCalledOnce()
})

test('NEW-009 an item visible for less than 2 s, or to less than half, stays unread', () => {
  render(<Item />)
  FakeObserver.show(1)
  pass(1_999)
  FakeObserver.show(0.49)
  pass(10_000)
  FakeObserver.show(0.5)
  pass(1_999)
  FakeObserver.show(0)
  pass(10_000)
  expect(onSeen).not.toHaveBeenCalled()
})

test('NAV-039 the observer has a threshold of 0.5', () => {
  render(<Item />)
  expect(VISIBLE_SHARE).toBe(0.5)
  expect(FakeObserver.options).toEqual({ threshold: 0.5 })
})

test('an item that is read or gone is not watched', () => {
  const { rerender, unmount } = render(<Item />)
  FakeObserver.show(1)
  rerender(<Item isNew={false} />)
  pass(5_000)
  expect(FakeObserver.open).toBe(0)
  unmount()
  expect(vi.getTimerCount()).toBe(0)
  expect(onSeen).not.toHaveBeenCalled()
})

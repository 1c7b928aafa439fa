// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { NearView } from './near-view.tsx'

let see: (ratio: number) => void
let options: IntersectionObserverInit | undefined
const disconnect = vi.fn<() => void>()

beforeEach(() => {
  disconnect.mockReset()
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(heard: (entries: object[]) => void, given?: IntersectionObserverInit) {
        options = given
        see = (intersectionRatio) => act(() => heard([{ intersectionRatio }]))
      }
      observe() {}
      disconnect = disconnect
    },
  )
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('NAV-039 content is drawn when half of its room is near the window, and is watched no longer', () => {
  const { unmount } = render(<NearView height={240}>content</NearView>)
  expect(options).toEqual({ rootMargin: '220px', threshold: 0.5 })
  see(0.49)
  expect(screen.queryByText('content')).toBeNull()
  see(0.5)
  expect(screen.getByText('content')).toBeDefined()
  unmount()
  expect(disconnect).toHaveBeenCalled()
})

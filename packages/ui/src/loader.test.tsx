// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { Loader } from './loader.tsx'

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const wait = (ms: number) => act(() => vi.advanceTimersByTime(ms))

test('STA-021 the loader is absent at 199 ms and present at 200 ms', () => {
  render(<Loader label="Loading" />)
  wait(199)
  expect(screen.queryByText('Loading')).toBeNull()
  wait(1)
  expect(screen.getByText('Loading')).toBeTruthy()
})

test('the delay is configurable; skeletons wait for it too, and reserve their space at once', () => {
  render(
    <Loader label="Loading" delay={50}>
      <p>skeleton</p>
    </Loader>,
  )
  wait(49)
  expect(screen.getByText('skeleton').parentElement?.className).toBe('not-yet')
  wait(1)
  expect(screen.getByText('skeleton').parentElement?.className).toBe('')
})

// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { useRotation } from './use-rotation.ts'

let isReduced = false

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('matchMedia', () => ({ matches: isReduced }))
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  isReduced = false
})

const rotate = (slides: number) =>
  renderHook(({ isHeld }) => useRotation(slides, isHeld), { initialProps: { isHeld: false } })
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms))

test('LND-019 the next slide follows after 10 s, and the first one after the last', () => {
  const { result } = rotate(3)
  pass(9_999)
  expect(result.current.shown).toBe(0)
  pass(1)
  expect(result.current.shown).toBe(1)
  pass(10_000)
  expect(result.current.shown).toBe(2)
  pass(10_000)
  expect(result.current.shown).toBe(0)
})

test('the slides stand still while they are held or paused, and go on afterwards', () => {
  const { result, rerender } = rotate(2)
  rerender({ isHeld: true })
  pass(60_000)
  expect(result.current.shown).toBe(0)
  rerender({ isHeld: false })
  act(() => result.current.setPaused(true))
  pass(60_000)
  expect(result.current.shown).toBe(0)
  act(() => result.current.setPaused(false))
  pass(10_000)
  expect(result.current.shown).toBe(1)
})

test('with reduced motion the slides change only when asked', () => {
  isReduced = true
  const { result } = rotate(2)
  pass(60_000)
  expect(result.current.shown).toBe(0)
  act(() => result.current.show(1))
  expect(result.current.shown).toBe(1)
})

test('one slide does not move', () => {
  const { result } = rotate(1)
  pass(60_000)
  expect(result.current.shown).toBe(0)
})

test('when slides go away, the last one that is left is shown', () => {
  isReduced = true
  const { result, rerender } = renderHook(({ slides }) => useRotation(slides, false), {
    initialProps: { slides: 3 },
  })
  act(() => result.current.show(2))
  rerender({ slides: 2 })
  expect(result.current.shown).toBe(1)
})

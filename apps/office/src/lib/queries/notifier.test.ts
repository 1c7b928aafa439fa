import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { Notifier } from './notifier.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('ERR-010 a failure reaches the current listener only', () => {
  const notifier = new Notifier()
  let told = 0
  notifier.serverFailed()
  const stop = notifier.onServerFailure(() => (told += 1))
  vi.advanceTimersByTime(90_000)
  notifier.serverFailed()
  stop()
  vi.advanceTimersByTime(90_000)
  notifier.serverFailed()
  expect(told).toBe(1)
})

test('failures less than 90 seconds apart are told once, however long they go on', () => {
  const notifier = new Notifier()
  let told = 0
  notifier.onServerFailure(() => (told += 1))
  for (let failure = 0; failure < 5; failure += 1) {
    notifier.serverFailed()
    vi.advanceTimersByTime(89_999)
  }
  expect(told).toBe(1)
  vi.advanceTimersByTime(1)
  notifier.serverFailed()
  expect(told).toBe(2)
})

import { CallFailed, failedWith } from '@partner-office/web'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { Notifier } from './notifier.ts'

const FAILED = new CallFailed(failedWith('internal_server_error'), { status: 500 })

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('ERR-010 a failure reaches the current listener only', () => {
  const notifier = new Notifier()
  let told = 0
  notifier.serverFailed(FAILED)
  const stop = notifier.onServerFailure(() => (told += 1))
  vi.advanceTimersByTime(90_000)
  notifier.serverFailed(FAILED)
  stop()
  vi.advanceTimersByTime(90_000)
  notifier.serverFailed(FAILED)
  expect(told).toBe(1)
})

test('failures less than 90 seconds apart are shown once, however long they go on', () => {
  const notifier = new Notifier()
  let told = 0
  notifier.onServerFailure(() => (told += 1))
  for (let failure = 0; failure < 5; failure += 1) {
    notifier.serverFailed(FAILED)
    vi.advanceTimersByTime(89_999)
  }
  expect(told).toBe(1)
  vi.advanceTimersByTime(1)
  notifier.serverFailed(FAILED)
  expect(told).toBe(2)
})

import { expect, test } from 'vitest'

import { Notifier } from './notifier.ts'

test('ERR-010 a failure reaches the current listener only', () => {
  const notifier = new Notifier()
  let told = 0
  notifier.serverFailed()
  const stop = notifier.onServerFailure(() => (told += 1))
  notifier.serverFailed()
  notifier.serverFailed()
  stop()
  notifier.serverFailed()
  expect(told).toBe(2)
})

import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'

import { clockLagQuery } from './server-time.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test.each([
  ['behind', 'Sun, 01 Nov 2026 00:00:05 GMT', 5_000],
  ['ahead', 'Sat, 31 Oct 2026 23:59:55 GMT', -5_000],
  ['right', 'Sun, 01 Nov 2026 00:00:00 GMT', 0],
  ['without a server that says its time', null, 0],
])('the local clock is %s: %s', async (_, date, lag) => {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 1), toFake: ['Date'] })
  vi.stubGlobal('fetch', async () => new Response('', date === null ? {} : { headers: { date } }))
  expect(await new QueryClient().fetchQuery(clockLagQuery())).toBe(lag)
})

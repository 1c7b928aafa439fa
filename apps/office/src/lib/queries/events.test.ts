// @vitest-environment jsdom
import { QueryClient } from '@tanstack/react-query'
import { Api } from '@partner-office/web'
import { HOSTS } from '@partner-office/web/testing/hosts.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { answerCalls, success } from '../../testing/services.ts'
import { eventsQuery, eventStatus, farmQuery } from './events.ts'

const NOW = Date.UTC(2026, 10, 22)
const EVENT = {
  id: 1,
  title: 'Event',
  registrationStartDate: NOW - 10,
  registrationEndDate: NOW + 10,
  eventEndDate: NOW + 20,
  userRegistrationInfo: { status: null },
}

beforeEach(() => void vi.useFakeTimers({ now: NOW }))
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test.each([
  ['API-056 the end is past', { eventEndDate: NOW - 1 }, 'PASSED'],
  ['API-057 the end is now', { eventEndDate: NOW }, 'OPEN'],
  ['API-057 the registration starts now', { registrationStartDate: NOW }, 'OPEN'],
  ['API-057 the registration ends now', { registrationEndDate: NOW }, 'OPEN'],
  ['API-058 the registration starts later', { registrationStartDate: NOW + 1 }, 'CLOSED'],
  ['API-058 the registration ended before', { registrationEndDate: NOW - 1 }, 'CLOSED'],
  ['API-056 the event ended during its registration', { eventEndDate: NOW - 1 }, 'PASSED'],
] as const)('%s: %o is %s', (_title, facts, status) => {
  expect(eventStatus({ ...EVENT, ...facts }, NOW)).toBe(status)
})

const api = new Api(HOSTS, () => 'a-token', { failedGlobally: () => {}, serverFailed: () => {} })

test('API-029 D-110 events are asked with page 0 and size 1000, and kept with their status', async () => {
  const asked = vi.fn<(url: string) => Promise<Response>>(
    async () =>
      new Response(
        JSON.stringify({
          state: 'success',
          data: { content: [EVENT], number: 0, totalPages: 1 },
          errors: [],
        }),
      ),
  )
  vi.stubGlobal('fetch', asked)
  const queries = new QueryClient()
  await queries.fetchQuery(eventsQuery(api))
  expect(asked.mock.calls[0]![0]).toBe('http://office.test/v1/events?page=0&size=1000')
  expect(queries.getQueryData(eventsQuery(api).queryKey)).toEqual([{ ...EVENT, status: 'OPEN' }])
})

test('BON-013 D-112 farm data within 5,000 ms come from one request', async () => {
  const calls = answerCalls({ 'GET /v1/wallet/active': success([]) })
  const queries = new QueryClient()
  const load = () => queries.fetchQuery(farmQuery(api))
  await Promise.all([load(), load()])
  vi.setSystemTime(NOW + 4_999)
  await load()
  expect(calls).toHaveLength(1)
  vi.setSystemTime(NOW + 5_000)
  await load()
  expect(calls).toHaveLength(2)
})

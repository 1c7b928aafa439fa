import { Api } from '@partner-office/web'
import { HOSTS } from '@partner-office/web/testing/hosts.ts'
import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { STATUS } from '../../testing/ranks.ts'
import { answerCalls, refusal, success } from '../../testing/services.ts'
import { activityQuery } from './activity.ts'
import { infinityQuery, latestBonusQuery } from './bonus-queries.ts'
import { Config } from '../configuration/config.ts'
import { loadEnglish } from '../formats/english.ts'
import { inviterReader } from '../referral/inviter.ts'
import { passportPageAt } from '../navigation/passport-pages.ts'
import { ranksQuery } from './ranks-query.ts'
import { rankStatusQuery } from './ranks.ts'
import { rateQuery } from './rates.ts'

const serverFailed = vi.fn<() => void>()
const api = new Api(HOSTS, () => 'token', { failedGlobally: () => {}, serverFailed })
const config = new Config(HOSTS, new Map())
let queries: QueryClient

beforeEach(() => {
  queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
})
afterEach(() => {
  queries.clear()
  vi.unstubAllGlobals()
  vi.useRealTimers()
  serverFailed.mockClear()
})

describe('each query asks its own call', () => {
  test('the ranks and the own rank, by ladder', async () => {
    const calls = answerCalls({
      'GET /v1/rang/all': success([]),
      'GET /v1/bonus/turnover/rangs/all': success([]),
      'GET /v1/rang/current': success(STATUS),
      'GET /v1/bonus/turnover/rang': success(STATUS),
    })
    for (const ladder of ['ordinary', 'bonus'] as const) {
      await queries.fetchQuery(ranksQuery(api, ladder))
      await queries.fetchQuery(rankStatusQuery(api, ladder))
    }
    expect(calls).toHaveLength(4)
    expect(new Set(calls).size).toBe(4)
  })

  test('a rate, once for each pair', async () => {
    const calls = answerCalls({})
    await queries.fetchQuery(rateQuery(api, config, 'EUR', 'UPT')).catch(() => {})
    await queries.fetchQuery(rateQuery(api, config, 'EUR', 'UCN')).catch(() => {})
    expect(calls).toHaveLength(2)
  })

  test('the requirements of infinity in the last millisecond of a month that is over, else at its start', async () => {
    const asked: string[] = []
    vi.stubGlobal('fetch', async (url: string) => {
      asked.push(...new URL(url).searchParams.getAll('timestamp'))
      return Response.json(success([]))
    })
    const [october, november] = [Date.UTC(2026, 9), Date.UTC(2026, 10)]
    const load = (now: number) => {
      vi.useFakeTimers({ now })
      return new QueryClient().fetchQuery({ ...infinityQuery(api, october), retry: false })
    }
    await load(november).catch(() => {})
    await load(november - 1).catch(() => {})
    expect(asked).toEqual([String(november - 1), String(october)])
  })
})

test.each([
  ['the activity', () => queries.fetchQuery(activityQuery(api))],
  ['the newest bonus', () => queries.fetchQuery(latestBonusQuery(api))],
  ['the partner behind a code', () => inviterReader(api)('c', new AbortController().signal)],
])('%s is read quietly: a failure of the server is not reported', async (_, read) => {
  vi.stubGlobal('fetch', async () => new Response('', { status: 500 }))
  await expect(read()).rejects.toMatchObject({ code: 'internal_server_error', status: 500 })
  expect(serverFailed).not.toHaveBeenCalled()
})

test('API-011 an unknown code has no partner; any other failure is thrown', async () => {
  const read = () => inviterReader(api)('c', new AbortController().signal)
  vi.stubGlobal('fetch', async () => Response.json((refusal('not_found') as { body: object }).body))
  expect(await read()).toBeNull()
  vi.stubGlobal('fetch', async () =>
    Response.json((refusal('access_denied') as { body: object }).body),
  )
  await expect(read()).rejects.toMatchObject({ code: 'access_denied' })
})

test('English texts come from both files; a failed answer is refused', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ 'office.only': 'Here' }))
  expect(await loadEnglish()).toMatchObject({ 'office.only': 'Here', 'common.retry': 'Retry' })
  vi.stubGlobal('fetch', async () => new Response('{}', { status: 404 }))
  await expect(loadEnglish()).rejects.toThrow('answered 404')
})

test('operators may replace the passport page, and no other page of the identity provider', () => {
  const own = new Config(HOSTS, new Map([['profilePassportUrl', 'https://own.test/p']]))
  expect(passportPageAt(own, 'de', 'passport', 'payout')).toBe('https://own.test/p')
  expect(passportPageAt(own, 'de', 'security', 'payout')).toBe(
    'http://passport.test/de/profile/security?back=payout',
  )
  expect(passportPageAt(config, 'de', 'passport', 'transactions/reports')).toBe(
    'http://passport.test/de/profile/passport?back=transactions%2Freports',
  )
})

test('the properties of a family lose the beginning of their names', () => {
  const mixed = new Config(
    HOSTS,
    new Map([
      ['a.x', '1'],
      ['b.x', '2'],
      ['a.', '3'],
    ]),
  )
  expect([...mixed.family('a.')]).toEqual([
    ['x', '1'],
    ['', '3'],
  ])
})

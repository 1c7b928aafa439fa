import {
  getBalances,
  getBonusExport,
  getPayout,
  getUserActivity,
  postRegistrationConfirm,
  postToken,
} from '@partner-office/contracts'
import { afterEach, describe, expect, test, vi } from 'vitest'

import { Api, type Hosts } from './api.ts'
import { CallFailed } from './failure.ts'

const HOSTS = {
  domainBusinessRest: 'http://office.test',
  domainPassport: 'http://passport.test',
  domainExchange: 'http://exchange.test',
  domainOauth: 'http://oauth.test',
  oauthClientId: 'partner-office',
  oauthClientSecret: 'public',
} as Hosts

const failedGlobally = vi.fn<(failure: CallFailed) => void>()
const serverFailed = vi.fn<() => void>()
const apiWith = (token: string | null) =>
  new Api(HOSTS, () => token, { failedGlobally, serverFailed })

afterEach(() => {
  vi.unstubAllGlobals()
  vi.clearAllMocks()
})

type Call = { readonly url: string } & RequestInit

/** Answers each call, and returns the list of calls, which grows. */
function answer(body: unknown, init: ResponseInit = {}): Call[] {
  const calls: Call[] = []
  vi.stubGlobal('fetch', async (url: string, how: RequestInit) => {
    calls.push({ url, ...how })
    return new Response(typeof body === 'string' ? body : JSON.stringify(body), init)
  })
  return calls
}

const success = (data: unknown) => ({ state: 'success', data, errors: [] })
const refused = (code: string) => ({ state: 'error', errors: [{ code, fieldName: null }] })
const UCN = { query: { balances: 'UCN' } }

const failureOf = async (call: Promise<unknown>): Promise<CallFailed> =>
  call.then(
    () => expect.unreachable(),
    (failure: unknown) => failure as CallFailed,
  )

describe('what is sent', () => {
  test('the query in the address, the token of the session, no body', async () => {
    const calls = answer(success({ UCN: '1' }))
    expect(await apiWith('t').call('business', getBalances, UCN)).toEqual({ UCN: '1' })
    expect(calls).toHaveLength(1)
    const [{ url, method, headers, body }] = calls as [Call]
    expect([url, method]).toEqual(['http://office.test/v1/balances?balances=UCN', 'GET'])
    expect(headers).toEqual({ authorization: 'Bearer t' })
    expect(body).toBeUndefined()
  })

  test('no query, no token; each service has its host', async () => {
    const calls = answer(success(null))
    const api = apiWith(null)
    for (const service of ['business', 'passport', 'rates', 'oauth'] as const) {
      await api.call(service, getUserActivity).catch(() => {})
    }
    expect(calls.map(({ url }) => new URL(url).origin)).toEqual([
      'http://office.test',
      'http://passport.test',
      'http://exchange.test',
      'http://oauth.test',
    ])
    expect(calls[0]!.url).not.toContain('?')
    expect(calls[0]!.headers).toEqual({})
  })

  test('a parameter of the path is encoded, an undefined one of the query is left out', async () => {
    const calls = answer(success(null))
    const question = { params: { id: '7/8' }, query: { a: undefined, b: 1 } } as object
    await apiWith('t')
      .call('business', getPayout, question)
      .catch(() => {})
    expect(calls[0]!.url).toBe('http://office.test/v1/payout/7%2F8?b=1')
  })

  test('an OAuth call is a form with the credentials of the client', async () => {
    const calls = answer(success(null))
    const body = { grant_type: 'token', verifier: 'a b' }
    await apiWith('t')
      .call('oauth', postToken, { body })
      .catch(() => {})
    expect(calls[0]!.headers).toEqual({
      'content-type': 'application/x-www-form-urlencoded',
      authorization: `Basic ${btoa('partner-office:public')}`,
    })
    expect(String(calls[0]!.body)).toBe('grant_type=token&verifier=a+b')
  })

  test('a contract goes to the host that serves it: another one does not compile', () => {
    const wrong = () => {
      // @ts-expect-error: the passport does not serve it.
      void apiWith('t').call('passport', getBalances, UCN)
      // @ts-expect-error: the business service does not serve it.
      void apiWith('t').call('business', postToken)
    }
    expect(wrong).toBeTypeOf('function')
  })

  test('any other body is JSON; a token of the call wins over that of the session', async () => {
    const calls = answer(success(null))
    await apiWith('t')
      .call('passport', postRegistrationConfirm, { body: { token: 'a b' }, token: 'other' })
      .catch(() => {})
    expect(calls[0]!.headers).toEqual({
      'content-type': 'application/json',
      authorization: 'Bearer other',
    })
    expect(calls[0]!.body).toBe('{"token":"a b"}')
  })
})

describe('what fails', () => {
  test.each([
    ['a success without its data', success(null), 200, 'internal_server_error', true],
    ['data of another shape', success({ UCN: 1 }), 200, 'internal_server_error', true],
    ['an error', refused('wallet_not_found'), 200, 'wallet_not_found', false],
    ['a success with an error status', success({ UCN: '1' }), 500, 'internal_server_error', true],
    ['no JSON', '<html>', 502, 'internal_server_error', false],
  ])('%s', async (_, body, status, code, isEmpty) => {
    answer(body, { status })
    const failure = await failureOf(apiWith('t').call('business', getBalances, UCN))
    expect(failure).toBeInstanceOf(CallFailed)
    expect([failure.code, failure.status, failure.isEmpty]).toEqual([code, status, isEmpty])
  })

  test.each([
    ['3', 3_000],
    ['0', 0],
    ['-1', null],
    ['soon', null],
    [null, null],
  ])('the wait of retry-after %s: %s ms', async (seconds, wait) => {
    const headers = seconds === null ? [] : [['retry-after', seconds] as [string, string]]
    answer(refused('too_many_requests'), { status: 429, headers })
    const { retryAfterMs } = await failureOf(apiWith('t').call('business', getBalances, UCN))
    expect(retryAfterMs).toBe(wait)
  })

  test.each([
    ['a timeout', new DOMException('late', 'TimeoutError'), true, 'slow'],
    ['no connection', new TypeError('Failed to fetch'), false, 'offline'],
    ['a host that is down', new TypeError('Failed to fetch'), true, null],
  ])('ERR-005 %s is an internal error with its own reason', async (_, error, onLine, noAnswer) => {
    vi.stubGlobal('navigator', { onLine })
    vi.stubGlobal('fetch', () => Promise.reject(error))
    const failure = await failureOf(apiWith(null).call('business', getBalances, UCN))
    expect(failure.code).toBe('internal_server_error')
    expect(failure.noAnswer).toBe(noAnswer)
    expect(serverFailed).not.toHaveBeenCalled()
  })

  test('a call that its caller has aborted is canceled, and nobody else hears of it', async () => {
    const aborted = AbortSignal.abort()
    vi.stubGlobal('fetch', async (_: string, { signal }: RequestInit) => signal?.throwIfAborted())
    const call = apiWith('t').call('business', getBalances, { ...UCN, signal: aborted })
    expect((await failureOf(call)).code).toBe('canceled')
    answer(refused('invalid_token'), { status: 401 })
    await failureOf(apiWith('t').call('business', getBalances, { ...UCN, signal: aborted }))
    expect(failedGlobally).not.toHaveBeenCalled()
  })
})

describe('who hears of a failure', () => {
  const heard = () => [failedGlobally.mock.calls.length, serverFailed.mock.calls.length]
  const fail = async (
    code: string,
    status: number,
    question: object = {},
    token: string | null = 't',
  ) => {
    answer(refused(code), { status })
    await failureOf(apiWith(token).call('business', getBalances, { ...UCN, ...question }))
    return heard()
  }

  test.each(['invalid_token', 'terms_not_accepted', 'user_blocked', 'too_many_requests'])(
    'the whole session, of the code %s with its token',
    async (code) => {
      expect(await fail(code, 401)).toEqual([1, 0])
    },
  )

  test('not of such a code with another token or without a session', async () => {
    expect(await fail('invalid_token', 401, { token: 'other' })).toEqual([0, 0])
    expect(await fail('invalid_token', 401, {}, null)).toEqual([0, 0])
    expect(await fail('wallet_not_found', 404)).toEqual([0, 0])
  })

  test('everybody of status 429, and of a status from 500 on unless the call is quiet', async () => {
    expect(await fail('wait', 429, {}, null)).toEqual([1, 0])
    expect(await fail('broken', 499)).toEqual([1, 0])
    expect(await fail('broken', 500)).toEqual([1, 1])
    expect(await fail('broken', 503, { quiet: true })).toEqual([1, 1])
  })
})

describe('a download', () => {
  const csv = { 'content-type': 'text/csv; charset=utf-8' }

  test('is a file with the name that the service gives it', async () => {
    answer('a,b\n', { headers: { ...csv, 'content-disposition': 'attachment; filename="b.csv"' } })
    const file = await apiWith('t').download('business', getBonusExport)
    expect([file.name, await file.text()]).toEqual(['b.csv', 'a,b\n'])
    answer('a,b\n', { headers: csv })
    expect((await apiWith('t').download('business', getBonusExport)).name).toBe('')
  })

  test.each([
    ['another type', 200, { 'content-type': 'text/html' }],
    ['plain text', 200, { 'content-type': 'text/plain' }],
    ['an error status', 503, csv],
  ])('fails for %s', async (_, status, headers) => {
    answer('', { status, headers })
    const failure = await failureOf(apiWith('t').download('business', getBonusExport))
    expect(failure.status).toBe(status)
  })
})

test('PTR-015 a call that may not be sent fails at once; headers of a service come with each of its calls', async () => {
  const calls = answer(success({ UCN: '1' }))
  const api = new Api(HOSTS, () => 't', {
    failedGlobally,
    serverFailed,
    refuses: ({ method }) => method !== 'GET',
    headersFor: (service) => (service === 'business' ? { 'x-office-page': '/payout' } : {}),
  })
  const failure = await failureOf(
    api.call('passport', postRegistrationConfirm, { body: { token: 'a' } }),
  )
  expect({ code: failure.code, status: failure.status }).toEqual({
    code: 'access_denied',
    status: 403,
  })
  expect(calls).toEqual([])
  await api.call('business', getBalances, UCN)
  expect(new Headers(calls[0]!.headers).get('x-office-page')).toBe('/payout')
})

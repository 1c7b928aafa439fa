// @vitest-environment jsdom
import { deleteToken, getProfile, putProfileLanguage } from '@partner-office/contracts'
import { CallFailed, failedWith } from '@partner-office/web'
import { allowStorage, forbidStorage } from '@partner-office/web/testing/forbid-storage.ts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { profileKey } from '../lib/session/profile-key.ts'
import { keepWantedPage, takeWantedPage } from '../lib/navigation/wanted-page.ts'
import { openStartUp, PROFILE } from '../testing/open.ts'
import { answerCalls, refusal, success } from '../testing/services.ts'

const CHECK = 'POST /oauth/check_token'
const PROFILE_CALL = 'GET /v1/profile'
const LEGALS = 'GET /v1/legals/partner'
const REVOKE = 'DELETE /oauth/token/revoke'

const checked = (id: number, name: string) =>
  success({
    active: true,
    user_id: id,
    user_name: name,
    client_id: 'partner-office',
    exp: 2_000_000_000,
    scope: 'READ WRITE active',
    scope_code: 'active',
  })

const SIGNED_IN = {
  [CHECK]: checked(7, 'anna@example.com'),
  [PROFILE_CALL]: success(PROFILE),
  [LEGALS]: success({ acceptedAt: 1 }),
  [REVOKE]: success({}),
}

beforeEach(() => {
  document.cookie = 'partner_access_token=; Max-Age=0; Path=/'
  sessionStorage.clear()
})
afterEach(() => {
  vi.unstubAllGlobals()
  sessionStorage.clear()
  document.cookie = 'partner_access_token=; Max-Age=0; Path=/'
})

const signedIn = (answers: Parameters<typeof answerCalls>[0] = SIGNED_IN) => {
  const opened = openStartUp()
  opened.cookies.write('access_token', 'a-token')
  return { ...opened, calls: answerCalls(answers) }
}

describe('the status', () => {
  test('STA-003 is loading from the first moment until authorization has ended', async () => {
    const { startUp, statuses } = signedIn()
    expect(startUp.status.kind).toBe('loading')
    await startUp.run()
    expect(statuses).toEqual(['loading', 'loading', 'success'])
  })

  test('STA-009 without a token it becomes success, and no call is made', async () => {
    const calls = answerCalls({})
    const { startUp } = openStartUp()
    await startUp.run()
    expect(startUp.status.kind).toBe('success')
    expect(calls).toEqual([])
  })

  test('STA-011 without a profile it becomes the error profile_not_found', async () => {
    for (const answer of [refusal('profile_not_found'), success(null), success({})]) {
      const { startUp } = signedIn({ ...SIGNED_IN, [PROFILE_CALL]: answer })
      await startUp.run()
      expect(startUp.status).toMatchObject({ kind: 'error', code: 'profile_not_found' })
    }
  })

  test('API-055 a profile that is not ready fails at the time that the configuration names', async () => {
    vi.useFakeTimers({ now: 0 })
    const { startUp } = signedIn({ ...SIGNED_IN, [PROFILE_CALL]: refusal('data_not_ready') })
    const run = startUp.run()
    await vi.advanceTimersByTimeAsync(29_999)
    expect(startUp.status.kind).toBe('loading')
    await vi.advanceTimersByTimeAsync(1)
    await run
    expect(startUp.status).toMatchObject({ kind: 'error', code: 'data_not_ready' })
    vi.useRealTimers()
  })

  test('STA-012 without accepted terms it becomes the error terms_not_accepted', async () => {
    const { startUp } = signedIn({ ...SIGNED_IN, [LEGALS]: success({ acceptedAt: null }) })
    await startUp.run()
    expect(startUp.status).toMatchObject({ kind: 'error', code: 'terms_not_accepted' })
  })

  test('STA-013 with profile and acceptance it becomes success', async () => {
    const { startUp, queries, go } = signedIn()
    await startUp.run()
    expect(startUp.status).toEqual({ kind: 'success' })
    expect(queries.getQueryData(profileKey)).toEqual(PROFILE)
    expect(go.toLanguage).toHaveBeenCalledWith('de')
  })

  test('STA-028 falls back to internal_server_error without a more specific error', () => {
    const { startUp } = openStartUp()
    startUp.fail('no error at all')
    expect(startUp.status).toMatchObject({ code: 'internal_server_error' })
  })

  test('the first error stays; a throttled call says when it may be repeated', () => {
    vi.useFakeTimers({ now: 1_000 })
    const { startUp } = openStartUp()
    startUp.fail(new CallFailed(failedWith('too_many_requests'), { retryAfterMs: 7_000 }))
    startUp.fail(new CallFailed(failedWith('invalid_token')))
    expect(startUp.status).toEqual({
      kind: 'error',
      code: 'too_many_requests',
      messages: ['too_many_requests'],
      noAnswer: null,
      status: 0,
      requestId: null,
      at: 1_000,
      retryAt: 8_000,
    })
    vi.useRealTimers()
  })

  test('an error without a wait may be repeated at once', () => {
    vi.useFakeTimers({ now: 1_000 })
    const { startUp } = openStartUp()
    startUp.fail(new CallFailed(failedWith('invalid_token')))
    expect(startUp.status).toMatchObject({ at: 1_000, retryAt: 1_000 })
    vi.useRealTimers()
  })

  test('a listener hears each change until it unsubscribes', () => {
    const { startUp } = openStartUp()
    const listener = vi.fn<() => void>()
    const unsubscribe = startUp.subscribe(listener)
    startUp.accepted()
    expect(listener).toHaveBeenCalledTimes(1)
    unsubscribe()
    startUp.accepted()
    expect(listener).toHaveBeenCalledTimes(1)
  })

  test('LEG-008 becomes success when the terms are accepted', async () => {
    const { startUp } = signedIn({ ...SIGNED_IN, [LEGALS]: success({ acceptedAt: null }) })
    await startUp.run()
    startUp.accepted()
    expect(startUp.status).toEqual({ kind: 'success' })
  })

  test('LEG-009 the page is refreshed 500 ms after that, and not before', () => {
    vi.useFakeTimers()
    const { startUp, go } = openStartUp()
    startUp.accepted()
    vi.advanceTimersByTime(499)
    expect(go.refresh).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(go.refresh).toHaveBeenCalledTimes(1)
    vi.useRealTimers()
  })
})

describe('a session', () => {
  test('STA-006 without a token cookie everything of a session is cleared', async () => {
    answerCalls({})
    const { startUp, queries } = openStartUp()
    queries.setQueryData(profileKey, PROFILE)
    await startUp.run()
    expect(startUp.isSignedIn).toBe(false)
    expect(queries.getQueryCache().getAll()).toEqual([])
  })

  test('STA-032 leaves nothing behind after log-out', async () => {
    const { startUp, queries, cookies, go, calls } = signedIn()
    await startUp.run()
    for (const key of ['rank', 'bonus', 'farm', 'verifications']) queries.setQueryData([key], key)
    sessionStorage.setItem('draft-profile-1', '{"city":"Rome"}')
    await startUp.logOut()
    expect(Object.keys(sessionStorage)).not.toContain('draft-profile-1')
    expect(calls.at(-1)).toBe(REVOKE)
    expect(queries.getQueryCache().getAll()).toEqual([])
    expect(cookies.read('access_token')).toBeNull()
    expect(JSON.stringify({ ...startUp })).not.toContain('a-token')
    expect(go.toHome).toHaveBeenCalledTimes(1)
  })

  test.each([
    ['is refused as invalid', refusal('invalid_token', 401)],
    ['is a success without data', success(null)],
    ['is a success with other data', success({})],
  ])('STA-007 ends if the check of its token %s', async (_, answer) => {
    const { startUp, cookies, queries, calls } = signedIn({ [CHECK]: answer })
    queries.setQueryData(profileKey, PROFILE)
    await startUp.run()
    expect(startUp.status).toEqual({ kind: 'success' })
    expect(startUp.scope).toBeNull()
    expect(cookies.read('access_token')).toBeNull()
    expect(queries.getQueryCache().getAll()).toEqual([])
    expect(calls).toEqual([CHECK])
  })

  test.each([
    ['silence', 'silence' as const],
    ['nonsense', { body: '<p>hello' }],
    ['an expired token', refusal('invalid_token', 401)],
  ])('STA-034 ends the same when revoking its token ends in %s', async (_, answer) => {
    const { startUp, cookies, go, calls } = signedIn({ ...SIGNED_IN, [REVOKE]: answer })
    await startUp.run()
    await startUp.logOut()
    expect(calls.at(-1)).toBe(REVOKE)
    expect(startUp.scope).toBeNull()
    expect(cookies.read('access_token')).toBeNull()
    expect(go.toHome).toHaveBeenCalledOnce()
  })

  test.each([
    ['silence', 'silence' as const],
    ['a failing server', refusal('internal_server_error', 500)],
    ['too many requests', refusal('too_many_requests', 429)],
  ])('survives %s', async (_, answer) => {
    const { startUp, cookies } = signedIn({ ...SIGNED_IN, [CHECK]: answer })
    await startUp.run()
    expect(startUp.status.kind).toBe('error')
    expect(cookies.read('access_token')).toBe('a-token')
    answerCalls(SIGNED_IN)
    await startUp.run()
    expect(startUp.status.kind).toBe('success')
  })

  test('is authorized behind the error, which stays until that succeeds', async () => {
    const { startUp, cookies, statuses } = signedIn({ ...SIGNED_IN, [CHECK]: 'silence' })
    await startUp.run()
    await startUp.recover()
    expect(startUp.status).toMatchObject({ kind: 'error', code: 'internal_server_error' })
    expect(statuses.slice(2)).toEqual(['error', 'error'])

    answerCalls({ ...SIGNED_IN, [LEGALS]: success({ acceptedAt: null }) })
    await startUp.recover()
    expect(startUp.status).toMatchObject({ kind: 'error', code: 'terms_not_accepted' })

    answerCalls(SIGNED_IN)
    await startUp.recover()
    expect(startUp.status).toEqual({ kind: 'success' })
    expect(statuses.slice(2)).toEqual(['error', 'error', 'error', 'success'])
    expect(cookies.read('access_token')).toBe('a-token')
  })

  test('that was authorized meanwhile stays so when the attempt behind the error fails', async () => {
    const { startUp } = signedIn({ ...SIGNED_IN, [CHECK]: 'silence' })
    await startUp.run()
    const late = startUp.recover()
    answerCalls(SIGNED_IN)
    await startUp.run()
    await late
    expect(startUp.status).toEqual({ kind: 'success' })
  })

  test('that another tab has ended or begun is noticed', async () => {
    const { startUp, cookies } = signedIn()
    expect(startUp.isOutdated).toBe(false)
    await startUp.run()
    expect(startUp.isOutdated).toBe(false)
    cookies.remove('access_token')
    expect(startUp.isOutdated).toBe(true)
  })
})

describe('STA-042 a session that ended while its page was open', () => {
  const ended = async () => {
    const opened = signedIn()
    await opened.startUp.run()
    expect(opened.startUp.hasEnded).toBe(false)
    opened.startUp.fail(new CallFailed(failedWith('invalid_token')))
    expect(opened.startUp.hasEnded).toBe(true)
    return opened
  }

  test('goes on when its partner has signed in again elsewhere; what was loaded counts as old', async () => {
    const { startUp, cookies, queries, statuses } = await ended()
    const before = statuses.length
    cookies.write('access_token', 'another')
    await startUp.resume()
    expect(statuses.slice(before)).toEqual(['success'])
    expect(startUp.hasEnded).toBe(false)
    expect(startUp.isOutdated).toBe(false)
    expect(queries.getQueryState(profileKey)).toMatchObject({ isInvalidated: true, data: PROFILE })
  })

  test('begins anew for another partner', async () => {
    const { startUp, cookies, statuses } = await ended()
    const before = statuses.length
    cookies.write('access_token', 'another')
    answerCalls({ ...SIGNED_IN, [CHECK]: checked(8, 'ben@example.com') })
    await startUp.resume()
    expect(statuses.slice(before)).toEqual(['loading', 'success'])
  })

  test('stays as it is without a session, with one that has ended, too, and while no service answers', async () => {
    const { startUp, cookies } = await ended()
    cookies.remove('access_token')
    await startUp.resume()
    expect(startUp.hasEnded).toBe(true)
    for (const answer of [refusal('invalid_token', 401), 'silence'] as const) {
      cookies.write('access_token', 'another')
      answerCalls({ ...SIGNED_IN, [CHECK]: answer })
      await startUp.resume()
      expect(startUp.hasEnded).toBe(true)
      expect(cookies.read('access_token')).toBe('another')
    }
  })

  test('another error is not the end of a session', () => {
    const { startUp } = openStartUp()
    startUp.fail(new CallFailed(failedWith('too_many_requests')))
    expect(startUp.hasEnded).toBe(false)
  })
})

test('STA-042 a log-out forgets the page that was wanted before the sign-in', async () => {
  const { startUp } = signedIn()
  keepWantedPage('/en/support')
  await startUp.logOut()
  expect(takeWantedPage()).toBeNull()
})

describe('a token in the address', () => {
  const SWAP = 'POST /oauth/token'
  const swapped = success({
    access_token: 'new',
    expires: 1,
    scope: 'READ active',
    scope_code: 'active',
  })
  const withVerifier = (): void => sessionStorage.setItem('sign-in-verifier', 'v'.repeat(64))

  test('is swapped with the verifier of this tab, kept, and leads to the dashboard', async () => {
    withVerifier()
    answerCalls({ ...SIGNED_IN, [SWAP]: swapped })
    const { startUp, cookies, go } = openStartUp('handed')
    await startUp.run()
    expect(cookies.read('access_token')).toBe('new')
    expect(go.toWanted).toHaveBeenCalledTimes(1)
    expect(sessionStorage.getItem('sign-in-verifier')).toBeNull()
  })

  test('without a verifier restarts the sign-in, once', async () => {
    answerCalls({ [CHECK]: refusal('invalid_token', 401) })
    const first = openStartUp('handed')
    await first.startUp.run()
    expect(first.go.toLogin).toHaveBeenCalledTimes(1)
    expect(first.startUp.status.kind).toBe('success')
    const second = openStartUp('handed')
    await second.startUp.run()
    expect(second.go.toLogin).not.toHaveBeenCalled()
    expect(second.startUp.status.kind).toBe('success')
  })

  describe('in a browser that keeps no data', () => {
    afterEach(allowStorage)

    const noneKept = { kind: 'error', code: 'storage_forbidden' }

    test('says so instead of restarting the sign-in, and a retry shows the pages', async () => {
      forbidStorage()
      answerCalls({ [CHECK]: refusal('invalid_token', 401) })
      const { startUp, go } = openStartUp('handed')
      await startUp.run()
      expect(startUp.status).toMatchObject(noneKept)
      expect(go.toLogin).not.toHaveBeenCalled()
      await startUp.run()
      expect(startUp.status.kind).toBe('success')
    })

    test('says so when only cookies are forbidden', async () => {
      withVerifier()
      forbidStorage(['cookie'])
      answerCalls({ ...SIGNED_IN, [SWAP]: swapped })
      const { startUp, go } = openStartUp('handed')
      await startUp.run()
      expect(startUp.status).toMatchObject(noneKept)
      expect(go.toWanted).not.toHaveBeenCalled()
    })
  })

  test.each([
    ['silence', 'silence' as const],
    ['a failing server', refusal('internal_server_error', 500)],
    ['nonsense', { body: '<p>hello' }],
    ['another shape', { body: { hello: ['world'] } }],
  ])('whose swap ends in %s is an error, and a retry goes on without it', async (_, answer) => {
    withVerifier()
    answerCalls({ [SWAP]: answer })
    const { startUp } = openStartUp('handed')
    await startUp.run()
    expect(startUp.status).toMatchObject({ kind: 'error', code: 'internal_server_error' })
    await startUp.run()
    expect(startUp.status.kind).toBe('success')
  })

  /** Answers the first check of a token, which is the one in the address, by itself. */
  function answerFirstCheck(first: ReturnType<typeof refusal>): string[] {
    let checks = 0
    const answers = { ...SIGNED_IN }
    Object.defineProperty(answers, CHECK, {
      get: () => (checks++ === 0 ? first : SIGNED_IN[CHECK]),
    })
    return answerCalls(answers)
  }

  test('that fails leaves the session unchanged, and sends nobody to the log-in', async () => {
    const { startUp, cookies, go } = openStartUp('broken')
    cookies.write('access_token', 'a-token')
    answerFirstCheck(refusal('invalid_token', 401))
    await startUp.run()
    expect(cookies.read('access_token')).toBe('a-token')
    expect(startUp.status.kind).toBe('success')
    expect(go.toWanted).toHaveBeenCalledOnce()
    expect(go.toLogin).not.toHaveBeenCalled()
  })

  describe('of another partner asks before it replaces a live session', () => {
    async function askedFirst() {
      const opened = openStartUp('other')
      opened.cookies.write('access_token', 'a-token')
      const calls = answerFirstCheck(checked(8, 'ben@example.com'))
      await opened.startUp.run()
      expect(opened.startUp.status).toEqual({
        kind: 'question',
        current: 'anna@example.com',
        other: 'ben@example.com',
      })
      expect(opened.cookies.read('access_token')).toBe('a-token')
      expect(opened.go.toWanted).not.toHaveBeenCalled()
      return { ...opened, calls }
    }

    test('and replaces it if that is wanted', async () => {
      const { startUp, cookies, go, calls } = await askedFirst()
      await startUp.answer(true)
      expect(cookies.read('access_token')).toBe('other')
      expect(calls).not.toContain(REVOKE)
      expect(go.toWanted).toHaveBeenCalledOnce()
      expect(startUp.status.kind).toBe('success')
    })

    test('and ends the other one at the service if it is not', async () => {
      const { startUp, cookies, go, calls } = await askedFirst()
      await startUp.answer(false)
      expect(cookies.read('access_token')).toBe('a-token')
      expect(calls.filter((call) => call === REVOKE)).toHaveLength(1)
      expect(go.toWanted).toHaveBeenCalledOnce()
      expect(startUp.status.kind).toBe('success')
    })
  })

  test('of the same partner replaces the session without a question', async () => {
    const { startUp, cookies, go } = openStartUp('newer')
    cookies.write('access_token', 'a-token')
    answerCalls(SIGNED_IN)
    await startUp.run()
    expect(startUp.status.kind).toBe('success')
    expect(cookies.read('access_token')).toBe('newer')
    expect(go.toWanted).toHaveBeenCalledOnce()
  })
})

describe('a view of an operator', () => {
  const view = {
    ...SIGNED_IN,
    'POST /oauth/token': success({
      access_token: 'view-access',
      expires: 2_000_000_000_000,
      scope: 'READ active',
      scope_code: 'active',
    }),
  }
  const opened = async (answers: Parameters<typeof answerCalls>[0] = view) => {
    const calls = answerCalls(answers)
    const office = openStartUp('view-link')
    await office.startUp.run()
    return { ...office, calls }
  }

  test('PTR-014 the link is swapped, and its token stays in this tab', async () => {
    document.cookie = 'partner_access_token=own; Path=/'
    const { startUp, statuses } = await opened()
    expect(statuses.at(-1)).toBe('success')
    expect(startUp.view).toEqual({ email: 'anna@example.com', endsAt: 2_000_000_000_000 })
    expect(document.cookie).toContain('partner_access_token=own')
    expect(startUp.headersFor('passport')).toEqual({})
    expect(Object.keys(startUp.headersFor('business'))).toEqual(['x-office-page'])
  })

  test('PTR-015 no call but GET is sent, except the end of the view', async () => {
    const { startUp } = await opened()
    expect(startUp.refuses(putProfileLanguage)).toBe(true)
    expect(startUp.refuses(getProfile)).toBe(false)
    expect(startUp.refuses(deleteToken)).toBe(false)
  })

  test('PTR-016 its button ends it, and the tab says so also when it is loaded again', async () => {
    const { startUp, calls, go } = await opened()
    await startUp.logOut()
    expect(calls).toContain(REVOKE)
    expect(startUp.status).toMatchObject({ kind: 'error', code: 'view_ended' })
    expect(go.toHome).not.toHaveBeenCalled()
    const again = openStartUp()
    await again.startUp.run()
    expect(again.startUp.status).toMatchObject({ kind: 'error', code: 'view_ended' })
  })

  test('PTR-016 a link that is used up, and a token that is refused, end it', async () => {
    const used = await opened({ ...view, 'POST /oauth/token': refusal('invalid_grant', 400) })
    expect(used.startUp.status).toMatchObject({ code: 'view_ended' })
    const { startUp } = await opened()
    startUp.fail(new CallFailed(failedWith('invalid_token')))
    expect(startUp.status).toMatchObject({ code: 'view_ended' })
  })

  test('a partner’s own session is no view', async () => {
    const { startUp } = signedIn()
    await startUp.run()
    expect([startUp.isView, startUp.view, startUp.refuses(putProfileLanguage)]).toEqual([
      false,
      null,
      false,
    ])
  })
})

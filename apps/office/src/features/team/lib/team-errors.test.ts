import { getTeam } from '@partner-office/contracts'
import { Api, CallFailed } from '@partner-office/web'
import { HOSTS } from '@partner-office/web/testing/hosts.ts'
import { CancelledError } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'

import { teamErrors, shownCodes } from './team-errors.ts'

afterEach(() => vi.unstubAllGlobals())

test('TEA-057 a canceled request is `canceled` at errors._common[0], and not shown', async () => {
  vi.stubGlobal('fetch', (_: string, { signal }: RequestInit) => {
    return new Promise((_done, fail) =>
      signal!.addEventListener('abort', () => fail(signal!.reason)),
    )
  })
  const reporter = { failedGlobally: vi.fn<() => void>(), serverFailed: vi.fn<() => void>() }
  const given = new AbortController()
  const request = new Api(HOSTS, () => 'token', reporter).call('business', getTeam, {
    query: { sponsorId: '7' },
    signal: given.signal,
  })
  given.abort()
  const error: unknown = await request.catch((failure: unknown) => failure)
  expect(teamErrors(error).errors._common[0]).toBe('canceled')
  expect(shownCodes(error)).toEqual([])
  expect(reporter.failedGlobally).not.toHaveBeenCalled()
  expect(reporter.serverFailed).not.toHaveBeenCalled()
})

test.each([new CancelledError(), new DOMException('', 'AbortError')])(
  'TEA-057 a request that is canceled before it is sent is `canceled`, too: %s',
  (error) =>
    expect(teamErrors(error)).toEqual({ state: 'error', errors: { _common: ['canceled'] } }),
)

test('all codes of a refusal are shown, and internal_server_error for any other error', () => {
  const item = (code: string) => ({ code, fieldName: null, errors: null })
  const refused = new CallFailed({
    state: 'error',
    errors: [item('not_found'), item('data_not_ready')],
  })
  expect(shownCodes(refused)).toEqual(['not_found', 'data_not_ready'])
  expect(shownCodes(new TypeError('x'))).toEqual(['internal_server_error'])
})

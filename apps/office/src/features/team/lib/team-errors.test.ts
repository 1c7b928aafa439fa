import { getTeam } from '@partner-office/contracts'
import { Api, CallFailed } from '@partner-office/web'
import { CancelledError } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'

import { HOSTS } from '../../../testing/services.ts'
import { teamErrors, shownCodes } from './team-errors.ts'

afterEach(() => vi.unstubAllGlobals())

test('TEA-057 a canceled request is `canceled` at errors._common[0], and not shown', async () => {
  vi.stubGlobal('fetch', (_: string, { signal }: RequestInit) => {
    return new Promise((_done, fail) =>
      signal!.addEventListener('abort', () => fail(signal!.reason)),
    )
  })
  const told = { failedGlobally: vi.fn<() => void>(), serverFailed: vi.fn<() => void>() }
  const given = new AbortController()
  const asked = new Api(HOSTS, () => 'token', told).call('business', getTeam, {
    query: { sponsorId: '7' },
    signal: given.signal,
  })
  given.abort()
  const error: unknown = await asked.catch((failure: unknown) => failure)
  expect(teamErrors(error).errors._common[0]).toBe('canceled')
  expect(shownCodes(error)).toEqual([])
  expect(told.failedGlobally).not.toHaveBeenCalled()
  expect(told.serverFailed).not.toHaveBeenCalled()
})

test.each([new CancelledError(), new DOMException('', 'AbortError')])(
  'TEA-057 so is a request that is canceled before it is sent: %s',
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

import { getTeam } from '@partner-office/contracts'
import { Api, CallFailed } from '@partner-office/web'
import { CancelledError } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'

import { HOSTS } from '../../../testing/services.ts'
import { teamErrors, toldCodes } from './team-errors.ts'

afterEach(() => vi.unstubAllGlobals())

test('TEA-057 a canceled request is `canceled` at errors._common[0], and nobody is told', async () => {
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
  expect(toldCodes(error)).toEqual([])
  expect(told.failedGlobally).not.toHaveBeenCalled()
  expect(told.serverFailed).not.toHaveBeenCalled()
})

test.each([new CancelledError(), new DOMException('', 'AbortError')])(
  'TEA-057 so is one that was given up before it was made: %s',
  (error) =>
    expect(teamErrors(error)).toEqual({ state: 'error', errors: { _common: ['canceled'] } }),
)

test('all codes of a refusal are told, and one for anything else', () => {
  const item = (code: string) => ({ code, fieldName: null, errors: null })
  const refused = new CallFailed({
    state: 'error',
    errors: [item('not_found'), item('data_not_ready')],
  })
  expect(toldCodes(refused)).toEqual(['not_found', 'data_not_ready'])
  expect(toldCodes(new TypeError('x'))).toEqual(['internal_server_error'])
})

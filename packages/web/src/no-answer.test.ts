import { getBalances } from '@partner-office/contracts'
import { afterEach, expect, test, vi } from 'vitest'

import { Api, type Hosts } from './api.ts'
import type { CallFailed } from './failure.ts'

const HOSTS = { domainBusinessRest: 'http://office.test' } as Hosts
const HANDLERS = { failedGlobally: () => {}, serverFailed: () => {} }

afterEach(() => vi.unstubAllGlobals())

async function failureOf(error: unknown, onLine: boolean): Promise<CallFailed> {
  vi.stubGlobal('navigator', { onLine })
  vi.stubGlobal('fetch', () => Promise.reject(error))
  const call = new Api(HOSTS, () => null, HANDLERS).call('business', getBalances, {
    query: { balances: 'UCN' },
  })
  return call.then(
    () => expect.unreachable(),
    (failure: unknown) => failure as CallFailed,
  )
}

test.each([
  ['a timeout', new DOMException('late', 'TimeoutError'), true, 'slow'],
  ['no connection', new TypeError('Failed to fetch'), false, 'offline'],
  ['a host that is down', new TypeError('Failed to fetch'), true, null],
])('ERR-005 %s is an internal error with its own reason', async (_, error, onLine, noAnswer) => {
  const failure = await failureOf(error, onLine)
  expect(failure.code).toBe('internal_server_error')
  expect(failure.noAnswer).toBe(noAnswer)
})

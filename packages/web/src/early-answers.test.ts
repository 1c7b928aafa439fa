import { getBalances, postCheckToken } from '@partner-office/contracts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { Api, type Hosts } from './api.ts'
import { dropEarly } from './early-answers.ts'
import { readJson } from './read-json.ts'

const HOSTS = {
  domainBusinessRest: 'http://office.test',
  domainOauth: 'http://passport.test',
  oauthClientId: 'id',
  oauthClientSecret: 'secret',
} as Hosts
const QUESTION = { query: { balances: 'UCN' } } as const
const BALANCES = 'GET http://office.test/v1/balances?balances=UCN Bearer a-token '

const api = (token: string) =>
  new Api(HOSTS, () => token, { failedGlobally: () => {}, serverFailed: () => {} })
const answer = (data: unknown) => Promise.resolve(Response.json({ state: 'success', data }))

const sent = vi.fn<(url: string) => Promise<Response>>()
beforeEach(() => {
  sent.mockReset().mockImplementation(() => answer({}))
  vi.stubGlobal('fetch', sent)
})
afterEach(() => {
  dropEarly()
  vi.unstubAllGlobals()
})

const early = (call: string, data: unknown) => {
  globalThis.earlyAnswers = new Map([[call, answer(data)]])
}

test('a call that was sent early is not sent again; the next one is', async () => {
  early(BALANCES, {})
  await api('a-token').call('business', getBalances, QUESTION)
  expect(sent).not.toHaveBeenCalled()
  await api('a-token').call('business', getBalances, QUESTION)
  expect(sent).toHaveBeenCalledTimes(1)
})

test.each([
  ['another token', 'another-token', QUESTION],
  ['another address', 'a-token', { query: { balances: 'UPT' } }],
])('an early answer is not that of %s', async (_, token, question) => {
  early(BALANCES, {})
  await api(token).call('business', getBalances, question)
  expect(sent).toHaveBeenCalledTimes(1)
})

test('a form is the same call only with the same fields', async () => {
  const token = { active: true, user_id: 1, user_name: '', client_id: '', exp: 1 }
  const checked = { ...token, scope: '', scope_code: '' }
  const call = `POST http://passport.test/oauth/check_token Basic ${btoa('id:secret')} token=one`
  early(call, checked)
  const ask = (value: string) =>
    api('one').call('oauth', postCheckToken, { body: { token: value } })
  await expect(ask('two')).rejects.toThrow()
  expect(sent).toHaveBeenCalledTimes(1)
  await expect(ask('one')).resolves.toEqual(checked)
  expect(sent).toHaveBeenCalledTimes(1)
})

test('a failure that came early is the failure of the call', async () => {
  const late = Promise.reject(new DOMException('late', 'TimeoutError'))
  globalThis.earlyAnswers = new Map([[BALANCES, late]])
  const call = api('a-token').call('business', getBalances, QUESTION)
  await expect(call).rejects.toMatchObject({ noAnswer: 'slow' })
})

test('JSON without an envelope is taken too, and nothing that was dropped', async () => {
  globalThis.earlyAnswers = new Map([['GET /config  ', Promise.resolve(Response.json(1))]])
  expect(await readJson('/config')).toBe(1)
  globalThis.earlyAnswers = new Map([['GET /config  ', Promise.resolve(Response.json(2))]])
  dropEarly()
  sent.mockResolvedValue(Response.json(3))
  expect(await readJson('/config')).toBe(3)
})

import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { infinityRecord, REQUIREMENT } from '../../testing/infinity.ts'
import { STATUS } from '../../testing/ranks.ts'
import { answerCalls, refusal, success } from '../../testing/services.ts'
import { bonusMonthsQuery, infinityQuery } from './bonus-queries.ts'
import { rankStatusQuery } from './ranks.ts'
import { Api } from '@partner-office/web'
import { HOSTS } from '@partner-office/web/testing/hosts.ts'

const OCTOBER = Date.UTC(2026, 9)
const NOVEMBER = Date.UTC(2026, 10)
const RECORD = 'GET /v1/bonus/infinity'
const ROWS = 'GET /v1/bonus/infinity/requirements'
const ANSWERS = { [RECORD]: success(infinityRecord()), [ROWS]: success([REQUIREMENT]) }

const FAILURES = { failedGlobally: () => {}, serverFailed: () => {} }
const api = new Api(HOSTS, () => 'token', FAILURES, 30_000)
let queries: QueryClient

beforeEach(() => {
  vi.useFakeTimers({ now: NOVEMBER + 1_000 })
  queries = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 30_000 } } })
})
afterEach(() => {
  queries.clear()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const load = (month: number) => queries.fetchQuery(infinityQuery(api, month))
const stateOf = (month: number) => queries.getQueryState(infinityQuery(api, month).queryKey)

test('BON-009 each period keeps its own state: loading, success or error', async () => {
  answerCalls(ANSWERS)
  const loading = load(OCTOBER)
  expect(stateOf(OCTOBER)?.status).toBe('pending')
  expect(stateOf(NOVEMBER)).toBeUndefined()
  await loading
  expect(stateOf(OCTOBER)?.status).toBe('success')

  answerCalls({ ...ANSWERS, [RECORD]: refusal('validation_error') })
  await expect(load(NOVEMBER)).rejects.toThrow('validation_error')
  expect(stateOf(NOVEMBER)?.status).toBe('error')
  expect(stateOf(OCTOBER)?.status).toBe('success')
})

test('BON-010 the errors of a period that failed are kept with it', async () => {
  answerCalls({ ...ANSWERS, [RECORD]: refusal('validation_error') })
  await expect(load(OCTOBER)).rejects.toThrow('validation_error')
  answerCalls({ ...ANSWERS, [ROWS]: refusal('access_denied') })
  await expect(load(NOVEMBER)).rejects.toThrow('access_denied')
  expect(stateOf(OCTOBER)?.error).toMatchObject({ code: 'validation_error' })
  expect(stateOf(NOVEMBER)?.error).toMatchObject({ code: 'access_denied' })
})

test('BON-011 a period without any row is not found', async () => {
  answerCalls({ ...ANSWERS, [ROWS]: success([]) })
  await expect(load(OCTOBER)).rejects.toMatchObject({ code: 'not_found' })
})

test('BON-012 figures that are being computed are requested again, and no error is shown', async () => {
  const calls = answerCalls({ ...ANSWERS, [RECORD]: refusal('data_not_ready') })
  const loading = load(OCTOBER)
  await vi.advanceTimersByTimeAsync(1_999)
  expect(calls.filter((call) => call === RECORD)).toHaveLength(1)
  expect(stateOf(OCTOBER)?.status).toBe('pending')
  answerCalls(ANSWERS)
  await vi.advanceTimersByTimeAsync(1)
  await expect(loading).resolves.toMatchObject({ record: { state: 'OPEN' } })
})

test.each([
  ['rank', () => queries.fetchQuery(rankStatusQuery(api, 'bonus')), 'GET /v1/bonus/turnover/rang'],
  ['infinity', () => load(OCTOBER), RECORD],
  ['bonuses', () => queries.fetchQuery(bonusMonthsQuery(api)), 'GET /v1/bonus/months'],
])('BON-013 %s is requested once within 5000 ms', async (_, ask, call) => {
  const calls = answerCalls({
    ...ANSWERS,
    'GET /v1/bonus/turnover/rang': success(STATUS),
    'GET /v1/bonus/months': success([]),
  })
  const asked = () => calls.filter((made) => made === call).length
  await Promise.all([ask(), ask()])
  await vi.advanceTimersByTimeAsync(4_999)
  await ask()
  expect(asked()).toBe(1)
  await vi.advanceTimersByTimeAsync(1)
  await ask()
  expect(asked()).toBe(2)
})

import { Api } from '@partner-office/web'
import { HOSTS } from '@partner-office/web/testing/hosts.ts'
import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { infinityRecord, REQUIREMENT } from '../../testing/infinity.ts'
import { answerCalls, refusal, success } from '../../testing/services.ts'
import { lastKnown, programmeQuery } from './programme-query.ts'
import { BSP, DIAMOND, DIAMOND_POOLS, type Programme, WINNER } from './programmes.ts'
import { rowState } from './row-state.ts'

const OCTOBER = Date.UTC(2026, 9)
const NOVEMBER = Date.UTC(2026, 10)
const api = new Api(HOSTS, () => 'token', { failedGlobally: () => {}, serverFailed: () => {} })
let queries: QueryClient

beforeEach(() => {
  vi.useFakeTimers({ now: NOVEMBER + 1_000 })
  queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
})
afterEach(() => {
  queries.clear()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const load = (programme: Programme, month: number) =>
  queries.fetchQuery(programmeQuery(api, programme, month))
const stateOf = (programme: Programme, month: number) =>
  queries.getQueryState(programmeQuery(api, programme, month).queryKey)

const rows = (path: string): object[] =>
  path === 'diamond-pools' ? [{ ...REQUIREMENT, pool: 1 }] : [REQUIREMENT]

test.each([
  ['diamond', DIAMOND],
  ['diamond-pools', DIAMOND_POOLS],
  ['winner', WINNER],
  ['bsp', BSP],
] as const)('XBO-011 %s: loading, success, error; no row is not_found', async (path, programme) => {
  const record = `GET /v1/bonus/${path}`
  const requirements = `${record}/requirements`
  const answers = { [record]: success(infinityRecord()), [requirements]: success(rows(path)) }
  answerCalls(answers)
  const loading = load(programme, OCTOBER)
  expect(stateOf(programme, OCTOBER)?.status).toBe('pending')
  await loading
  expect(stateOf(programme, OCTOBER)?.status).toBe('success')

  answerCalls({ ...answers, [requirements]: success([]) })
  await expect(load(programme, NOVEMBER)).rejects.toMatchObject({ code: 'not_found' })
  expect(stateOf(programme, NOVEMBER)?.status).toBe('error')
  expect(stateOf(programme, OCTOBER)?.status).toBe('success')
  answerCalls({ ...answers, [record]: refusal('validation_error') })
  await expect(load(programme, NOVEMBER)).rejects.toMatchObject({ code: 'validation_error' })
})

test('a past period has the rows that were in force at its end', () => {
  expect(lastKnown(OCTOBER, NOVEMBER)).toBe(NOVEMBER - 1)
  expect(lastKnown(NOVEMBER, Date.UTC(2026, 11))).toBe(NOVEMBER)
})

test.each([
  ['reached', {}, 0],
  ['open', {}, 1],
  ['locked', {}, 2],
  ['reached', { pool: 1 }, 2],
] as const)('a row is %s: %j at place %d', (state, row, place) => {
  const checkpoint = (id: number) => ({ id, targetTurnover: '1.00', value: '1.00' })
  const record = { checkpoints: [checkpoint(1), checkpoint(2)], achievedCheckpoints: [1] }
  expect(rowState(record, row, place)).toBe(state)
})

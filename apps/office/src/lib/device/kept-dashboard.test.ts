// @vitest-environment jsdom
import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { openTestOffice } from '../../testing/open.ts'
import type { Office } from '../session/office.ts'
import { keepFor, keepingFor } from './device-flags.ts'

vi.mock('./kept-store.ts', () => ({
  storeSealed: vi.fn<(value: unknown) => Promise<void>>(),
  readSealed: vi.fn<() => Promise<unknown>>(),
}))

// Another file of this worker may have loaded the dashboard with the real store.
vi.resetModules()
const { keepDashboard, readKept } = await import('./kept-dashboard.ts')
const { readSealed, storeSealed } = await import('./kept-store.ts')

const NOW = Date.UTC(2026, 10, 26, 10, 42)
const DAY_MS = 86_400_000
const KEPT = {
  partnerId: 7,
  scope: { modes: ['READ'], status: 'active' },
  at: NOW,
  hosts: {},
  properties: [],
  answers: [],
}
const deleteDatabase = vi.fn<(name: string) => void>()

beforeEach(() => {
  vi.useFakeTimers({ now: NOW })
  vi.stubGlobal('indexedDB', { deleteDatabase })
  vi.mocked(readSealed).mockResolvedValue(KEPT)
  vi.mocked(storeSealed).mockReset().mockResolvedValue()
  deleteDatabase.mockClear()
})
afterEach(() => {
  localStorage.clear()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** An office whose dashboard is open, with balances that were loaded a minute ago. */
function openDashboard(): Office {
  history.replaceState(null, '', '/en/dashboard')
  const office = openTestOffice()
  office.cookies.write('access_token', 'token')
  const balances = { key: ['balances'], data: { UCN: '1' }, updatedAt: NOW - 60_000 }
  office.startUp.openKept({ ...KEPT, hosts: office.config.hosts, answers: [balances] })
  const observer = new QueryObserver(office.queries, {
    queryKey: ['balances'],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: () => ({}),
  })
  observer.subscribe(() => {})
  return office
}

test('PWA-003 the open dashboard is stored with the time of its oldest answer, however often rates arrive', async () => {
  keepFor(7)
  const office = openDashboard()
  keepDashboard(office)
  for (let second = 0; second < 4; second += 1) {
    office.queries.setQueryData(['rate'], second)
    await vi.advanceTimersByTimeAsync(1_000)
  }
  expect(storeSealed).toHaveBeenCalledTimes(1)
  expect(vi.mocked(storeSealed).mock.calls[0]![0]).toMatchObject({
    partnerId: 7,
    at: NOW - 60_000,
    answers: [{ key: ['balances'], data: { UCN: '1' }, updatedAt: NOW - 60_000 }],
  })
})

test.each([
  ['without the switch', () => {}],
  ['with the switch of another partner', () => keepFor(8)],
  [
    'on another page',
    () => {
      keepFor(7)
      history.replaceState(null, '', '/en/my-rank')
    },
  ],
])('PWA-005 %s nothing is stored', async (_, prepare) => {
  const office = openDashboard()
  prepare()
  keepDashboard(office)
  office.queries.setQueryData(['rate'], 1)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(storeSealed).not.toHaveBeenCalled()
})

test('PWA-004 what was stored while the partner logged out is deleted', async () => {
  keepFor(7)
  vi.mocked(storeSealed).mockImplementation(async () => localStorage.clear())
  keepDashboard(openDashboard())
  await vi.advanceTimersByTimeAsync(10_000)
  expect(deleteDatabase).toHaveBeenCalledWith('office-kept')
})

test.each([
  ['at once', NOW, true],
  ['a millisecond before seven days', NOW + 7 * DAY_MS - 1, true],
  ['after seven days', NOW + 7 * DAY_MS, false],
  ['by a clock that was set back', NOW - 1, false],
])('PWA-004 the kept dashboard, read %s', async (_, now, isThere) => {
  keepFor(7)
  expect(await readKept(now)).toEqual(isThere ? KEPT : null)
  expect(deleteDatabase).toHaveBeenCalledTimes(isThere ? 0 : 1)
})

test('PWA-004 another partner, and a browser without the key, get nothing', async () => {
  keepFor(8)
  expect(await readKept(NOW)).toBeNull()
  expect(deleteDatabase).toHaveBeenCalledTimes(1)
  vi.mocked(readSealed).mockResolvedValue(null)
  expect(await readKept(NOW)).toBeNull()
  expect(keepingFor()).toBe(8)
})

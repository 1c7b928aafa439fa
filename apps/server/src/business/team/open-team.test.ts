import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import type { Core } from '../../core/core.ts'
import type { TeamIndex } from '../../network/search/team-index.ts'
import { teamIndex } from './open-team.ts'

const INDEX = {} as TeamIndex

/** A core whose figures are fresh, and whose team index is ready or is being built. */
const coreWith = (ready: TeamIndex | null, built: Promise<TeamIndex>) => {
  const network = { isFresh: () => true, readyTeams: () => ready, teams: () => built }
  return { network } as unknown as Core
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('an index that is ready is answered without a wait', async () => {
  const { promise } = Promise.withResolvers<TeamIndex>()
  expect(await teamIndex(coreWith(INDEX, promise), 0)).toBe(INDEX)
})

test('an index that is built in time is answered, and no timer is left', async () => {
  expect(await teamIndex(coreWith(null, Promise.resolve(INDEX)), 0)).toBe(INDEX)
  expect(vi.getTimerCount()).toBe(0)
})

test('a build that failed fails the call, and no timer is left', async () => {
  const failed = Promise.reject(new Error('out of memory'))
  await expect(teamIndex(coreWith(null, failed), 0)).rejects.toThrow('out of memory')
  expect(vi.getTimerCount()).toBe(0)
})

test('a build of 2 s is refused, and not before', async () => {
  const { promise } = Promise.withResolvers<TeamIndex>()
  const ended = vi.fn<(error: unknown) => void>()
  const call = teamIndex(coreWith(null, promise), 0).catch(ended)
  await vi.advanceTimersByTimeAsync(1_999)
  expect(ended).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  await call
  expect(ended).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ code: 'data_not_ready' }))
})

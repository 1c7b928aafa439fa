import { describe, expect, test, vi } from 'vitest'

import type { Core } from '../../core/core.ts'
import { freshNetwork } from './fresh-network.ts'

/** A core whose network was last confirmed `ageMs` ago, with the given refresh. */
const coreThat = (
  refresh: () => Promise<void>,
  { ageMs = 0, isFresh = false, isBehind = false, isOfOtherHistory = false } = {},
) => {
  const network = {
    isFresh: () => isFresh,
    ageMs: () => ageMs,
    isBehind: () => isBehind,
    isOfOtherHistory: () => isOfOtherHistory,
    refresh: vi.fn<() => Promise<void>>(refresh),
  }
  return { network, database: {} } as unknown as Core & { network: typeof network }
}

const never = () => new Promise<void>(() => {})
const gone = () => Promise.reject(new Error('gone'))

describe('fresh figures', () => {
  test('that are known to be fresh are answered without asking the database', async () => {
    const core = coreThat(never, { isFresh: true })
    expect(await freshNetwork(core)).toBe(core.network)
    expect(core.network.refresh).not.toHaveBeenCalled()
  })

  test('that refresh in time are answered', async () => {
    const core = coreThat(async () => {})
    expect(await freshNetwork(core)).toBe(core.network)
  })

  test('that refresh in time leave no timer that keeps the process running', async () => {
    const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout')
    const before = timers().length
    await freshNetwork(coreThat(async () => {}))
    expect(timers().length).toBeLessThanOrEqual(before)
  })

  test('that refresh too slowly are not ready', async () => {
    await expect(freshNetwork(coreThat(never))).rejects.toMatchObject({ code: 'data_not_ready' })
  })

  test('of a database that fails while it is connected are a failure', async () => {
    await expect(freshNetwork(coreThat(gone))).rejects.toThrow('gone')
  })

  test.for([never, gone])(
    'of a silent database are answered in their last state',
    async (refresh) => {
      const core = coreThat(refresh, { ageMs: 10_000 })
      expect(await freshNetwork(core)).toBe(core.network)
    },
  )

  test.for([1, 250, 251, 59_999])(
    'of a database that fails after %d ms of silence are answered in their last state',
    async (ageMs) => {
      const core = coreThat(gone, { ageMs })
      expect(await freshNetwork(core)).toBe(core.network)
    },
  )

  test.for([60_000, 60_001])('of a database silent for %d ms are a failure', async (ageMs) => {
    await expect(freshNetwork(coreThat(gone, { ageMs }))).rejects.toThrow('gone')
  })

  test('of a database that is back meanwhile are answered without waiting for the refresh', async () => {
    const core = coreThat(never, { ageMs: 400 })
    const answer = freshNetwork(core)
    Object.assign(core.network, { ageMs: () => 0, isFresh: () => true })
    expect(await answer).toBe(core.network)
  })

  test('of a database that is back with new facts wait for the refresh with the usual timeout', async () => {
    const news = Promise.withResolvers<void>()
    const core = coreThat(() => news.promise, { ageMs: 400 })
    const answer = freshNetwork(core)
    Object.assign(core.network, { ageMs: () => 0, isBehind: () => true })
    setTimeout(news.resolve, 600)
    expect(await answer).toBe(core.network)
  })

  test('are never answered in a state a minute old, or of another history', async () => {
    const old = coreThat(never, { ageMs: 60_000 })
    await expect(freshNetwork(old)).rejects.toMatchObject({ code: 'data_not_ready' })
    const other = coreThat(gone, { ageMs: 10_000, isOfOtherHistory: true })
    await expect(freshNetwork(other)).rejects.toThrow('gone')
  })

  test('CLU-016 of a database that was lost before a known commit could be read are answered in their last state, and not while the database answers', async () => {
    const lost = coreThat(gone, { ageMs: 10_000, isBehind: true })
    expect(await freshNetwork(lost)).toBe(lost.network)
    const busy = coreThat(never, { isBehind: true })
    await expect(freshNetwork(busy)).rejects.toMatchObject({ code: 'data_not_ready' })
  })

  test('of a database that fails before its listener notices are answered once it has', async () => {
    const core = coreThat(gone)
    const answer = freshNetwork(core)
    setTimeout(() => Object.assign(core.network, { ageMs: () => 310 }), 300)
    expect(await answer).toBe(core.network)
  })
})

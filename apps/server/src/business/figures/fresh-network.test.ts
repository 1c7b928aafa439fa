import { describe, expect, test, vi } from 'vitest'

import type { Core } from '../../core/core.ts'
import { freshNetwork } from './fresh-network.ts'

/** A core whose network was last confirmed `ageMs` ago, with the given refresh. */
const coreThat = (
  refresh: () => Promise<void>,
  { ageMs = 0, isFresh = false, isBehind = false } = {},
) => {
  const network = {
    isFresh: () => isFresh,
    ageMs: () => ageMs,
    isBehind: () => isBehind,
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

  test('are never answered in a state a minute old, or without known commits', async () => {
    const old = coreThat(never, { ageMs: 60_000 })
    await expect(freshNetwork(old)).rejects.toMatchObject({ code: 'data_not_ready' })
    const behind = coreThat(gone, { ageMs: 10_000, isBehind: true })
    await expect(freshNetwork(behind)).rejects.toThrow('gone')
  })
})

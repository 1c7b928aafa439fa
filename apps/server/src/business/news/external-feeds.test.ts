import { beforeEach, expect, test, vi } from 'vitest'

import type { Core } from '../../core/core.ts'
import { openTestCore } from '../../testing/core.ts'
import { onBothDatabases } from '../../testing/databases.ts'
import { ExternalFeeds } from './external-feeds.ts'

const ADDRESS = 'https://blog.example/feed'
const feed = (title: string) => ({
  text: `<rss><channel><item><title>${title}</title><link>https://blog.example/1</link></item></channel></rss>`,
  address: ADDRESS,
})
const MINUTE = 60_000

onBothDatabases('foreign feeds', (newDatabase) => {
  const clock = { now: 0 }
  const fetch = vi.fn<(address: string) => Promise<ReturnType<typeof feed>>>()
  const failed = vi.fn<(error: unknown) => void>()
  let core: Core
  let feeds: ExternalFeeds
  const titles = async (at = feeds) => (await at.read(ADDRESS)).map(({ title }) => title)
  /** The next call reads the copy again. */
  const later = (ms: number) => {
    clock.now += ms
    core.database.recent.outdate()
  }
  beforeEach(async () => {
    clock.now = 1_000 * MINUTE
    vi.resetAllMocks()
    core = await openTestCore(await newDatabase(), { clock })
    feeds = new ExternalFeeds(core, failed, fetch)
  })

  test('are fetched once in five minutes, and once for concurrent callers', async () => {
    fetch.mockResolvedValue(feed('one'))
    expect(await Promise.all([titles(), titles()])).toEqual([['one'], ['one']])
    later(5 * MINUTE - 1)
    await titles()
    expect(fetch).toHaveBeenCalledOnce()
  })

  test('are renewed when the clock was ahead and is set back', async () => {
    fetch.mockResolvedValue(feed('one'))
    await titles()
    later(-5 * MINUTE)
    await titles()
    await vi.waitFor(() => expect(fetch).toHaveBeenCalledTimes(2))
  })

  test('are renewed beside the call after five minutes', async () => {
    fetch.mockResolvedValueOnce(feed('one')).mockResolvedValueOnce(feed('two'))
    await titles()
    later(5 * MINUTE)
    expect(await titles()).toEqual(['one'])
    await vi.waitFor(async () => expect(await titles()).toEqual(['two']))
    expect(fetch).toHaveBeenCalledTimes(2)
  })

  test('keep the last readable copy while the host is down or answers nonsense', async () => {
    fetch.mockResolvedValueOnce(feed('one')).mockRejectedValueOnce(new Error('down'))
    await titles()
    later(5 * MINUTE)
    await titles()
    await vi.waitFor(() => expect(failed).toHaveBeenCalledOnce())
    fetch.mockResolvedValueOnce({ text: '<html>', address: ADDRESS })
    await vi.waitFor(async () => expect(await errorOf()).not.toBeNull())
    later(MINUTE)
    expect(await titles()).toEqual(['one'])
    await vi.waitFor(() => expect(failed).toHaveBeenCalledTimes(2))
  })

  const errorOf = async () =>
    (
      await core.database.read
        .selectFrom('newsFeeds')
        .select('error')
        .where('address', '=', ADDRESS)
        .executeTakeFirstOrThrow()
    ).error

  test('without a copy fail, and are asked again after a minute', async () => {
    fetch.mockRejectedValueOnce(new Error('down')).mockResolvedValueOnce(feed('one'))
    await expect(titles()).rejects.toThrow('down')
    later(MINUTE - 1)
    await expect(titles()).rejects.toThrow('down')
    later(1)
    expect(await titles()).toEqual(['one'])
    expect(fetch).toHaveBeenCalledTimes(2)
  })

  test('CLU-032 are fetched by the leader alone, for what any process reads, and no more when nobody does', async () => {
    fetch.mockResolvedValueOnce(feed('one')).mockResolvedValueOnce(feed('two'))
    const others = [0, 1].map(
      () =>
        new ExternalFeeds(
          { ...core, leadership: { ...core.leadership, isLeader: () => false } },
          failed,
          () => Promise.reject(new Error('not the leader')),
        ),
    )
    const first = Promise.all(others.map((each) => titles(each)))
    // The leader's job runs each second.
    await vi.waitFor(async () => {
      await feeds.renewWanted()
      expect(fetch).toHaveBeenCalledOnce()
    })
    expect(await first).toEqual([['one'], ['one']])
    later(5 * MINUTE)
    expect(await titles(others[0])).toEqual(['one'])
    await feeds.renewWanted()
    expect(await titles(others[1])).toEqual(['two'])
    // The second reader was the last one.
    later(10 * MINUTE)
    await feeds.renewWanted()
    expect(fetch).toHaveBeenCalledTimes(2)
    later(24 * 60 * MINUTE)
    await feeds.renewWanted()
    expect(await core.database.read.selectFrom('newsFeeds').selectAll().execute()).toEqual([])
    expect(failed).not.toHaveBeenCalled()
  })
})

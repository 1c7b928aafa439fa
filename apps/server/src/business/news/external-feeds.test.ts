import { beforeEach, describe, expect, test, vi } from 'vitest'

import { ExternalFeeds } from './external-feeds.ts'

const ADDRESS = 'https://blog.example/feed'
const feed = (title: string) => ({
  text: `<rss><channel><item><title>${title}</title><link>https://blog.example/1</link></item></channel></rss>`,
  address: ADDRESS,
})
const MINUTE = 60_000

describe('foreign feeds', () => {
  let now = 0
  const fetch = vi.fn<(address: string) => Promise<ReturnType<typeof feed>>>()
  const failed = vi.fn<(error: unknown) => void>()
  let feeds: ExternalFeeds
  const titles = async () => (await feeds.read(ADDRESS)).map(({ title }) => title)
  beforeEach(() => {
    now = 0
    vi.resetAllMocks()
    feeds = new ExternalFeeds(() => now, failed, fetch)
  })

  test('are fetched once in five minutes, and once for concurrent callers', async () => {
    fetch.mockResolvedValue(feed('one'))
    expect(await Promise.all([titles(), titles()])).toEqual([['one'], ['one']])
    now = 5 * MINUTE - 1
    await titles()
    expect(fetch).toHaveBeenCalledOnce()
  })

  test('are renewed when the clock was ahead and is set back', async () => {
    now = 5 * MINUTE
    fetch.mockResolvedValue(feed('one'))
    await titles()
    now = 0
    await titles()
    expect(fetch).toHaveBeenCalledTimes(2)
  })

  test('are renewed beside the call after five minutes', async () => {
    fetch.mockResolvedValueOnce(feed('one')).mockResolvedValueOnce(feed('two'))
    await titles()
    now = 5 * MINUTE
    expect(await titles()).toEqual(['one'])
    await vi.waitFor(async () => expect(await titles()).toEqual(['two']))
    expect(fetch).toHaveBeenCalledTimes(2)
  })

  test('keep the last readable copy while the host is down or answers nonsense', async () => {
    fetch.mockResolvedValueOnce(feed('one')).mockRejectedValueOnce(new Error('down'))
    await titles()
    now = 5 * MINUTE
    await titles()
    await vi.waitFor(() => expect(failed).toHaveBeenCalledOnce())
    fetch.mockResolvedValueOnce({ text: '<html>', address: ADDRESS })
    now += MINUTE
    expect(await titles()).toEqual(['one'])
    await vi.waitFor(() => expect(failed).toHaveBeenCalledTimes(2))
  })

  test('without a copy fail, and are asked again after a minute', async () => {
    fetch.mockRejectedValueOnce(new Error('down')).mockResolvedValueOnce(feed('one'))
    await expect(titles()).rejects.toThrow('down')
    now = MINUTE - 1
    await expect(titles()).rejects.toThrow('down')
    now = MINUTE
    expect(await titles()).toEqual(['one'])
    expect(fetch).toHaveBeenCalledTimes(2)
  })
})

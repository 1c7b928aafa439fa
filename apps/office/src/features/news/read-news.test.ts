// @vitest-environment jsdom
import { beforeEach, describe, expect, test, vi } from 'vitest'

import { localDay, ReadNews } from './read-news.ts'

const ANNA = { product: 'partner', partnerId: 7, locale: 'en' }
const KEY = 'partner_news_7_en'

beforeEach(() => localStorage.clear())

describe('reads', () => {
  test('NEW-010 are kept per locale as links', () => {
    new ReadNews(ANNA).markRead(['https://b.example/1', 'https://b.example/2'])
    new ReadNews(ANNA).markRead(['https://b.example/2'])
    expect(new ReadNews(ANNA).read().links).toEqual(['https://b.example/1', 'https://b.example/2'])
    expect(new ReadNews({ ...ANNA, locale: 'de' }).read().links).toEqual([])
    expect(new ReadNews({ ...ANNA, partnerId: 8 }).read().links).toEqual([])
  })

  const NOW = new Date(2026, 10, 22, 23, 59).getTime()

  test('NEW-011 NEW-012 closing the popup stores the date of today, per locale', () => {
    new ReadNews(ANNA).close(NOW)
    expect(new ReadNews(ANNA).read().closedOn).toBe('2026-11-22')
    expect(new ReadNews({ ...ANNA, locale: 'de' }).read().closedOn).toBe('')
  })

  test('a change calls the listeners, and the newest 500 links are kept', () => {
    const reads = new ReadNews(ANNA)
    const heard = vi.fn<() => void>()
    const stop = reads.subscribe(heard)
    reads.markRead(Array.from({ length: 600 }, (_, at) => `https://b.example/${at}`))
    expect(heard).toHaveBeenCalledOnce()
    expect(reads.read().links).toHaveLength(500)
    expect(reads.read().links.at(-1)).toBe('https://b.example/599')
    stop()
    reads.close(NOW)
    expect(heard).toHaveBeenCalledOnce()
  })

  test.each([
    'nonsense',
    'null',
    '7',
    '[]',
    '{}',
    '{"links":"x","closedOn":""}',
    '{"links":[7],"closedOn":""}',
    '{"links":[],"closedOn":"soon"}',
    '{"links":[],"closedOn":7}',
    '{"__proto__":{"links":[],"closedOn":""}}',
  ])('the stored value %s is dropped', (value) => {
    localStorage.setItem(KEY, value)
    expect(new ReadNews(ANNA).read()).toEqual({ links: [], closedOn: '' })
  })

  test('without storage last as long as the page', () => {
    const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    const reads = new ReadNews(ANNA)
    reads.markRead(['https://b.example/1'])
    expect(reads.read().links).toEqual(['https://b.example/1'])
    full.mockRestore()
  })
})

test.each([
  [new Date(2026, 0, 2, 0, 0, 0), '2026-01-02'],
  [new Date(2026, 10, 30, 23, 59, 59, 999), '2026-11-30'],
])('D-109 the local day of %s is %s', (date, day) => {
  expect(localDay(date.getTime())).toBe(day)
})

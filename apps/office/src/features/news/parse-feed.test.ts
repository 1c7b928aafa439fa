// @vitest-environment jsdom
import { describe, expect, test } from 'vitest'

import { newsFor } from './news-item.ts'
import { parseFeed } from './parse-feed.ts'

const rss = (items: string) =>
  `<?xml version="1.0"?><rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel><title>T</title>${items}</channel></rss>`
const ITEM = `<item><title>Rates &amp; fees</title><link>https://blog.example/1</link><guid>g1</guid>
  <pubDate>Mon, 02 Nov 2026 08:00:00 GMT</pubDate><category>Product</category>
  <content:encoded>&lt;p&gt;Text&lt;/p&gt;</content:encoded>
  <enclosure url="https://cdn.example/a.png" length="0" type="image/png"/></item>`
const DATE = Date.UTC(2026, 10, 2, 8)

describe('the feed', () => {
  test('NEW-006 an item has link, title, date, category, content, figure, guid and isNew', () => {
    expect(newsFor(parseFeed(rss(ITEM)), new Set(), 0)).toEqual([
      {
        link: 'https://blog.example/1',
        title: 'Rates & fees',
        date: DATE,
        category: 'Product',
        content: '<p>Text</p>',
        figure: 'https://cdn.example/a.png',
        guid: 'g1',
        isNew: true,
      },
    ])
  })

  test.each([
    ['unread and newer than the account', [], DATE - 1, true],
    ['as old as the account', [], DATE, false],
    ['read', ['https://blog.example/1'], 0, false],
    ['read under another link', ['https://blog.example/2'], 0, true],
  ])('D-108 an item that is %s: isNew is %4$s', (_title, reads, registeredAt, isNew) => {
    expect(newsFor(parseFeed(rss(ITEM)), new Set(reads), registeredAt)[0]!.isNew).toBe(isNew)
  })

  test('an item without anything but a link is kept, without a date and never new', () => {
    const [item] = newsFor(
      parseFeed(rss('<item><link>https://b.example</link></item>')),
      new Set(),
      0,
    )
    expect(item).toMatchObject({ date: null, title: '', figure: '', isNew: false })
  })

  test('items beyond 50, doubled links and links that are not http(s) are left out', () => {
    const item = (link: string) => `<item><link>${link}</link></item>`
    const many = Array.from({ length: 60 }, (_, at) => item(`https://b.example/${at}`)).join('')
    expect(parseFeed(rss(many))).toHaveLength(50)
    const bad = ['javascript:alert(1)', 'data:text/html,x', '', 'b.example'].map(item).join('')
    expect(
      parseFeed(rss(bad + item('https://b.example/') + item('https://b.example'))),
    ).toHaveLength(1)
  })

  test.each([
    ['nothing', ''],
    ['HTML', '<!doctype html><p>hello'],
    ['JSON', '{"state":"error"}'],
    ['half of a feed', rss(ITEM).slice(0, -20)],
    ['Atom', '<feed xmlns="http://www.w3.org/2005/Atom"/>'],
  ])('%s is refused', (_title, text) => {
    expect(() => parseFeed(text)).toThrow()
  })
})

import { describe, expect, test } from 'vitest'

import { MOST_ITEMS } from './feed-item.ts'
import { FeedRefused } from './feed-refused.ts'
import { readFeed } from './read-feed.ts'
import { rssText } from './write-rss.ts'

const ADDRESS = 'https://blog.example/en/feed'
const rss = (items: string) =>
  `<?xml version="1.0"?><rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel><title>Blog</title>${items}</channel></rss>`
const item = (content: string, title = 'A title') =>
  `<item><title>${title}</title><link>https://blog.example/1</link><description><![CDATA[${content}]]></description></item>`
const contentOf = (content: string) => readFeed(rss(item(content)), ADDRESS)[0]?.content

describe('a feed', () => {
  const ITEM = {
    link: 'https://blog.example/1',
    title: 'Rates & fees',
    publishedAt: Date.UTC(2026, 10, 2, 8),
    category: 'Product',
    content: '<p>Hello <b>you</b></p>',
    figure: '',
  }

  test('of RSS 2.0 is read', () => {
    const text = rss(`<item><title>Rates &amp;amp; fees</title><link> https://blog.example/1 </link>
      <pubDate>Mon, 02 Nov 2026 08:00:00 GMT</pubDate><category>Product</category><category>b</category>
      <description>short</description><content:encoded><![CDATA[<p>Hello <b>you</b></p>]]></content:encoded>
      <enclosure url="https://img.example/a.png" type="image/png" length="1"/><guid>7</guid></item>`)
    expect(readFeed(text, ADDRESS)).toEqual([ITEM])
  })

  test.each([
    ['HTML', '<content type="html">&lt;p&gt;Hello &lt;b&gt;you&lt;/b&gt;&lt;/p&gt;</content>'],
    ['XHTML', '<content type="xhtml"><div><p>Hello <b>you</b></p></div></content>'],
    ['a summary', '<summary type="html">&lt;p&gt;Hello &lt;b&gt;you&lt;/b&gt;&lt;/p&gt;</summary>'],
  ])('of Atom with %s is read', (_title, content) => {
    const text = `<feed xmlns="http://www.w3.org/2005/Atom"><title>Blog</title><entry>
      <title>Rates &amp; fees</title><link rel="self" href="https://blog.example/self"/><link href="/1"/>
      <published>2026-11-02T08:00:00Z</published><category term="product" label="Product"/>${content}</entry></feed>`
    expect(readFeed(text, ADDRESS)).toEqual([ITEM])
  })

  test('plain text of Atom stays text', () => {
    const text = `<feed><entry><title>1 &lt; 2 &lt;b&gt;</title><link href="/1"/></entry></feed>`
    expect(readFeed(text, ADDRESS)[0]!.title).toBe('1 < 2 <b>')
  })

  test('that we write is read as it was', () => {
    const written = { ...ITEM, title: '<a> & "b"', content: '<p>1 &lt; 2 ]]&gt;</p>' }
    const text = rssText({ title: 'T', link: 'https://o.example', language: 'en' }, [written])
    expect(readFeed(text, ADDRESS)).toEqual([{ ...written, title: '& "b"' }])
  })

  test('shows its 50 newest items, each link once, undated ones last', () => {
    const many = Array.from(
      { length: 60 },
      (_, at) =>
        `<item><link>https://blog.example/${at}</link><pubDate>${new Date(at * 1000).toUTCString()}</pubDate></item>`,
    ).join('')
    const undated = '<item><link>https://blog.example/x</link></item>'
    const items = readFeed(rss(undated + many + many), ADDRESS)
    expect(items).toHaveLength(MOST_ITEMS)
    expect(items[0]!.link).toBe('https://blog.example/59')
    expect(
      readFeed(rss(undated + many.slice(0, many.indexOf('</item>') + 7)), ADDRESS).at(-1),
    ).toMatchObject({
      link: 'https://blog.example/x',
      publishedAt: null,
    })
  })

  test('with a million items is read up to the cap', () => {
    const text = rss(
      '<item><link>https://blog.example/1</link></item>'
        .repeat(1_000_000)
        .slice(0, 2 * 1024 * 1024),
    )
    expect(readFeed(text, ADDRESS)).toHaveLength(1)
  })

  test.each([
    ['javascript:alert(1)'],
    ['data:text/html,x'],
    ['file:///etc/passwd'],
    ['https://user:secret@blog.example/1'],
    [''],
  ])('an item with the link %j is left out', (link) => {
    expect(readFeed(rss(`<item><title>x</title><link>${link}</link></item>`), ADDRESS)).toEqual([])
  })
})

describe('hostile content', () => {
  test.each([
    ['<script>alert(1)</script>after', 'after'],
    ['<p onclick="alert(1)" style="color:red" class="x">text</p>', '<p>text</p>'],
    ['<img src=x onerror=alert(1)>text', 'text'],
    ['<svg><script>alert(1)</script></svg>text', 'text'],
    ['<iframe src="https://x.example"></iframe>text', 'text'],
    ['<style>*{}</style><link rel=stylesheet href=//x>text', 'text'],
    ['<a href="javascript:alert(1)">a</a>', '<a>a</a>'],
    ['<a href="java\tscript:alert(1)">a</a>', '<a>a</a>'],
    ['<a href="&#106;avascript:alert(1)">a</a>', '<a>a</a>'],
    ['<form action="/v1/x"><input name=a><button>b</button></form>', 'b'],
    ['<math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>', ''],
    ['&lt;script&gt;alert(1)&lt;/script&gt;', '&lt;script&gt;alert(1)&lt;/script&gt;'],
    ['<h1>big</h1>', '<h3>big</h3>'],
  ])('%s becomes %s', (content, clean) => {
    expect(contentOf(content)).toBe(clean)
  })

  test('a relative link leads to the page that it comes from', () => {
    expect(contentOf('<a href="/more">more</a>')).toBe(
      '<a href="https://blog.example/more" rel="noopener noreferrer" target="_blank">more</a>',
    )
  })

  test('a script in a title, escaped once or twice, never comes back as markup', () => {
    const title = '&lt;script&gt;alert(1)&lt;/script&gt;Title &amp;lt;b&amp;gt;'
    expect(readFeed(rss(item('', title)), ADDRESS)[0]!.title).toBe('Title <b>')
  })
})

describe('a hostile document', () => {
  const entities = ['<!ENTITY a "aaaaaaaaaa">']
  for (let at = 0; at < 12; at += 1) {
    const [from, to] = [String.fromCodePoint(97 + at), String.fromCodePoint(98 + at)]
    entities.push(`<!ENTITY ${to} "${`&${from};`.repeat(10)}">`)
  }
  test.each([
    ['billion laughs', `<!DOCTYPE rss [${entities.join('')}]>${rss(item('', '&m;'))}`],
    [
      'an external entity',
      `<!DOCTYPE rss [<!ENTITY x SYSTEM "file:///etc/passwd">]>${rss(item('', '&x;'))}`,
    ],
  ])('with %s expands and loads nothing', (_title, text) => {
    const title = readFeed(text, ADDRESS).at(0)?.title ?? ''
    expect(title.length).toBeLessThan(10)
    expect(title).not.toContain('root')
  })

  test.each([
    ['nothing', ''],
    ['HTML', '<!doctype html><html><body>hello</body></html>'],
    ['JSON', '{"items":[]}'],
    ['another XML', '<?xml version="1.0"?><opml/>'],
    ['a rss without a channel', '<rss version="2.0"/>'],
    ['noise', '\u0000\u0001<<<>>>&&&'],
  ])('that is %s is refused', (_title, text) => {
    expect(() => readFeed(text, ADDRESS)).toThrow(FeedRefused)
  })

  test('that nests 101 elements is refused before the rest is read', () => {
    const nested = (depth: number) => `<rss><channel>${'<b>'.repeat(depth - 2)}`
    expect(readFeed(nested(100), ADDRESS)).toEqual([])
    expect(() => readFeed(nested(101), ADDRESS)).toThrow('nests more than 100')
    expect(() => readFeed(nested(600_000), ADDRESS)).toThrow('nests more than 100')
  })

  test('with content that nests 101 elements shows no content', () => {
    expect(contentOf(`${'<b>'.repeat(100)}x`)).toContain('x')
    expect(contentOf(`${'<b>'.repeat(101)}x`)).toBe('')
  })
})

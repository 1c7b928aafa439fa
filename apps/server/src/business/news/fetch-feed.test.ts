import { lookup } from 'node:dns'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

import { afterEach, describe, expect, test, vi } from 'vitest'

import { isPublic } from '../../outgoing/reach.ts'
import { FeedRefused } from './feed-refused.ts'
import { fetchFeed, type FeedReach, PUBLIC_FEEDS } from './fetch-feed.ts'

const servers: Server[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    await new Promise((done) => server.close(done))
  }
})

/** The address of a server of this test. */
async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer)
  servers.push(server)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/feed`
}

/** The own machine counts as public here, with shorter limits. */
const NEAR: FeedReach = {
  ...PUBLIC_FEEDS,
  isAllowed: () => true,
  mostBytes: 1000,
  timeoutMs: 2_000,
}

describe('a fetch', () => {
  test('follows three redirects of any kind and answers the last address', async () => {
    const address = await serve(({ url }, response) => {
      const step = Number(/\d/.exec(url!)?.[0] ?? 0)
      if (step === 3) return response.end('<rss/>')
      return response.writeHead([300, 302, 308][step]!, { location: `/feed${step + 1}` }).end()
    })
    expect(await fetchFeed(address, NEAR)).toEqual({ text: '<rss/>', address: `${address}3` })
  })

  test.each<[string, RequestListener, RegExp]>([
    [
      'redirects for ever',
      (_, r) => r.writeHead(302, { location: '/' }).end(),
      /redirects more than 3/,
    ],
    [
      'redirects to a file',
      (_, r) => r.writeHead(302, { location: 'file:///etc/passwd' }).end(),
      /plain http/,
    ],
    ['answers 500', (_, r) => r.writeHead(500).end('<rss/>'), /answers 500/],
    ['redirects nowhere', (_, r) => r.writeHead(302).end(), /answers 302/],
    [
      'compresses',
      (_, r) => r.writeHead(200, { 'content-encoding': 'gzip' }).end('x'),
      /compressed/,
    ],
    ['answers 1,001 bytes', (_, r) => r.end('x'.repeat(1001)), /larger than 1000/],
    [
      'is not in its character set',
      (_, r) => r.end(Buffer.from([0x3c, 0xff])),
      /character set utf-8/,
    ],
    [
      'names no known character set',
      (_, r) => r.writeHead(200, { 'content-type': 'text/xml; charset=nonsense' }).end('x'),
      /character set nonsense/,
    ],
  ])('of a feed that %s is refused', async (_title, answer, reason) => {
    const refused = fetchFeed(await serve(answer), NEAR)
    await expect(refused).rejects.toThrow(FeedRefused)
    await expect(refused).rejects.toThrow(reason)
  })

  test('takes 1,000 bytes, and a character set of the header or the document', async () => {
    const size = await serve((_, response) => response.end('x'.repeat(1000)))
    expect((await fetchFeed(size, NEAR)).text).toHaveLength(1000)
    const latin = await serve((_, response) =>
      response.end(Buffer.from('<?xml version="1.0" encoding="ISO-8859-1"?><a>\xe4</a>', 'latin1')),
    )
    expect((await fetchFeed(latin, NEAR)).text).toContain('<a>ä</a>')
  })

  test('stops reading a gigabyte at the cap', async () => {
    let sent = 0
    const address = await serve((_, response) => {
      const push = () => {
        while (!response.destroyed && response.write('x'.repeat(65_536))) sent += 65_536
        if (sent < 1_000_000_000) response.once('drain', push)
      }
      push()
    })
    await expect(fetchFeed(address, NEAR)).rejects.toThrow(/larger than/)
    expect(sent).toBeLessThan(50_000_000)
  })

  test.each<[string, RequestListener]>([
    [
      'one byte at a time',
      (_, response) => {
        const timer = setInterval(() => response.write('x'), 20)
        response.on('close', () => clearInterval(timer))
      },
    ],
    ['nothing', () => {}],
    ['endless headers', (_, response) => void response.writeProcessing()],
  ])('of a feed that sends %s ends in time', async (_title, answer) => {
    const address = await serve(answer)
    const started = performance.now()
    await expect(fetchFeed(address, { ...NEAR, timeoutMs: 300 })).rejects.toThrow(/abort|timeout/i)
    expect(performance.now() - started).toBeLessThan(1_500)
  })
})

describe('the own network', () => {
  test.each([
    '127.0.0.1',
    '127.8.8.8',
    '0.0.0.0',
    '10.1.2.3',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.0.1',
    '169.254.169.254',
    '100.64.0.1',
    '192.0.0.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    'fe80::1',
    'fc00::1',
    'fd12::1',
    'ff02::1',
    '::ffff:127.0.0.1',
    '::ffff:a00:1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    '2001:db8::1',
    'nonsense',
    '',
  ])('%s is not public', (ip) => expect(isPublic(ip)).toBe(false))

  test.each([
    '93.184.216.34',
    '172.15.255.255',
    '172.32.0.0',
    '11.0.0.0',
    '2606:2800:220:1::1',
    '::ffff:8.8.8.8',
  ])('%s is public', (ip) => expect(isPublic(ip)).toBe(true))

  const NOT_PUBLIC = /network that is not public/
  test('is never asked, however the address names it', async () => {
    const asked = vi.fn<RequestListener>((_, response) => response.end('<rss/>'))
    const { port } = new URL(await serve(asked))
    for (const host of [
      '127.0.0.1',
      'localhost',
      '[::1]',
      '2130706433',
      '0x7f.1',
      '[::ffff:127.0.0.1]',
      '0',
    ]) {
      await expect(fetchFeed(`http://${host}:${port}/feed`), host).rejects.toThrow(NOT_PUBLIC)
    }
    expect(asked).not.toHaveBeenCalled()
  })

  test('is not reached by a redirect', async () => {
    const inside = vi.fn<RequestListener>((_, response) => response.end('<rss/>'))
    const target = (await serve(inside)).replace('127.0.0.1', 'localhost')
    const address = await serve((_, response) =>
      response.writeHead(302, { location: target }).end(),
    )
    // The first host is allowed as a literal address; the host that it redirects to is not.
    const reach = {
      ...NEAR,
      isAllowed: (ip: string) => ip === '127.0.0.1' && !looked,
      lookUp: look,
    }
    let looked = false
    function look(...words: Parameters<typeof lookup>) {
      looked = true
      return lookup(...words)
    }
    await expect(fetchFeed(address, reach as unknown as FeedReach)).rejects.toThrow(NOT_PUBLIC)
    expect(inside).not.toHaveBeenCalled()
  })

  test('is not reached by a second look-up: the connection uses the checked address', async () => {
    const answered = vi.fn<RequestListener>((_, response) => response.end('<rss/>'))
    const { port } = new URL(await serve(answered))
    let lookUps = 0
    const lookUp = ((
      _host: string,
      _options: object,
      done: (error: null, found: object) => void,
    ) => {
      lookUps += 1
      // Every later look-up would lead elsewhere.
      done(null, [{ address: lookUps === 1 ? '127.0.0.1' : '10.0.0.1', family: 4 }])
    }) as unknown as typeof lookup
    const reach = { ...NEAR, lookUp, isAllowed: (ip: string) => ip === '127.0.0.1' }
    expect((await fetchFeed(`http://blog.example:${port}/feed`, reach)).text).toBe('<rss/>')
    expect(lookUps).toBe(1)
    expect(answered).toHaveBeenCalledOnce()
  })

  test('one private address among public ones is enough to refuse a host', async () => {
    const lookUp = ((_host: string, _options: object, done: (error: null, found: object) => void) =>
      done(null, [
        { address: '93.184.216.34', family: 4 },
        { address: '10.0.0.1', family: 4 },
      ])) as unknown as typeof lookup
    await expect(
      fetchFeed('http://blog.example/feed', { ...PUBLIC_FEEDS, lookUp }),
    ).rejects.toThrow(NOT_PUBLIC)
  })
})

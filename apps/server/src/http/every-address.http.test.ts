import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'

import fc from 'fast-check'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { buildServices, type Services } from '../app.ts'
import { changeSettings } from '../business/settings/change-settings.ts'
import { OperatorKey } from '../operator/operator-key.ts'
import { IDENTITY, openTestCore } from '../testing/core.ts'
import { openEmbedded } from '../testing/databases.ts'
import { Readiness } from './readiness.ts'

const KEY = 'a-key-of-some-length'
const PORTS = ['office', 'passport', 'operators'] as const
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'X']

/** Addresses that were answered 500, and others that parsers of addresses disagree about. */
const KNOWN = [
  '//',
  '//%5cx',
  '//%09/x',
  '///',
  '//?',
  '//en',
  '/\\',
  '/%',
  '/%zz',
  '/%00',
  '/%ff',
  '/en/partner/%ff',
  '/en/partner//',
  '/assets/%2e%2e/x.js',
  '/..',
  '/?%',
  '/?token',
  '/translations/%00.json',
  '/cdn/en/..%2f.pdf',
  '*',
  'http://',
  'http://[',
  'http://x:99999999/',
  '//[::1',
  '//user@:80',
]

const PIECES =
  `/ // \\ . .. : @ ? # & = ; [ ] % %00 %09 %0a %20 %25 %2e %2f %5c %zz %ff %c3 %c3%a9 é ~ ' " < | ^ en de partner v1
  oauth token assets cdn translations config health metrics docs internal office x x.js x.pdf x.json index.html login 1 0 -1
  99999999999999999999 http:// https:// [::1] localhost:80 verify-statement.mjs sitemap.xml robots.txt`.split(
    /\s+/,
  )

/** Texts that a client may send as an address: pieces that mean something to a parser, and any printable bytes. */
const anyAddress = fc
  .tuple(
    fc.constantFrom('/', '//', '', '*', '/v1/', '/en/', '/cdn/'),
    fc.array(
      fc.oneof(
        { weight: 4, arbitrary: fc.constantFrom(...PIECES) },
        { weight: 1, arbitrary: fc.string({ minLength: 1, maxLength: 3 }) },
      ),
      { maxLength: 8 },
    ),
  )
  // A space ends the address of a request line.
  .map(([start, pieces]) => (start + pieces.join('')).replaceAll(/[\s\0]/g, '') || '/')

describe('every address, whatever its bytes,', () => {
  let services: Services
  let close: () => Promise<void>
  beforeAll(async () => {
    const database = await openEmbedded()
    const core = await openTestCore(database)
    await changeSettings(core, { 'rateLimit.address': '0' })
    const readiness = new Readiness()
    services = buildServices({
      core,
      readiness,
      logger: pino({ level: 'silent' }),
      operatorKey: new OperatorKey(KEY),
      trustedProxies: [],
      ...IDENTITY,
      documents: 'no-documents',
    })
    readiness.phase = 'serving'
    for (const name of PORTS) await services[name].listen({ port: 0, host: '127.0.0.1' })
    close = async () => {
      for (const name of PORTS) await services[name].close()
      await database.close()
    }
  })
  afterAll(() => close())

  /** Sends a request as it stands, so that no client makes its address regular; returns the status of the answer. */
  async function statusOf(
    port: (typeof PORTS)[number],
    method: string,
    path: string,
    header: string,
  ): Promise<number> {
    const address = services[port].server.address() as AddressInfo
    const socket = connect(address.port, '127.0.0.1')
    const lines = [`${method} ${path} HTTP/1.1`, 'host: localhost', 'connection: close', header]
    socket.write(Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'utf8'))
    const answer = await text(socket)
    return Number(/^HTTP\/1\.1 (\d{3}) /.exec(answer)?.[1] ?? Number.NaN)
  }

  describe.each(PORTS)('on the port of the %s,', (port) => {
    const HEADERS = [
      'accept: text/html',
      'accept: application/json',
      `authorization: Bearer ${KEY}`,
      'cookie: partner_access_token=x',
    ]

    test.each(KNOWN)('GET %s is answered 4xx at worst', async (path) => {
      for (const header of HEADERS) {
        const status = await statusOf(port, 'GET', path, header)
        expect({ header, isAnswered: status >= 200 && status < 500, status }).toMatchObject({
          isAnswered: true,
        })
      }
    })

    test('is answered 4xx at worst', async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.constantFrom('GET', 'GET', 'GET', ...METHODS),
          anyAddress,
          fc.constantFrom(...HEADERS),
          async (method, path, header) => {
            const status = await statusOf(port, method, path, header)
            expect(status).toBeGreaterThanOrEqual(200)
            expect(status).toBeLessThan(500)
          },
        ),
        { numRuns: 400, seed: 32 },
      )
    }, 120_000)
  })
})

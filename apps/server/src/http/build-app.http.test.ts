import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'

import type { Contract } from '@partner-office/contracts'
import { Refusal } from '@partner-office/domain'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { afterEach, describe, expect, test } from 'vitest'
import { z } from 'zod'

import { buildApp } from './build-app.ts'
import type { MostInFlight } from './in-flight.ts'
import { serveCall } from './serve-call.ts'

const getSlow = {
  method: 'GET',
  path: '/slow',
  auth: 'none',
  reply: z.object({}),
  refusals: [],
} as const satisfies Contract

const getTooOften = { ...getSlow, path: '/too-often' } as const
const postSmall = { ...getSlow, method: 'POST', path: '/small', body: z.unknown() } as const
const postLarge = { ...postSmall, path: '/large', bodyBytes: 20_000 } as const

const MOST = { all: 4, ofNetwork: 3, ofConnection: 2 }

let app: FastifyInstance
afterEach(() => app.close())

/** A service whose slow call answers when `answerAll` is called. */
async function start(mostInFlight: MostInFlight = MOST) {
  const waiting: (() => void)[] = []
  app = buildApp({
    logger: pino({ level: 'silent' }),
    trustedProxies: ['127.0.0.1'],
    mostInFlight,
  })
  serveCall(app, getSlow, () => new Promise((resolve) => waiting.push(() => resolve({}))))
  serveCall(app, getTooOften, () => Promise.reject(new Refusal('too_many_requests')))
  serveCall(app, postSmall, async () => ({}))
  serveCall(app, postLarge, async () => ({}))
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  return {
    port,
    running: async (count: number) => {
      while (waiting.length < count) await new Promise((resolve) => setTimeout(resolve, 5))
    },
    answerAll: () => {
      for (const answer of waiting.splice(0)) answer()
    },
    slow: (from: string) =>
      fetch(`http://127.0.0.1:${port}/slow`, { headers: { 'x-forwarded-for': from } }),
  }
}

const REQUEST = 'GET /slow HTTP/1.1\r\nhost: localhost\r\n\r\n'

describe('requests in flight', () => {
  test('H14 H15 pipelined requests beyond the cap of a connection: one 503 with Retry-After, then its end', async () => {
    const { port, running, answerAll } = await start()
    const socket = connect(port, '127.0.0.1')
    let answers = ''
    socket.setEncoding('latin1').on('data', (part) => (answers += String(part)))
    socket.write(REQUEST.repeat(10))
    await running(MOST.ofConnection)
    answerAll()
    await once(socket, 'close')
    expect(answers.match(/HTTP\/1.1 \d+/g)).toEqual([
      'HTTP/1.1 200',
      'HTTP/1.1 200',
      'HTTP/1.1 503',
    ])
    expect(answers).toMatch(/^retry-after: [1-9]\d*\r$/im)
    expect(answers).toMatch(/^connection: close\r$/im)
  })

  test('H14 a connection that goes on sending is cut off, and its requests no longer count', async () => {
    const { port, running, answerAll, slow } = await start()
    const socket = connect(port, '127.0.0.1').on('error', () => {})
    socket.write(REQUEST.repeat(100))
    await once(socket, 'close')
    const answers = ['10.0.0.1', '10.0.0.1', '10.0.0.1', '10.0.0.2'].map(slow)
    await running(MOST.ofConnection + MOST.all)
    answerAll()
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200, 200, 200])
  })

  test('H14 one network cannot hold every place; when all are taken, the answer says when to try again', async () => {
    const { running, answerAll, slow } = await start()
    const held = ['2001:db8::1', '2001:db8::2', '2001:db8::3'].map(slow)
    await running(3)
    expect((await slow('2001:db8::4')).status).toBe(503)
    const another = slow('10.0.0.1')
    await running(4)
    const refused = await slow('10.0.0.2')
    expect(refused.status).toBe(503)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await refused.json()).toMatchObject({ errors: [{ errors: ['busy'] }] })
    answerAll()
    const answered = await Promise.all([...held, another])
    expect(answered.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  })
})

test('H14 who calls too often is refused in turns of the event loop, so that other calls go on', async () => {
  const wanted = 20
  await start({ all: wanted, ofNetwork: wanted, ofConnection: 1 })
  const statuses: number[] = []
  const refuse = async () => statuses.push((await app.inject(getTooOften.path)).statusCode)
  const refusing = Array.from({ length: wanted }, refuse)
  const inOneTurn: number[] = []
  while (statuses.length < wanted) {
    const before = statuses.length
    await new Promise((resolve) => setImmediate(resolve))
    inOneTurn.push(statuses.length - before)
  }
  await Promise.all(refusing)
  expect(Math.max(...inOneTurn)).toBe(1)
  expect(statuses).toEqual(Array.from({ length: wanted }, () => 429))
})

const SAFE = [
  'cache-control: no-store',
  'x-content-type-options: nosniff',
  'x-frame-options: DENY',
  'referrer-policy: no-referrer',
  'permissions-policy: camera=(), geolocation=(), microphone=(), payment=()',
  `content-security-policy: default-src 'none'; frame-ancestors 'none'`,
]

test.each([
  ['a call', 'GET /unknown HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n'],
  [
    'an address that cannot be decoded',
    'GET /%ff HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n',
  ],
  ['a request that is not HTTP', 'nonsense\r\n\r\n'],
])('the answer to %s carries the security headers', async (_, request) => {
  const { port } = await start()
  const answer = await answerTo(port, request)
  expect(answer.split('\r\n')).toEqual(expect.arrayContaining(SAFE))
  expect(answer).toContain('"state":"error"')
})

/** Returns everything that the service sends before it ends the connection. */
async function answerTo(port: number, request: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  let answer = ''
  socket.setEncoding('latin1').on('data', (part) => (answer += String(part)))
  socket.write(request)
  await once(socket, 'close')
  return answer
}

test('H16 a request that two parsers could read in two ways is refused, and its connection ends', async () => {
  const { port } = await start()
  const head = 'POST /small HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n'
  const requests = [
    `${head}content-length: 4\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`,
    `${head}content-length: 2\r\ncontent-length: 3\r\n\r\n{}`,
    `${head}transfer-encoding: xchunked\r\n\r\n0\r\n\r\n`,
    `${head}x-a: b\r\n c\r\ncontent-length: 2\r\n\r\n{}`,
    `${head.replaceAll('\r\n', '\n')}content-length: 2\n\n{}`,
  ]
  for (const request of requests) {
    expect(await answerTo(port, request), request).toMatch(/^HTTP\/1\.1 400 /)
  }
})

describe('the host of a request', () => {
  const ask = async (head: string): Promise<string> => answerTo((await start()).port, head)

  test.each([
    ['no host', 'GET /unknown HTTP/1.1\r\n\r\n', 'missing'],
    ['two hosts', 'GET /unknown HTTP/1.1\r\nhost: a\r\nHost: a\r\n\r\n', 'more than one'],
    ['two hosts', 'GET /unknown HTTP/1.0\r\nhost: a\r\nhost: b\r\n\r\n', 'more than one'],
  ])('H16 %s: a 400 names the header, and the connection ends', async (_, request, problem) => {
    const answer = await ask(request)
    expect(answer).toMatch(/^HTTP\/1\.1 400 /)
    expect(answer.split('\r\n')).toEqual(expect.arrayContaining(SAFE))
    const { errors } = JSON.parse(answer.split('\r\n\r\n')[1]!) as { errors: unknown }
    expect(errors).toEqual([{ code: 'validation_error', fieldName: 'host', errors: [problem] }])
  })

  test.each([
    ['one host', 'GET /unknown HTTP/1.1\r\nHOST: a\r\nconnection: close\r\n\r\n'],
    ['none in HTTP/1.0, which has no hosts', 'GET /unknown HTTP/1.0\r\n\r\n'],
  ])('%s is answered', async (_, request) => {
    expect(await ask(request)).toMatch(/^HTTP\/1\.1 404 /)
  })
})

describe('bodies', () => {
  const send = async (path: string, text: string) => {
    const headers = { 'content-type': 'application/json' }
    const { statusCode } = await app.inject({ method: 'POST', url: path, headers, payload: text })
    return statusCode
  }

  test('H15 a body has at most 16 KB, more only where the contract says so', async () => {
    await start()
    const ofBytes = (bytes: number) => JSON.stringify('a'.repeat(bytes - 2))
    expect(await send('/small', ofBytes(16_384))).toBe(200)
    expect(await send('/small', ofBytes(16_385))).toBe(413)
    expect(await send('/large', ofBytes(20_000))).toBe(200)
    expect(await send('/large', ofBytes(20_001))).toBe(413)
    expect(await send('/unknown', ofBytes(16_385))).toBe(413)
  })

  test('a byte-order mark before JSON is refused', async () => {
    await start()
    expect(await send('/small', '{}')).toBe(200)
    expect(await send('/small', '\uFEFF{}')).toBe(400)
  })

  test('a key that stands twice in an object is refused', async () => {
    await start()
    expect(await send('/small', '{"a":1,"b":{"a":1}}')).toBe(200)
    expect(await send('/small', '{"a":1,"a":2}')).toBe(400)
  })
})

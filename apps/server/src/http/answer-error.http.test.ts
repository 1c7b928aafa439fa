import type { Contract } from '@partner-office/contracts'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'

import { buildApp } from './build-app.ts'
import { serveCall } from './serve-call.ts'

const postFailing = {
  method: 'POST',
  path: '/failing',
  auth: 'none',
  reply: z.object({}),
  refusals: [],
} as const satisfies Contract

let app: FastifyInstance
let thrown: Error
const lines: { readonly msg: string; readonly code?: string }[] = []

beforeAll(async () => {
  app = buildApp({
    logger: pino({ level: 'warn' }, { write: (line) => void lines.push(JSON.parse(line)) }),
    trustedProxies: [],
    mostInFlight: { all: 1, ofNetwork: 1, ofConnection: 1 },
  })
  serveCall(app, postFailing, () => Promise.reject(thrown))
  await app.ready()
})
afterAll(() => app.close())

/** What a call is answered whose statement has failed with a SQLSTATE, in a source of PostgreSQL, or without a connection. */
async function answerTo(code: string | undefined, message = 'failed', file?: string) {
  thrown = Object.assign(new Error(message), code !== undefined && { code }, file && { file })
  const { statusCode, headers, json } = await app.inject({ method: 'POST', url: postFailing.path })
  const { errors } = json<{ errors: { errors: string[] | null }[] }>()
  return { status: statusCode, reason: errors[0]!.errors?.[0], retryAfter: headers['retry-after'] }
}

const LOST = [
  ['08000', 'the connection has failed'],
  ['08003', 'the connection does not exist'],
  ['08006', 'the connection broke'],
  ['08007', 'the outcome of a commit is unknown'],
  ['25006', 'the server is a standby'],
  ['25P03', 'the server has ended an idle transaction'],
  ['3D000', 'the database is being replaced'],
  ['40003', 'the outcome of a statement is unknown'],
  ['53300', 'the server has no connection left'],
  ['57P01', 'the server stops'],
  ['57P02', 'the server has crashed'],
  ['57P03', 'the server starts'],
  ['57P05', 'the server has ended an idle connection'],
  ['58000', 'the system of the server has failed'],
  ['58030', 'the disk of the server cannot be read or written'],
  ['58P01', 'a file of the server is not there'],
  ['ECONNREFUSED', 'no server listens'],
  ['ECONNRESET', 'the server was killed'],
  ['EPIPE', 'the server was killed while a statement was sent'],
  ['ETIMEDOUT', 'the server does not answer'],
  ['ENETUNREACH', 'the network is cut'],
  ['EAI_AGAIN', 'the name server is cut off'],
] as const

const BUSY = [
  ['40001', 'other transactions came first'],
  ['40P01', 'transactions have waited for each other'],
  ['53000', 'the server has no file left'],
  ['53200', 'the server has no memory left'],
  ['53400', 'the server has reached a limit'],
  ['55P03', 'the lock was not free in time'],
  ['57014', 'the statement took too long'],
] as const

test.each([
  ...LOST.map(([code, what]) => [code, what, 'database'] as const),
  ...BUSY.map(([code, what]) => [code, what, 'busy'] as const),
  ['53100', 'the disk of the server is full', 'disk_full'] as const,
])(
  'CLU-029 %s, %s: a call is told to try again, and the log holds the code',
  async (code, _what, reason) => {
    expect(await answerTo(code)).toEqual({ status: 503, reason, retryAfter: '2' })
    expect(lines.at(-1)).toMatchObject({ msg: 'turned away', code })
  },
)

test.each([
  'Connection terminated unexpectedly',
  'Connection terminated due to connection timeout',
  'Client has encountered a connection error and is not queryable',
  'Client was closed and is not queryable',
  'Query read timeout',
  'timeout expired',
])('CLU-029 "%s": a call is told to try again', async (message) => {
  const tryAgain = { status: 503, reason: 'database', retryAfter: '2' }
  expect(await answerTo(undefined, message)).toEqual(tryAgain)
})

test.each(['md.c', 'xlog.c', 'fd.c', 'slru.c'])(
  'CLU-022 CLU-029 a disk that has become read-only, met by %s: a call is told to try again',
  async (file) => {
    const message = 'could not open file "base/5/2650": Read-only file system'
    const tryAgain = { status: 503, reason: 'database', retryAfter: '2' }
    expect(await answerTo('42501', message, file)).toEqual(tryAgain)
  },
)

test.each(['aclchk.c', 'execMain.c', undefined])(
  'a missing privilege, met by %s, has the same SQLSTATE and is a bug: 500',
  async (file) => {
    expect(await answerTo('42501', 'permission denied for table t', file)).toMatchObject({
      status: 500,
    })
  },
)

test.each([
  ['23505', 'a row that exists already'],
  ['25P02', 'a statement after one that has failed'],
  ['42703', 'a column that does not exist'],
  ['XX000', 'a bug of the server'],
])('%s, %s, is a bug: 500, and trying again is not asked for', async (code) => {
  expect(await answerTo(code)).toEqual({ status: 500, reason: undefined, retryAfter: undefined })
  expect(lines.at(-1)).toMatchObject({ msg: 'a request failed' })
})

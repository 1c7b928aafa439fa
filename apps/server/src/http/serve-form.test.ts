import type { Contract } from '@partner-office/contracts'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { afterEach, expect, test } from 'vitest'
import { z } from 'zod'

import { buildApp } from './build-app.ts'
import { serveFormParts } from './serve-form.ts'

const postForm = {
  method: 'POST',
  path: '/form',
  auth: 'none',
  multipart: {
    fields: z.object({ note: z.string() }),
    files: 1,
    fileBytes: 1_000,
    withinMs: 60_000,
  },
  reply: z.object({}),
  refusals: [],
} as const satisfies Contract

const FORMS = 40
const MOST_IN_ONE_TURN = 2

let app: FastifyInstance
afterEach(() => app.close())

/** Counts turns of the event loop until it is stopped. */
function countTurns() {
  const turns = { now: 0, isCounting: true }
  const count = () => {
    turns.now += 1
    if (turns.isCounting) setImmediate(count)
  }
  setImmediate(count)
  return turns
}

test('of forms that arrive at once two begin in one turn of the event loop, so that other calls go on between them', async () => {
  const mostInFlight = { all: FORMS, ofNetwork: FORMS, ofConnection: FORMS }
  app = buildApp({ logger: pino({ level: 'silent' }), trustedProxies: [], mostInFlight })
  const turns = countTurns()
  const begun = new Map<number, number>()
  serveFormParts(app, postForm, async ({ parts }) => {
    begun.set(turns.now, (begun.get(turns.now) ?? 0) + 1)
    for await (const part of parts) expect(part).toMatchObject({ name: 'note', value: 'x' })
    return {}
  })
  await app.ready()
  const answers = await Promise.all(Array.from({ length: FORMS }, sendForm))
  turns.isCounting = false
  expect(answers).toEqual(Array(FORMS).fill(200))
  expect([...begun.values()].reduce((sum, count) => sum + count)).toBe(FORMS)
  expect(Math.max(...begun.values())).toBeLessThanOrEqual(MOST_IN_ONE_TURN)
})

async function sendForm(): Promise<number> {
  const form = new FormData()
  form.append('note', 'x')
  const request = new Request('http://localhost/form', { method: 'POST', body: form })
  const { statusCode } = await app.inject({
    method: 'POST',
    url: '/form',
    headers: {
      host: 'localhost',
      'content-type': request.headers.get('content-type')!,
    },
    payload: Buffer.from(await request.arrayBuffer()),
  })
  return statusCode
}

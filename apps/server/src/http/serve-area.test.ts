import type { Contract } from '@partner-office/contracts'
import { pino } from 'pino'
import { afterEach, expect, test } from 'vitest'
import { z } from 'zod'

import type { Handlers } from '../input/handlers.ts'
import { buildApp } from './build-app.ts'
import { serveArea, serveAreas } from './serve-area.ts'

const NUMBERS = {
  getOne: { method: 'GET', path: '/one', auth: 'none', reply: z.int(), refusals: [] },
  postSum: {
    method: 'POST',
    path: '/sum',
    auth: 'none',
    body: z.array(z.int()),
    reply: z.int(),
    refusals: [],
  },
} as const satisfies Record<string, Contract>

const app = buildApp({ logger: pino({ level: 'silent' }) })
afterEach(() => app.close())

const getOne = async () => 1
const HANDLERS: Handlers<typeof NUMBERS, string> = {
  getOne,
  postSum: async ({ body }, caller) => body.length + caller.length,
}

test('every contract of an area is answered by the handler of its name, which hears who calls', async () => {
  serveArea(app, NUMBERS, HANDLERS, ({ headers }) => String(headers['x-caller']))
  expect((await app.inject({ url: '/one' })).json()).toMatchObject({ data: 1 })
  const sum = await app.inject({
    method: 'POST',
    url: '/sum',
    headers: { 'x-caller': 'eve' },
    payload: [1, 2],
  })
  expect(sum.json()).toMatchObject({ data: 5 })
  expect(app.calls).toEqual(expect.arrayContaining(Object.values(NUMBERS)))
})

test('a contract without a handler does not compile, nor a handler without a contract, nor an area without handlers', () => {
  // @ts-expect-error: `postSum` has no handler.
  const missing: Handlers<typeof NUMBERS, string> = { getOne }
  // @ts-expect-error: no contract is named `getTwo`.
  const unknown: Handlers<typeof NUMBERS, string> = { ...HANDLERS, getTwo: getOne }
  // @ts-expect-error: the contract replies with a number.
  const wrongReply: Handlers<typeof NUMBERS, string> = { ...HANDLERS, getOne: async () => 'one' }
  const inService = () => {
    // @ts-expect-error: the area `numbers` has no handlers.
    serveAreas(app, { numbers: NUMBERS }, {}, () => '')
    // @ts-expect-error: `postSum` has no handler.
    serveArea(app, NUMBERS, { getOne }, () => '')
  }
  expect([missing, unknown, wrongReply, inService]).toHaveLength(4)
})

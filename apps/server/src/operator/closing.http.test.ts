import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { buildServices, type Services } from '../app.ts'
import type { Core } from '../core/core.ts'
import { noteFirstService } from '../business/months/due-months.ts'
import { Readiness } from '../http/readiness.ts'
import { MONTH, NEXT_MONTH, openClosingNetwork } from '../testing/closing-network.ts'
import { IDENTITY, type TestClock } from '../testing/core.ts'
import { openEmbedded } from '../testing/databases.ts'
import { OperatorKey } from './operator-key.ts'
import { parseCommand } from './parse-command.ts'
import { runCommand } from './run-command.ts'

const KEY = 'a-test-key'

let core: Core
let clock: TestClock
let services: Services

beforeAll(async () => {
  ;({ core, clock } = await openClosingNetwork(await openEmbedded()))
  const readiness = new Readiness()
  services = buildServices({
    core,
    logger: pino({ level: 'silent' }),
    readiness,
    operatorKey: new OperatorKey(KEY),
    trustedProxies: [],
    ...IDENTITY,
  })
  readiness.phase = 'serving'
  await services.operators.ready()
})
afterAll(async () => {
  await Promise.all(Object.values(services).map((service) => service.close()))
  await core.database.close()
})

const close = async (month: string) => {
  const response = await services.operators.inject({
    method: 'POST',
    url: `/internal/v1/periods/${month}/close`,
    headers: { authorization: `Bearer ${KEY}` },
  })
  return { status: response.statusCode, ...response.json() }
}

async function office(line: string) {
  const request = parseCommand(line.split(' '))
  if (request.kind !== 'run') throw new Error('Not a command')
  const said = { out: '', notes: [] as string[] }
  const exit = await runCommand(
    core,
    { command: request.command, actor: 'ann' },
    {
      input: null,
      out: async (chunk) => {
        said.out += String(chunk)
      },
      note: (text) => said.notes.push(text),
      progress: () => {},
    },
  )
  return { exit, ...said }
}

test('a month is closed by the command, by the call and again by the operator with one result', async () => {
  await noteFirstService(core.database.read, clock.now - 86_400_000 * 5)
  const metrics = async () =>
    (await services.operators.inject({ method: 'GET', url: '/metrics' })).body
  expect(await metrics()).toContain('partner_office_months_due 1\n')
  expect(await office(`recompute ${MONTH}`)).toMatchObject({
    exit: 1,
    notes: [`the month ${MONTH} is not closed`],
  })

  const dry = await office(`close ${MONTH} --dry-run`)
  expect(dry).toMatchObject({ exit: 0, notes: ['dry run: nothing was changed'] })
  expect(await metrics()).toContain('partner_office_months_closed 0\n')

  const called = await close(MONTH)
  expect(called).toMatchObject({ status: 200, state: 'success', data: { period: MONTH } })
  expect(await close(MONTH)).toEqual(called)
  const closed = await office(`close ${MONTH}`)
  expect(closed).toEqual({ exit: 0, out: dry.out, notes: [`${MONTH} is closed`] })
  expect(closed.out).toMatch(/^period\ttype\tcurrency\trecords\tamount\n/)
  expect(closed.out).toContain(`${MONTH}\tDIAMOND_POOL\tULTIMA\t1\t`)
  expect(closed.out).toMatch(
    new RegExp(`\n${called.data.records} records, SHA-256 ${called.data.sha256}\n$`),
  )
  expect(await office(`recompute ${MONTH}`)).toMatchObject({ exit: 0, out: 'identical\n' })
  expect(await office(`recompute ${MONTH} --now`)).toMatchObject({
    exit: 0,
    out: 'identical\n',
    notes: [`${MONTH}: 0 corrections`],
  })
  expect(await metrics()).toContain('partner_office_months_closed 1\n')
  expect(await metrics()).toContain('partner_office_months_due 0\n')
})

test('a month that is not over, or is invalid, is refused', async () => {
  expect(await office(`close ${NEXT_MONTH}`)).toMatchObject({
    exit: 1,
    out: '',
    notes: [`the month ${NEXT_MONTH} is not over yet`],
  })
  expect(await close(NEXT_MONTH)).toMatchObject({
    state: 'error',
    errors: [{ code: 'validation_error', fieldName: 'month' }],
  })
  // The path does not exist, as with an id that is no number.
  expect(await close('2026-13')).toMatchObject({ state: 'error', errors: [{ code: 'not_found' }] })
  expect(() => parseCommand(['close', MONTH, '--dry-run=1'])).toThrow()
})

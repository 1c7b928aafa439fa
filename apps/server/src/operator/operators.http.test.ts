import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { callsOf, DOCS, HEALTH, METRICS, OPERATORS } from '@partner-office/contracts'
import { DEFAULT_PLAN_DOCUMENT, Refusal } from '@partner-office/domain'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { buildServices, type Services } from '../app.ts'
import { readAuditLog } from '../business/audit/audit-log.ts'
import type { Core } from '../core/core.ts'
import { importPartners } from '../business/partners/import-partners.ts'
import { readSettings } from '../business/settings/read-settings.ts'
import { DiskFull } from '../db/disk-full.ts'
import { Readiness } from '../http/readiness.ts'
import { asUpload, IDENTITY, openTestCore, TEST_NOW } from '../testing/core.ts'
import { openEmbedded } from '../testing/databases.ts'
import { chainText } from '../testing/network-files.ts'
import { OperatorKey } from './operator-key.ts'

const KEY = 'a-test-key'
const log: string[] = []

let core: Core
let services: Services
const readiness = new Readiness()

beforeAll(async () => {
  core = await openTestCore(await openEmbedded())
  await importPartners(core, asUpload(chainText(3)))
  services = buildServices({
    core,
    logger: pino({ level: 'debug' }, { write: (line: string) => log.push(line) }),
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

type Call = {
  method: 'GET' | 'POST' | 'PUT'
  url: string
  payload?: string | Buffer
  type?: string
}

async function call(
  { method, url, payload, type = 'application/json' }: Call,
  headers = bearer(KEY),
) {
  const response = await services.operators.inject({
    method,
    url,
    headers: { ...headers, ...(payload !== undefined && { 'content-type': type }) },
    ...(payload !== undefined && { payload }),
  })
  return { status: response.statusCode, body: response.json(), headers: response.headers }
}

const bearer = (key: string): Record<string, string> => ({ authorization: `Bearer ${key}` })

const post = (url: string, payload?: string | Buffer) =>
  call({ method: 'POST', url, ...(payload !== undefined && { payload }) })
const put = (url: string, value: unknown) =>
  call({ method: 'PUT', url, payload: typeof value === 'string' ? value : JSON.stringify(value) })

const success = (data: unknown) => ({ status: 200, body: { state: 'success', data, errors: [] } })
const error = (code: string, fieldName: string | null = null, status = 200) => ({
  status,
  body: { state: 'error', data: null, errors: [expect.objectContaining({ code, fieldName })] },
})

const ORDERS = '/internal/v1/orders'
const order = (change: object = {}) =>
  JSON.stringify({
    orderId: 1,
    userId: 3,
    amount: '100.00',
    paidAt: TEST_NOW,
    currency: 'EUR',
    ...change,
  })

describe('orders', () => {
  test('an order is recorded once, even if sent again with another notation of its amount', async () => {
    expect(await post(ORDERS, order())).toMatchObject(success({ orderId: 1 }))
    expect(await post(ORDERS, order())).toMatchObject(success({ orderId: 1 }))
    expect(await post(ORDERS, order().replace('"100.00"', '100.0'))).toMatchObject(
      success({ orderId: 1 }),
    )
    expect(await post(ORDERS, order({ currency: undefined }))).toMatchObject(
      success({ orderId: 1 }),
    )
    expect((await core.network.figures(3)).ownTurnover).toBe(10_000)
  })

  test('the same id with other content is not_unique', async () => {
    expect(await post(ORDERS, order({ amount: '100.01' }))).toMatchObject(
      error('not_unique', 'orderId'),
    )
  })

  test.each([
    ['an unknown partner', { orderId: 2, userId: 99 }, 'not_found', 'userId'],
    ['another currency', { orderId: 2, currency: 'USD' }, 'validation_error', 'currency'],
    ['three decimals', { orderId: 2, amount: '1.001' }, 'validation_error', 'amount'],
    ['an amount of 0', { orderId: 2, amount: 0 }, 'validation_error', 'amount'],
    ['an id that is text', { orderId: '2' }, 'validation_error', 'orderId'],
    ['an id with a fraction', { orderId: 2.5 }, 'validation_error', 'orderId'],
    ['an id beyond what is exact', { orderId: 2 ** 53 }, 'validation_error', 'orderId'],
    ['no partner', { orderId: 2, userId: undefined }, 'validation_error', 'userId'],
    ['paid before the registration', { orderId: 2, paidAt: 0 }, 'validation_error', 'paidAt'],
    [
      'paid in a far future',
      { orderId: 2, paidAt: TEST_NOW + 90_000_000 },
      'validation_error',
      'paidAt',
    ],
  ])('%s is refused', async (_title, change, code, fieldName) => {
    expect(await post(ORDERS, order(change))).toMatchObject(error(code, fieldName))
  })

  test('an instant that is too early or too late is refused with the reason', async () => {
    for (const [paidAt, reason] of [
      [0, 'before the registration of the partner'],
      [TEST_NOW + 90_000_000, 'more than a day in the future'],
    ]) {
      const { body } = await post(ORDERS, order({ orderId: 2, paidAt }))
      expect(body.errors).toEqual([
        { code: 'validation_error', fieldName: 'paidAt', errors: [reason] },
      ])
    }
  })

  test.each(['1e2', '100.001', '0.1e1', '-1', '1E+2'])(
    'an amount written %s is refused',
    async (amount) => {
      const payload = order({ orderId: 2 }).replace('"100.00"', amount)
      expect(await post(ORDERS, payload)).toMatchObject(error('validation_error', 'amount'))
    },
  )

  test('every field that is wrong is named', async () => {
    const { body } = await post(ORDERS, '{"orderId":0,"amount":"x"}')
    const fields = body.errors.map(({ fieldName }: { fieldName: string }) => fieldName)
    expect(fields).toEqual(['orderId', 'userId', 'amount', 'paidAt'])
  })

  test('stopped payments and barred countries are named errors for the shop', async () => {
    await put('/internal/v1/config', { paymentsEnabled: false })
    expect(await post(ORDERS, order({ orderId: 3 }))).toMatchObject(error('payments_disabled'))
    await put('/internal/v1/config', { paymentsEnabled: null, purchaseRestrictedCountries: 'DE' })
    expect(await post(ORDERS, order({ orderId: 3 }))).toMatchObject(
      error('purchase_restricted_by_country'),
    )
    await put('/internal/v1/config', { purchaseRestrictedCountries: '' })
  })

  test('D-080 a list says which countries are barred for registration; all others are open', async () => {
    const barred = () =>
      core.database.read
        .selectFrom('settings')
        .select('value')
        .where('name', '=', 'registrationBarredCountries')
        .executeTakeFirst()
    const at = '/internal/v1/countries'
    const list = [
      { code: 'DE', barred: true },
      { code: 'FR', barred: false },
      { code: 'IT', barred: true },
    ]
    expect(await put(at, list)).toMatchObject(success({ barred: 2 }))
    expect(await barred()).toEqual({ value: 'DE,IT' })
    expect((await put(at, [{ code: 'Germany', barred: true }])).body.errors).toMatchObject([
      { code: 'validation_error', fieldName: '[0].code' },
    ])
    expect(await barred()).toEqual({ value: 'DE,IT' })
    expect(await put(at, [])).toMatchObject(success({ barred: 0 }))
    expect(await barred()).toEqual({ value: '' })
  })

  test('D-028 the documents that partners accept are replaced by a list of exactly eight PDF files', async () => {
    const documents = async () =>
      (await readSettings(core.database.read, ['legalDocuments'])).legalDocuments
    const at = '/internal/v1/legals'
    const before = await documents()
    const list = (JSON.parse(before) as { name: string; file: string }[]).map((document) => ({
      ...document,
      file: `2027-${document.file}`,
    }))
    const wrong = { ...list[0]!, file: '../terms.pdf' }
    for (const refused of [list.slice(1), [...list, list[0]!], [wrong, ...list.slice(1)]]) {
      expect((await put(at, refused)).body.errors).toMatchObject([{ code: 'validation_error' }])
    }
    expect(await documents()).toBe(before)
    expect(await put(at, list)).toMatchObject(success({ documents: 8 }))
    expect(JSON.parse(await documents())).toEqual(list)
    await put('/internal/v1/config', { legalDocuments: null })
  })

  test('a cancelled order counts nowhere; cancelling again, with or without a body, does nothing', async () => {
    for (const payload of [undefined, '', '{}', '{"reason":"returned"}']) {
      expect(await post(`${ORDERS}/1/cancel`, payload)).toMatchObject(success({ orderId: 1 }))
    }
    expect((await core.network.figures(3)).ownTurnover).toBe(0)
  })

  test.each(['99', '0', 'abc', '1.5', '-1', '99999999999999999999'])(
    'there is no order %s',
    async (id) => {
      const { status, body } = await post(`${ORDERS}/${id}/cancel`)
      expect([status, body.errors[0].code]).toEqual([200, 'not_found'])
    },
  )
})

describe('blocks, rates, plan, config', () => {
  test('a partner is blocked and unblocked', async () => {
    const url = '/internal/v1/users/2/block'
    expect(await put(url, { blocked: true })).toMatchObject(success({ id: 2, blocked: true }))
    expect(core.network.engine.blocked[core.network.engine.rowOf(2)]).toBe(1)
    expect(await put(url, { blocked: false, reason: 'cleared' })).toMatchObject(
      success({ id: 2, blocked: false }),
    )
    expect(await put(url, { blocked: 'yes' })).toMatchObject(error('validation_error', 'blocked'))
    expect(await put(url, { blocked: true, reason: 'a\u0007' })).toMatchObject(
      error('validation_error', 'reason'),
    )
    expect(await put('/internal/v1/users/99/block', { blocked: true })).toMatchObject(
      error('not_found', 'userId'),
    )
  })

  test('TEA-009 a partner gets a public site from 1 to 3, or none', async () => {
    const url = '/internal/v1/users/2/public-profile'
    for (const allowPublicProfile of [0, 3, 2, 1]) {
      expect(await put(url, { allowPublicProfile })).toMatchObject(
        success({ id: 2, allowPublicProfile }),
      )
    }
    for (const wrong of [-1, 4, 1.5, '2', true, null]) {
      expect(await put(url, { allowPublicProfile: wrong })).toMatchObject(
        error('validation_error', 'allowPublicProfile'),
      )
    }
    expect(
      await put('/internal/v1/users/99/public-profile', { allowPublicProfile: 1 }),
    ).toMatchObject(error('not_found', 'userId'))
  })

  test('rates are set all or none, to the last decimal', async () => {
    const url = '/internal/v1/rates'
    const exact = '[{"from":"EUR","to":"UPT","rateType":"BUY","rate":2.123456789012345678}]'
    expect(await put(url, exact)).toMatchObject(
      success([
        {
          from: 'EUR',
          to: 'UPT',
          rateType: 'BUY',
          rate: '2.123456789012345678',
          updatedAt: TEST_NOW,
        },
      ]),
    )
    const bad = [
      { from: 'EUR', to: 'UPT', rate: '3' },
      { from: 'EUR', to: 'XXX', rate: '3' },
    ]
    expect(await put(url, bad)).toMatchObject(error('validation_error', '[1].to'))
    expect(await put(url, [{ from: 'EUR', to: 'EUR', rate: '3' }])).toMatchObject(
      error('validation_error', '[0].to'),
    )
    expect(await put(url, [])).toMatchObject(error('validation_error'))
  })

  test('a plan is loaded from numbers and from text, and refused with every wrong place', async () => {
    const url = '/internal/v1/plan'
    const numbers = JSON.stringify(DEFAULT_PLAN_DOCUMENT).replaceAll(/"(\d+(?:\.\d+)?)"/g, '$1')
    expect(await put(url, numbers)).toMatchObject(success({ version: 2, validFrom: 0 }))
    const { status, body } = await put(url, {
      ...DEFAULT_PLAN_DOCUMENT,
      legRule: 'guess',
      unilevel: 5,
    })
    expect(status).toBe(200)
    expect(body.errors.map(({ fieldName }: { fieldName: string }) => fieldName)).toEqual([
      'legRule',
      'unilevel',
    ])
  })

  test('config accepts text, numbers and flags, and names the accepted values of a property', async () => {
    const url = '/internal/v1/config'
    expect(
      await put(url, { newsfeed: false, maxPendingPayouts: 4, bullPromoCode: 'X' }),
    ).toMatchObject(success({ newsfeed: 'FALSE', maxPendingPayouts: '4', bullPromoCode: 'X' }))
    const { body } = await put(url, { newsfeed: 'no', nonsense: '1' })
    expect(body.errors).toEqual([
      { code: 'validation_error', fieldName: 'newsfeed', errors: ['must be TRUE or FALSE'] },
      { code: 'validation_error', fieldName: 'nonsense', errors: [expect.any(String)] },
    ])
  })

  test('every change is in the audit log under the id of the key, never under the key', async () => {
    const entries = []
    for await (const entry of readAuditLog(core.database.read)) entries.push(entry)
    const commands = new Set(entries.map(({ command }) => command))
    for (const command of [
      'order',
      'cancel order',
      'partner block',
      'partner public-page',
      'rates set',
      'plan load',
      'config set',
    ]) {
      expect(commands).toContain(command)
    }
    expect(new Set(entries.map(({ actor }) => actor))).toEqual(
      new Set([expect.stringMatching(/^operators port, key [0-9a-f]{8}$/)]),
    )
  })
})

describe('pages of other origins', () => {
  const PATHS = ['/metrics', '/docs', '/docs/openapi.json', '/health/live', '/nothing']
  const statusOf = async (url: string, headers: Record<string, string>) =>
    (await services.operators.inject({ url, headers })).statusCode

  test.each([
    { host: 'evil.example' },
    { host: 'localhost.evil.example' },
    { host: '127.0.0.1.evil.example:3002' },
    { host: '127.0.0.1:3002', origin: 'http://evil.example' },
    { host: '127.0.0.1:3002', origin: 'http://127.0.0.1:3000' },
    { host: '127.0.0.1:3002', origin: 'null' },
  ])('%j is refused on every path', async (headers) => {
    for (const url of PATHS) expect(await statusOf(url, headers), url).toBe(403)
    const refused = await call(
      { method: 'POST', url: ORDERS, payload: '{}' },
      { ...bearer(KEY), ...headers },
    )
    expect(refused).toMatchObject({ status: 403, body: { errors: [{ code: 'access_denied' }] } })
  })

  test.each(['127.0.0.1:3002', 'localhost:9999', '[::1]:3002', 'localhost'])(
    'a program of this machine that calls %s is answered, and nothing can be framed',
    async (host) => {
      for (const url of ['/metrics', '/docs']) {
        const { statusCode, headers } = await services.operators.inject({ url, headers: { host } })
        expect(statusCode).toBe(200)
        expect(headers['x-frame-options']).toBe('DENY')
        expect(headers['content-security-policy']).toContain(`frame-ancestors 'none'`)
      }
      expect(await statusOf('/docs', { host, origin: `http://${host}` })).toBe(200)
    },
  )
})

describe('the ports for other machines', () => {
  const host = 'office-1.internal:3100'
  const ask = async (
    service: 'operatorsNetwork' | 'metricsNetwork',
    url: string,
    headers: Readonly<Record<string, string>> = {},
  ) => {
    const all = { host, 'content-type': 'application/json', ...headers }
    const request = url === ORDERS ? { method: 'POST' as const, url, payload: '{}' } : { url }
    return (await services[service].inject({ ...request, headers: all })).statusCode
  }

  test('D-198 METRICS_LISTEN answers metrics and health by any host name, and nothing else', async () => {
    for (const url of ['/metrics', '/health/live', '/health/ready']) {
      expect(await ask('metricsNetwork', url), url).toBe(200)
    }
    for (const url of ['/docs', ORDERS, '/config', '/']) {
      expect(await ask('metricsNetwork', url, bearer(KEY)), url).toBe(404)
    }
    const known = new Set(callsOf(HEALTH, METRICS))
    expect(new Set(services.metricsNetwork.calls)).toEqual(known)
  })

  test('OPERATOR_LISTEN answers calls with the key, and health without, by any host name; no metrics, no pages', async () => {
    // Its empty body is read and refused: validation_error.
    expect(await ask('operatorsNetwork', ORDERS, bearer(KEY))).toBe(200)
    expect(await ask('operatorsNetwork', ORDERS)).toBe(401)
    expect(await ask('operatorsNetwork', ORDERS, bearer('other'))).toBe(401)
    for (const url of ['/health/live', '/health/serving']) {
      expect(await ask('operatorsNetwork', url), url).toBe(200)
    }
    for (const url of ['/metrics', '/docs', '/config', '/']) {
      expect(await ask('operatorsNetwork', url, bearer(KEY)), url).toBe(404)
    }
    const known = new Set(callsOf(HEALTH, ...Object.values(OPERATORS)))
    const calls = services.operatorsNetwork.calls.filter(({ path }) => !path.startsWith('/console'))
    expect(new Set(calls)).toEqual(known)
  })

  test.each(['operatorsNetwork', 'metricsNetwork'] as const)(
    'a page gets nothing of %s, also one whose host name was made to point here',
    async (service) => {
      for (const origin of ['https://other.example', `http://${host}`, 'null']) {
        for (const url of ['/health/live', '/metrics', ORDERS]) {
          expect(await ask(service, url, { ...bearer(KEY), origin }), url).toBe(403)
        }
      }
    },
  )
})

describe('the envelope', () => {
  test.each([
    ['broken JSON', '{"orderId":'],
    ['no body', undefined],
    ['an empty body', ''],
    ['a list', '[]'],
    ['a number', '5'],
    ['null', 'null'],
    ['bytes that are not UTF-8', Buffer.from([0x22, 0xff, 0x22])],
    ['very deep nesting', '['.repeat(16_000)],
  ])('%s cannot be read: 400', async (_title, payload) => {
    expect(await post(ORDERS, payload)).toMatchObject(error('validation_error', null, 400))
  })

  test.each([
    ['a NUL', order({ currency: 'E\0R' })],
    ['a lone surrogate', '{"orderId":1,"currency":"\\ud800"}'],
  ])('%s cannot be stored: 400, with the field', async (_title, payload) => {
    expect(await post(ORDERS, payload)).toMatchObject(error('validation_error', 'currency', 400))
  })

  test('another content type cannot be read: 400', async () => {
    const text = await call({ method: 'POST', url: ORDERS, payload: order(), type: 'text/plain' })
    expect(text).toMatchObject(error('validation_error', null, 400))
  })

  test('a body that is too large: 413', async () => {
    expect(await post(ORDERS, 'x'.repeat(1_100_000))).toMatchObject(
      error('validation_error', null, 413),
    )
  })

  test.each([
    '/',
    '/internal/v1/nothing',
    '/internal/v1/orders/',
    '/%zz',
    '/..//x',
    `/${'a'.repeat(5000)}`,
  ])('the path %s is not there: 404', async (url) => {
    expect(await call({ method: 'POST', url })).toMatchObject(error('not_found', null, 404))
  })

  test('another method is not found either', async () => {
    expect(await call({ method: 'GET', url: ORDERS })).toMatchObject(error('not_found', null, 404))
  })

  test.each([
    ['no key', {}],
    ['another key', bearer('other')],
    ['an empty key', { authorization: 'Bearer ' }],
    ['another scheme', { authorization: `Basic ${KEY}` }],
    ['a longer key', bearer(`${KEY}x`)],
  ])('%s: 401, before the body is read', async (_title, headers) => {
    const answer = await call(
      { method: 'POST', url: ORDERS, payload: '{' },
      headers as Record<string, string>,
    )
    expect(answer).toMatchObject(error('invalid_token', null, 401))
  })

  test('the key may come in a header of its own', async () => {
    const answer = await call(
      { method: 'POST', url: ORDERS, payload: '{}' },
      { 'x-operator-key': KEY },
    )
    expect(answer.status).toBe(200)
  })

  test('a bug is internal_server_error, logged with the id of the request, and reveals nothing', async () => {
    const { status, body, headers } = await broken(new Error('the secret inside'))
    expect({ status, body }).toMatchObject(error('internal_server_error', null, 500))
    expect(JSON.stringify(body)).not.toContain('secret')
    const line = log.find((text) => text.includes('the secret inside'))
    expect(line).toContain(headers['request-id'])
  })

  test.each([
    ['the disk of the embedded database', new DiskFull(1)],
    [
      'the disk of PostgreSQL',
      Object.assign(new Error('could not extend file'), { code: '53100' }),
    ],
  ])('%s is full: 503 with disk_full', async (_title, thrown) => {
    const { status, body } = await broken(thrown)
    expect(status).toBe(503)
    expect(body.errors).toEqual([
      { code: 'internal_server_error', fieldName: null, errors: ['disk_full'] },
    ])
  })

  test('a refusal that the contract does not list is a bug', async () => {
    expect(await broken(new Refusal('data_not_ready'))).toMatchObject(
      error('internal_server_error', null, 500),
    )
  })

  /** An order while the database fails. */
  async function broken(thrown: Error) {
    const { database } = core as { database: { transaction: unknown; change: unknown } }
    const { transaction, change } = database
    database.transaction = database.change = async () => {
      throw thrown
    }
    try {
      return await post(ORDERS, order({ orderId: 50 }))
    } finally {
      Object.assign(database, { transaction, change })
    }
  }
})

describe('health and metrics', () => {
  const get = async (service: FastifyInstance, url: string) => {
    const response = await service.inject(url)
    return { status: response.statusCode, text: response.body }
  }

  test('every port is live, and ready once the start is over', async () => {
    for (const service of Object.values(services)) {
      expect(await get(service, '/health/live')).toMatchObject({ status: 200 })
      expect(await get(service, '/health/ready')).toMatchObject({ status: 200 })
      readiness.phase = 'starting'
      const starting = await get(service, '/health/ready')
      readiness.phase = 'serving'
      expect(starting.status).toBe(503)
      expect(starting.text).toContain('starting')
    }
  })

  test('while the process starts, calls are refused with 503', async () => {
    readiness.phase = 'starting'
    const answer = await post(ORDERS, order())
    readiness.phase = 'serving'
    expect(answer.status).toBe(503)
  })

  test('the two public ports answer nothing else', async () => {
    for (const url of ['/metrics', ORDERS, '/internal/v1/office']) {
      expect((await get(services.office, url)).status).toBe(404)
      expect((await get(services.passport, url)).status).toBe(404)
    }
  })

  test('metrics show counts of the database, without a key', async () => {
    const { status, text } = await get(services.operators, '/metrics')
    expect(status).toBe(200)
    expect(text).toMatch(/^partner_office_partners 3$/m)
    expect(text).toMatch(/^partner_office_orders 1$/m)
    expect(text).toMatch(/^partner_office_transfers \d+$/m)
    expect(text).toMatch(/^partner_office_unsealed_transfers \d+$/m)
    expect(text).toMatch(/^partner_office_database_info\{kind="embedded"\} 1$/m)
    expect(text).toMatch(/^http_requests_total\{.*path="\/internal\/v1\/orders".*\} \d+$/m)
    expect(text).toMatch(/^process_cpu_seconds_total/m)
  })
})

describe('docs/metrics.md', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../../docs/metrics.md'), 'utf8')
  const rows = [...page.matchAll(/^\| `(\w+)` \| (\w+) \| ([\w, ]*) \| .+ \|$/gm)]

  test('lists every metric with its type (OBS-001)', async () => {
    const { body } = await services.operators.inject('/metrics')
    const types = [...body.matchAll(/^# TYPE (\w+) (\w+)$/gm)].map(([, ...words]) =>
      words.join(' '),
    )
    expect(rows.map(([, name, type]) => `${name} ${type}`).toSorted()).toEqual(types.toSorted())
  })

  test('lists every label, so that none has values of callers (OBS-002)', async () => {
    const { body } = await services.operators.inject('/metrics')
    const listed = new Map(rows.map(([, name, , labels]) => [name!, labels!.split(', ')]))
    const samples = [...body.matchAll(/^(\w+?)(?:_bucket|_sum|_count)?\{(.+)\} \S+$/gm)]
    expect(samples.length).toBeGreaterThan(10)
    for (const [, name, labels] of samples) {
      const names = [...labels!.matchAll(/(\w+)="/g)].map(([, label]) => label)
      expect(listed.get(name!)).toEqual(
        expect.arrayContaining(names.filter((label) => label !== 'le')),
      )
    }
  })
})

describe('contracts', () => {
  test('every route is a call of a contract, and every call has its route', () => {
    const { operators } = services
    // Those of the console are in `console-matrix`.
    const own = operators.calls.filter(({ path }) => !path.startsWith('/console'))
    expect(new Set(own)).toEqual(
      new Set(callsOf(HEALTH, METRICS, DOCS, ...Object.values(OPERATORS))),
    )
    for (const { method, path: url } of callsOf(...Object.values(OPERATORS)))
      expect(operators.hasRoute({ method, url })).toBe(true)
  })

  test('an answer that does not match its contract is never sent', async () => {
    const clock = Object.getOwnPropertyDescriptor(core, 'clock')!
    Object.defineProperty(core, 'clock', { ...clock, value: () => 5.5 })
    const answer = await put('/internal/v1/rates', [{ from: 'EUR', to: 'UPT', rate: '2' }])
    Object.defineProperty(core, 'clock', clock)
    expect(answer).toMatchObject(error('internal_server_error', null, 500))
  })
})

test('OBS-011 a request has one id in its answer, its log line and the audit log, which no caller chooses', async () => {
  const headers = { ...bearer(KEY), 'request-id': 'chosen-by-the-caller' }
  const recorded = await call(
    { method: 'POST', url: ORDERS, payload: order({ orderId: 11 }) },
    headers,
  )
  const cancelled = await call(
    { method: 'POST', url: `${ORDERS}/11/cancel`, payload: '{"reason":"returned"}' },
    headers,
  )
  const ids = [recorded, cancelled].map((answer) => String(answer.headers['request-id']))
  expect(new Set([...ids, 'chosen-by-the-caller']).size).toBe(3)
  const entries = await core.database.read.selectFrom('auditLog').select('arguments').execute()
  const named = entries.flatMap(
    ({ arguments: details }) => (details as { requestId?: string }).requestId ?? [],
  )
  expect(named).toEqual(expect.arrayContaining(ids))
  for (const id of ids)
    expect(log.filter((line) => line.includes(`"requestId":"${id}"`))).toHaveLength(1)
})

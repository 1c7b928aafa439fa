import { getUser, postLegals } from '@partner-office/contracts'
import { pino } from 'pino'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'

import { blockPartner } from '../partners/block-partner.ts'
import { changeSettings } from '../settings/change-settings.ts'
import { openDatabase } from '../../db/database.ts'
import { openTestCore, TEST_NOW } from '../../testing/core.ts'
import { createPostgresDatabase, onPostgres } from '../../testing/databases.ts'
import { PartnersService } from '../../testing/partners-service.ts'
import { buildApp } from '../../http/build-app.ts'
import { CallWindow } from '../../http/call-window.ts'
import { partnerGate } from './partner-gate.ts'
import { serveCall } from '../../http/serve-call.ts'

const HOUR = 3_600_000
const PATIENCE = { timeout: 20_000, interval: 5 }

const revoke = ({ passport }: PartnersService, token: string) =>
  passport.inject({
    method: 'DELETE',
    url: '/oauth/token/revoke',
    headers: { authorization: `Bearer ${token}` },
  })

onPostgres('calls of partners', (newDatabase) => {
  let service: PartnersService
  beforeAll(async () => {
    service = await PartnersService.open(await newDatabase())
  })
  afterEach(async () => {
    service.clock.now = TEST_NOW
    await changeSettings(service.core, { 'rateLimit.user': null, 'rateLimit.address': null })
  })

  const statusOf = async (token: string) => (await service.as(token, 'GET', '/v1/user')).status

  test('a session is extended while it is used, and ends after its idle time', async () => {
    const token = await service.signInAccepted(1)
    for (const hours of [23, 46, 69]) {
      service.clock.now = TEST_NOW + hours * HOUR
      expect(await statusOf(token)).toBe(200)
    }
    service.clock.now = TEST_NOW + 93 * HOUR
    expect(await statusOf(token)).toBe(401)
  })

  test('a session that is revoked at the passport is refused at the next call', async () => {
    const token = await service.signInAccepted(1)
    expect(await statusOf(token)).toBe(200)
    await revoke(service, token)
    expect(await statusOf(token)).toBe(401)
  })

  test('a partner who is blocked between two calls is refused by the next call, and admitted after unblocking', async () => {
    const token = await service.signInAccepted(2)
    expect(await service.get(token, '/v1/user')).toMatchObject({ id: 2 })
    await blockPartner(service.core, 2, true, 'for a test')
    for (const url of ['/v1/user', '/v1/profile', '/v1/legals/partner']) {
      const { status, body } = await service.as(token, 'GET', url)
      expect({ status, errors: body.errors }).toEqual({
        status: 200,
        errors: [{ code: 'user_blocked', fieldName: null, errors: null }],
      })
    }
    await blockPartner(service.core, 2, false, 'for a test')
    expect(await service.get(token, '/v1/user')).toMatchObject({ id: 2 })
  })

  test('calls of a partner are counted by the minute, across all paths', async () => {
    service.clock.now = TEST_NOW + HOUR
    await changeSettings(service.core, { 'rateLimit.user': '3' })
    const [one, another] = [await service.signIn(3), await service.signIn(3)]
    await service.as(one, 'POST', '/v1/legals/partner')
    await service.as(another, 'GET', '/v1/user')
    await service.as(one, 'GET', '/v1/nothing')
    service.clock.now += 20_000
    expect(await statusOf(one)).toBe(200)
    const { status, headers, body } = await service.as(another, 'GET', '/v1/user')
    expect(status).toBe(429)
    expect(body.errors[0].code).toBe('too_many_requests')
    expect(headers['retry-after']).toBe('40')
    expect(await statusOf(await service.signInAccepted(4))).toBe(200)
    service.clock.now += 40_000
    expect(await statusOf(one)).toBe(200)
    await changeSettings(service.core, { 'rateLimit.user': '0' })
    for (let call = 0; call < 5; call += 1) expect(await statusOf(one)).toBe(200)
  })

  test('calls without a valid token are counted by network address', async () => {
    service.clock.now = TEST_NOW + 2 * HOUR
    await changeSettings(service.core, { 'rateLimit.address': '3' })
    const from = (address: string, authorization: string | undefined) =>
      service.call('GET', authorization === undefined ? '/v1/config/frontend' : '/v1/user', {
        headers: {
          'x-forwarded-for': address,
          ...(authorization !== undefined && { authorization }),
        },
      })
    expect((await from('10.0.0.1', undefined)).status).toBe(200)
    expect((await from('10.0.0.1', 'Bearer wrong')).status).toBe(401)
    expect((await from('10.0.0.1', '')).status).toBe(401)
    expect((await from('10.0.0.1', 'Bearer wrong')).status).toBe(429)
    expect((await from('10.0.0.1', undefined)).status).toBe(429)
    expect((await from('10.0.0.2', undefined)).status).toBe(200)
    const token = await service.signIn(1)
    expect((await from('10.0.0.1', `Bearer ${token}`)).status).toBe(200)
  })

  test('a refused caller learns nothing about other errors of the call', async () => {
    for (const url of ['/v1/team?sponsorId=x&size=0', '/v1/balances']) {
      const { status, body } = await service.call('GET', url)
      expect({ status, code: body.errors[0].code }).toEqual({ status: 401, code: 'invalid_token' })
    }
  })

  test('a read-only token writes nothing', async () => {
    const app = buildApp({ logger: pino({ level: 'silent' }) })
    const checkToken = async () => ({ userId: 5, session: 'a', modes: ['READ'], view: null })
    partnerGate(app, {
      core: service.core,
      calls: new CallWindow(service.core.clock),
      identities: { checkToken },
    })
    serveCall(app, postLegals, async () => ({ acceptedAt: 0 }))
    serveCall(app, getUser, async (_input, { partnerId }) => ({
      id: partnerId,
      email: '',
      blocked: false,
      registeredAt: 0,
      activeUntil: null,
    }))
    await service.signInAccepted(5)
    const read = await app.inject({ method: 'GET', url: '/v1/user' })
    expect(read.json()).toMatchObject({ data: { id: 5 } })
    const write = await app.inject({ method: 'POST', url: '/v1/legals/partner' })
    expect(write.statusCode).toBe(403)
    expect(write.json().errors[0].code).toBe('access_denied')
    await app.close()
  })
})

describe('two processes on one database', () => {
  test('a revocation, block, setting or acceptance of one acts on the next call of the other once it is announced', async () => {
    const { url, drop } = await createPostgresDatabase()
    const databases = [await openDatabase({ url }), await openDatabase({ url })] as const
    const here = await PartnersService.open(databases[0])
    const clock = { now: TEST_NOW }
    const there = await PartnersService.around(await openTestCore(databases[1], { clock }), clock)
    const [revoked, blocked, counted] = await Promise.all(
      [1, 2, 3].map((id) => here.signInAccepted(id)),
    )
    const listener = await databases[1].listen(() => {})
    await vi.waitUntil(() => listener.isListening(), PATIENCE)
    // From here on, no cached value gets old by itself.
    const now = vi.spyOn(performance, 'now').mockReturnValue(performance.now())

    const decision = async (token: string) => {
      const { status, body } = await there.as(token, 'GET', '/v1/user')
      return status === 200 && body.state === 'success' ? 'let in' : body.errors[0].code
    }
    const becomes = async (
      expected: string,
      { token, change }: { token: string; change: () => Promise<unknown> },
    ) => {
      expect(await decision(token)).not.toBe(expected)
      await change()
      await expect.poll(() => decision(token), PATIENCE).toBe(expected)
    }
    await becomes('invalid_token', { token: revoked!, change: () => revoke(here, revoked!) })
    const block = (isBlocked: boolean) => () => blockPartner(here.core, 2, isBlocked, 'for a test')
    await becomes('user_blocked', { token: blocked!, change: block(true) })
    await becomes('let in', { token: blocked!, change: block(false) })
    const accepting = await here.signIn(4)
    const accept = () => here.as(accepting, 'POST', '/v1/legals/partner')
    expect(await decision(accepting)).toBe('terms_not_accepted')
    await becomes('let in', { token: accepting, change: accept })
    const limit = (value: string | null) => () =>
      changeSettings(here.core, { 'rateLimit.user': value })
    await becomes('too_many_requests', { token: counted!, change: limit('1') })
    await becomes('let in', { token: counted!, change: limit(null) })

    now.mockRestore()
    await listener.stop()
    for (const database of databases) await database.close()
    await drop()
  })
})

import { pino } from 'pino'
import { afterEach, describe, expect, test, vi } from 'vitest'

import { buildServices } from '../../app.ts'
import { openDatabase } from '../../db/database.ts'
import { isConnectionLost } from '../../db/lost-connection.ts'
import { readMarks } from '../../db/marks.ts'
import { Readiness } from '../../http/readiness.ts'
import { OperatorKey } from '../../operator/operator-key.ts'
import { IDENTITY, openTestCore } from '../../testing/core.ts'
import { proxyTo } from '../../testing/cut-off.ts'
import { createPostgresDatabase, onBothDatabases } from '../../testing/databases.ts'
import { measureOutage } from '../../testing/outage.ts'
import { PartnersService } from '../../testing/partners-service.ts'
import { recordOrder } from '../../testing/record-order.ts'
import { blockPartner } from '../partners/block-partner.ts'
import { changeSettings } from '../settings/change-settings.ts'

const PATIENCE = { timeout: 20_000, interval: 20 }
const KEY = 'a-test-key-of-some-length'

/** What a page of the office begins with, and the figures of the dashboard. */
const IN_MEMORY = [
  '/v1/config/frontend',
  '/v1/legals/partner',
  '/v1/profile',
  '/v1/user',
  '/v1/user/activity',
  '/v1/rang/current',
  '/v1/rang/all',
  '/v1/bonus/turnover/rang',
  '/v1/bonus/turnover/rangs/all',
  '/v1/team?sponsorId=1',
  '/v1/exchange/current-rate?from=EUR&to=UPT&rateType=SELL',
  '/v1/exchange/rate?from=EUR&to=UPT',
]

afterEach(() => vi.restoreAllMocks())

onBothDatabases('answers while the database is silent', (newDatabase) => {
  test('have their age, and so do the metrics; other answers have none', async () => {
    const core = await openTestCore(await newDatabase())
    const readiness = new Readiness()
    const { office, passport, operators } = buildServices({
      core,
      logger: pino({ level: 'silent' }),
      readiness,
      operatorKey: new OperatorKey(KEY),
      trustedProxies: [],
      ...IDENTITY,
    })
    readiness.phase = 'serving'
    const address = await office.listen({ port: 0, host: '127.0.0.1' })
    const ageOf = async () =>
      (await fetch(`${address}/v1/config/frontend`)).headers.get('figures-age')
    const metric = async () => {
      const { body } = await operators.inject({
        url: '/metrics',
        headers: { authorization: `Bearer ${KEY}` },
      })
      return /^partner_office_figures_age_seconds (.*)$/m.exec(body)?.[1]
    }

    expect(await ageOf()).toBeNull()
    expect(await metric()).toBe('0')
    vi.spyOn(core.network, 'ageMs').mockReturnValue(1_500)
    expect(await ageOf()).toBe('2')
    expect(await metric()).toBe('1.5')
    await Promise.all([office, passport, operators].map((service) => service.close()))
  })
})

describe('while the database is away, PostgreSQL', () => {
  test('H9 figures are answered, other calls are asked to try again, and ended connections fail no read', async () => {
    const { url, drop } = await createPostgresDatabase()
    const { figures, others, ended } = await measureOutage(url, { outageMs: 1_000, ended: 10 })
    expect([...figures.failed, ...others.failed, ...ended.failed]).toEqual([])
    expect({ figures: figures.busy, ended: ended.busy }).toEqual({ figures: 0, ended: 0 })
    expect(others.busy).toBeGreaterThan(0)
    await drop()
  })

  test('figures are answered from memory for a minute, whatever was being written, and then not at all', async () => {
    const { url, drop } = await createPostgresDatabase()
    const proxy = await proxyTo(url)
    const database = await openDatabase({ url: proxy.url })
    const service = await PartnersService.open(database)
    const { network } = service.core
    const stop = await network.follow(database)
    const token = await service.signInAccepted(1)
    const answers = async (path: string) => {
      const { status, body } = await service.as(token, 'GET', path)
      return status === 200 && body.state === 'success' ? body.data : body.errors[0]
    }
    const team = () => answers('/v1/team?sponsorId=1')
    await vi.waitFor(() => expect(network.isFresh()).toBe(true), PATIENCE)
    const before = await team()

    const cutOff = database.transaction(async (tx) => {
      await tx.updateTable('passport.accounts').set({ emailConfirmed: true }).execute()
      proxy.cut()
    })
    await expect(cutOff).rejects.toSatisfy(isConnectionLost)
    expect(await team()).toEqual(before)
    expect(await answers('/v1/user')).toMatchObject({ code: 'data_not_ready' })
    expect(await answers('/v1/balances?balances=UCHAIN_UCN_BONUS')).toEqual({
      code: 'internal_server_error',
      fieldName: null,
      errors: ['database'],
    })

    const now = performance.now.bind(performance)
    const clock = vi.spyOn(performance, 'now')
    clock.mockImplementation(() => now() + 55_000)
    expect(await team()).toEqual(before)
    clock.mockImplementation(() => now() + 61_000)
    expect(await team()).toMatchObject({ code: 'data_not_ready' })
    clock.mockRestore()

    proxy.restore()
    await vi.waitFor(async () => expect(await team()).toEqual(before), PATIENCE)
    await stop()
    await database.close()
    await proxy.close()
    await drop()
  })

  test.for(['cut', 'silence'] as const)(
    'CLU-016 by a %s, what a page begins with is answered from memory; balances and other pages are not, nor is a changed profile',
    { timeout: 60_000 },
    async (how) => {
      const { url, drop } = await createPostgresDatabase()
      const proxy = await proxyTo(url)
      const [database, other] = [
        await openDatabase({ url: proxy.url }),
        await openDatabase({ url }),
      ]
      const service = await PartnersService.open(database)
      const { network } = service.core
      await changeSettings(service.core, { 'rateLimit.user': '0', 'rateLimit.address': '0' })
      const elsewhere = await PartnersService.around(await openTestCore(other), service.clock)
      const stop = await network.follow(database)
      const [ada, bea] = [await service.signInAccepted(1), await service.signInAccepted(2)]
      const gone = await service.signInAccepted(3)
      const answer = async (path: string, token = ada) => {
        const { status, body } = await service.as(token, 'GET', path)
        return { status, data: body.data }
      }
      const all = () => Promise.all(IN_MEMORY.map((path) => answer(path)))
      // A new connection of the listener drops what was read before it.
      await vi.waitFor(() => expect(network.isFresh()).toBe(true), PATIENCE)
      const before = await all()
      expect(before.map(({ status }) => status)).toEqual(IN_MEMORY.map(() => 200))
      expect(await answer('/v1/profile', bea)).toMatchObject({ status: 200 })
      expect(await answer('/v1/rang/current', gone)).toMatchObject({ status: 200 })
      // A partner who logs out takes nobody else's answers away, and one who changes something takes only their own.
      await elsewhere.passport.inject({
        method: 'DELETE',
        url: '/oauth/token/revoke',
        headers: { authorization: `Bearer ${gone}` },
      })
      await elsewhere.call('PUT', '/v1/profile/language', {
        headers: { authorization: `Bearer ${bea}` },
        payload: { uiLanguage: 'ar' },
      })
      const { change } = await readMarks(other.read)
      await vi.waitFor(() => expect(network.change).toBe(change), PATIENCE)
      expect(await all()).toEqual(before)

      proxy[how]()
      await vi.waitFor(() => expect(network.ageMs()).toBeGreaterThan(600), PATIENCE)
      expect(await all()).toEqual(before)
      const began = performance.now()
      for (let times = 0; times < 4; times += 1) expect(await all()).toEqual(before)
      expect(performance.now() - began).toBeLessThan(10_000)
      // In a silence, what is not in memory waits for an answer for half a minute.
      if (how === 'cut') {
        for (const [path, token] of [
          ['/v1/profile', bea],
          ['/v1/balances?balances=UCHAIN_UCN_BONUS', ada],
          ['/v1/rang/current', gone],
        ] as const) {
          expect(await answer(path, token)).toMatchObject({ data: null })
        }
      }

      proxy.restore()
      await vi.waitFor(
        async () =>
          expect((await answer('/v1/profile', bea)).data).toMatchObject({ uiLanguage: 'ar' }),
        PATIENCE,
      )
      await stop()
      await Promise.all([database.close(), other.close()])
      await proxy.close()
      await drop()
    },
  )

  test.for(['cut', 'silence'] as const)(
    'by a %s, a page is answered with the age of its figures, also until they have caught up',
    async (how) => {
      const { url, drop } = await createPostgresDatabase()
      const proxy = await proxyTo(url)
      const [database, other] = [
        await openDatabase({ url: proxy.url }),
        await openDatabase({ url }),
      ]
      const service = await PartnersService.open(database)
      const { network } = service.core
      const stop = await network.follow(database)
      const token = await service.signInAccepted(1)
      const team = () => service.as(token, 'GET', '/v1/team?sponsorId=1')
      await vi.waitFor(() => expect(network.isFresh()).toBe(true), PATIENCE)
      const before = await team()

      proxy[how]()
      await vi.waitFor(() => expect(network.ageMs()).toBeGreaterThan(600), PATIENCE)
      const during = await team()
      expect(during.body).toEqual(before.body)
      expect(Number(during.headers['figures-age'])).toBeGreaterThan(0)

      const later = await openTestCore(other)
      const order = { orderId: 9, partnerId: 2, paidAt: service.clock.now - 1, cents: 1_000 }
      await recordOrder(later, order)
      const refresh = vi.spyOn(network, 'refresh').mockReturnValue(new Promise(() => {}))
      proxy.restore()
      await vi.waitFor(() => expect(network.isBehind()).toBe(true), PATIENCE)
      const late = await team()
      expect(late.body).toEqual(before.body)
      expect(Number(late.headers['figures-age'])).toBeGreaterThan(0)
      refresh.mockRestore()
      await vi.waitFor(() => expect(network.isFresh()).toBe(true), PATIENCE)
      expect(network.ageMs()).toBe(0)

      await blockPartner(later, 1, true, 'for a test')
      await vi.waitFor(
        async () => expect((await team()).body.errors).toMatchObject([{ code: 'user_blocked' }]),
        PATIENCE,
      )
      await stop()
      await Promise.all([database.close(), other.close()])
      await proxy.close()
      await drop()
    },
  )
})

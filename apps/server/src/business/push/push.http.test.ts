import { DAY_MS, isAlwaysOn, NOTIFICATION_KEYS } from '@partner-office/domain'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import type { Core } from '../../core/core.ts'
import { readSecrets, replaceSecrets, sharedSecret } from '../../keys/secrets.ts'
import { onPostgres } from '../../testing/databases.ts'
import { PartnersService } from '../../testing/partners-service.ts'
import { PushBrowser, PushService, vapidClaims } from '../../testing/push-service.ts'
import { NEAR } from '../../testing/webhook-receiver.ts'
import type { MailEvent } from '../notifications/mail-event.ts'
import { noteEvents, WAIT_MS } from '../notifications/note-events.ts'
import { readNotificationSettings } from '../notifications/notification-settings.ts'
import { MOST_A_DAY } from '../notifications/send-notes.ts'
import { erasePartner } from '../partners/erase-partner.ts'
import { exportPartner } from '../partners/export-partner.ts'
import { reachOf } from '../webhooks/post-event.ts'
import { deliverMessages } from './deliver-messages.ts'
import { makeMessages } from './make-messages.ts'
import { MOST_DEVICES } from './subscriptions.ts'
import { vapidKey } from './vapid-key.ts'

const MINUTE = 60_000
const OFFICE = 'https://office.test'
const PASSWORD = 'a-Secret-of-eve'

/** Bea (2) has ordered: her sponsor Ada (1) is told of it. */
const ordered = (order: number): MailEvent => ({
  partnerId: 1,
  key: 'partnersPurchase',
  item: { partner: 2, at: Date.UTC(2026, 9, 31), amount: `${order}.25 EUR` },
  sum: { currency: 'EUR', units: BigInt(order * 100 + 25) },
})

test('PWA-007 the browser of the test opens the message of RFC 8291, appendix A', () => {
  const browser = new PushBrowser({
    privateKey: 'q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  })
  const message =
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN'
  expect(browser.open(Buffer.from(message, 'base64url'))).toBe(
    'When I grow up, I want to be a watermelon',
  )
})

onPostgres('push messages', (newDatabase) => {
  let service: PartnersService
  let core: Core
  let pushes: PushService
  let token: string
  let browser: PushBrowser
  beforeAll(async () => {
    pushes = await PushService.open()
  })
  afterAll(() => pushes.close())
  beforeEach(async () => {
    service = await PartnersService.open(await newDatabase())
    ;({ core } = service)
    token = await service.signInAccepted(1)
    browser = new PushBrowser()
    pushes.pushed.length = 0
    pushes.status = 201
  })

  const choice = (more: object = {}) => ({
    endpoint: 'https://push.example.com/ada',
    p256dh: browser.p256dh,
    auth: browser.auth,
    keys: ['partnersPurchase'],
    details: false,
    ...more,
  })
  const put = (more: object = {}, by = token) => service.send(by, 'PUT', '/v1/push', choice(more))
  const devices = () => core.database.read.selectFrom('pushSubscriptions').selectAll().execute()
  const waiting = () => core.database.read.selectFrom('pushMessages').selectAll().execute()

  /** Subscribes the browser, whose push service is the one of the test. */
  const subscribe = async (more: object = {}): Promise<void> => {
    expect((await put(more)).status).toBe(200)
    const endpoint = `${pushes.address}/ada`
    await core.database.transaction((tx) =>
      tx.updateTable('pushSubscriptions').set({ endpoint }).execute(),
    )
  }
  const note = (events: readonly MailEvent[]) =>
    core.database.transaction((tx) => noteEvents(tx, events, core.clock()))
  const deliver = async (): Promise<void> => {
    while (await makeMessages(core));
    while (await deliverMessages(core, { office: OFFICE, reach: NEAR }));
  }
  const told = () => pushes.pushed.map(({ body }) => JSON.parse(browser.open(body)))

  test('PWA-006 a device has a choice of the settings that can be switched; mails stay as they are', async () => {
    const mails = await readNotificationSettings(core.database.read, 1)
    const before = await service.get(token, '/v1/push')
    expect(before.subscription).toBeNull()
    const keys = NOTIFICATION_KEYS.filter((key) => !isAlwaysOn(key))
    const { body } = await put({ keys })
    const subscription = { endpoint: choice().endpoint, keys, details: false }
    expect(body.data).toEqual({ publicKey: before.publicKey, subscription })
    expect(await service.get(token, '/v1/push')).toEqual(body.data)
    const { body: changed } = await put({ keys: ['newsletters'], details: true })
    expect(changed.data).toMatchObject({ subscription: { keys: ['newsletters'], details: true } })
    expect(await devices()).toHaveLength(1)
    expect(await readNotificationSettings(core.database.read, 1)).toEqual(mails)
    const { body: ended } = await service.as(token, 'DELETE', '/v1/push')
    expect(ended.data).toEqual(before)
    expect(await devices()).toEqual([])
  })

  test.each([
    ['a setting that is always on', { keys: ['invoices'] }, /keys/],
    ['no setting', { keys: [] }, /keys/],
    ['a key that is too short', { p256dh: 'BAAA' }, /p256dh/],
    ['a key that is no point', { p256dh: `B${'A'.repeat(86)}` }, /p256dh/],
    ['a secret that is too long', { auth: 'A'.repeat(23) }, /auth/],
    ['an address that is no address', { endpoint: 'push' }, /endpoint/],
    ['http', { endpoint: 'http://push.example.com/ada' }, /endpoint/],
    ['a private address', { endpoint: 'https://10.0.0.1/ada' }, /endpoint/],
    ['the own machine as a number', { endpoint: 'https://2130706433/ada' }, /endpoint/],
    ['the own machine in IPv6', { endpoint: 'https://[::ffff:127.0.0.1]/ada' }, /endpoint/],
    ['a name and password', { endpoint: 'https://a:b@push.example.com/' }, /endpoint/],
  ])('PWA-006 PWA-009 %s is refused, and nothing is stored', async (_, wrong, named) => {
    const { body } = await put(wrong)
    expect(body).toMatchObject({ state: 'error' })
    expect(JSON.stringify(body.errors)).toMatch(named)
    expect(await devices()).toEqual([])
  })

  test('PWA-006 an endpoint belongs to the partner who subscribed it last, and 20 devices are the most', async () => {
    await put()
    const bea = await service.signInAccepted(2)
    await put({}, bea)
    expect((await service.get(token, '/v1/push')).subscription).toBeNull()
    expect(await devices()).toMatchObject([{ partnerId: 2 }])
    for (let device = 0; device <= MOST_DEVICES; device++) {
      service.clock.now += 1
      await put({ endpoint: `https://push.example.com/${device}` }, await service.signIn(1))
    }
    const own = (await devices()).filter(({ partnerId }) => partnerId === 1)
    expect(own).toHaveLength(MOST_DEVICES)
    expect(own.map(({ endpoint }) => endpoint)).not.toContain('https://push.example.com/0')
  })

  test('PWA-007 a message names its setting alone: no amount and no name', async () => {
    await subscribe()
    await note([ordered(1)])
    service.clock.now += WAIT_MS
    await deliver()
    expect(told()).toEqual([
      {
        title: 'Partner Office',
        body: 'Partner purchase',
        path: '/en/team/my',
        tag: expect.stringMatching(/^partnersPurchase-\d+$/),
        lang: 'en',
        dir: 'ltr',
      },
    ])
    const [{ headers }] = pushes.pushed as [(typeof pushes.pushed)[0]]
    expect(headers).toMatchObject({
      'content-encoding': 'aes128gcm',
      ttl: String(DAY_MS / 1_000),
      urgency: 'normal',
    })
  })

  test('PWA-007 with details a message has the amount and the name', async () => {
    await subscribe({ details: true })
    await note([ordered(1)])
    service.clock.now += WAIT_MS
    await deliver()
    const [{ title, body }] = told() as [{ title: string; body: string }]
    expect(title).toBe('A partner in your first line has ordered')
    expect(body).toContain('1.25')
    expect(body).toContain('Bea Leg')
  })

  test('PWA-007 the message that waits can be read by its browser alone', async () => {
    await subscribe({ details: true })
    await note([ordered(1)])
    service.clock.now += WAIT_MS
    await makeMessages(core)
    const { body } = (await waiting())[0]!
    expect(body.includes('Bea')).toBe(false)
    expect(() => new PushBrowser().open(body)).toThrow()
    expect(browser.open(body)).toContain('Bea Leg')
  })

  test('PWA-007 messages are signed by the key of the installation, which pages get', async () => {
    await subscribe()
    await note([ordered(1)])
    service.clock.now += WAIT_MS
    await deliver()
    const claims = vapidClaims(pushes.pushed[0]!)
    const { publicKey } = await service.get(token, '/v1/push')
    expect(claims).toMatchObject({ publicKey, aud: pushes.address, sub: OFFICE })
    const left = claims!.exp - Date.now() / 1_000
    expect(left).toBeGreaterThan(3_600)
    expect(left).toBeLessThanOrEqual(86_400)
  })

  test('PWA-007 the key is one of the secrets that `keys export` writes, and a restored one is used again', async () => {
    const keysOf = (name: string) => ({ secret: async () => Buffer.from(name, 'base64url') })
    const secret = await sharedSecret(core.database, '', 'push-key')
    const exported = await readSecrets(core.database, '')
    expect(exported['push-key']).toBe(secret)
    const { publicKey } = await vapidKey(keysOf(secret))
    const other = await newDatabase()
    await sharedSecret(other, '', 'push-key')
    await replaceSecrets(other, '', exported)
    const restored = await sharedSecret(other, '', 'push-key')
    expect((await vapidKey(keysOf(restored))).publicKey).toBe(publicKey)
  })

  test('PWA-008 events of a minute are one message, five a day, then one with all since', async () => {
    await subscribe({ details: true })
    await note([ordered(1), ordered(2)])
    service.clock.now += WAIT_MS - 1
    await deliver()
    expect(told()).toEqual([])
    service.clock.now += 1
    await deliver()
    expect(told()[0]).toMatchObject({ body: expect.stringContaining('3.50') })
    const beganAt = core.clock()
    for (let message = 2; message <= MOST_A_DAY + 2; message++) {
      await note([ordered(message)])
      service.clock.now += WAIT_MS
      await deliver()
    }
    expect(told()).toHaveLength(MOST_A_DAY)
    service.clock.now = beganAt + DAY_MS
    await deliver()
    expect(told()).toHaveLength(MOST_A_DAY + 1)
    expect(told().at(-1)).toMatchObject({ body: expect.stringContaining('13.50') })
  })

  test('PWA-006 a setting whose mail is off is told to devices, one that is not chosen is not', async () => {
    await service.send(token, 'PUT', '/v1/notification-settings', { partnersPurchase: false })
    await subscribe()
    await note([ordered(1), { partnerId: 1, key: 'newCommission', item: { amount: '1.00 UCN' } }])
    service.clock.now += WAIT_MS
    await deliver()
    expect(told()).toHaveLength(1)
    const mails = await core.database.read.selectFrom('mailNotes').select('key').execute()
    expect(mails).toEqual([{ key: 'newCommission' }])
  })

  test.each([404, 410])('PWA-008 %i ends the subscription', async (status) => {
    await subscribe()
    await note([ordered(1)])
    service.clock.now += WAIT_MS
    pushes.status = status
    await deliver()
    expect(await devices()).toEqual([])
    expect(await waiting()).toEqual([])
    await note([ordered(2)])
    service.clock.now += WAIT_MS
    await deliver()
    expect(pushes.pushed).toHaveLength(1)
  })

  describe('PWA-008 other failures', () => {
    beforeEach(async () => {
      await subscribe()
      await note([ordered(1)])
      service.clock.now += WAIT_MS
    })

    test.each([429, 500, 403, 301])('%i is tried again after 1, 2, 4 minutes', async (status) => {
      pushes.status = status
      await deliver()
      for (const [at, minutes] of [1, 2, 4].entries()) {
        service.clock.now += minutes * MINUTE - 1
        await deliver()
        expect(pushes.pushed).toHaveLength(at + 1)
        service.clock.now += 1
        await deliver()
        expect(pushes.pushed).toHaveLength(at + 2)
      }
      pushes.status = 201
      service.clock.now += 8 * MINUTE
      await deliver()
      expect(await waiting()).toEqual([])
      const bodies = new Set(pushes.pushed.map(({ body }) => body.toString('hex')))
      expect(bodies.size).toBe(1)
      expect(Number(pushes.pushed.at(-1)!.headers['ttl'])).toBe(DAY_MS / 1_000 - 15 * 60)
    })

    test('are given up after a day; the subscription stays', async () => {
      pushes.status = 503
      const beganAt = core.clock()
      for (; core.clock() < beganAt + DAY_MS; service.clock.now += 30 * MINUTE) await deliver()
      const tried = pushes.pushed.length
      expect(tried).toBeGreaterThan(20)
      expect(await waiting()).toEqual([])
      service.clock.now += DAY_MS
      await deliver()
      expect(pushes.pushed).toHaveLength(tried)
      expect(await devices()).toHaveLength(1)
    })
  })

  test('PWA-008 log-out ends the subscription and its waiting messages', async () => {
    await subscribe()
    await note([ordered(1)])
    service.clock.now += WAIT_MS
    await makeMessages(core)
    expect(await waiting()).toHaveLength(1)
    await service.passport.inject({
      method: 'DELETE',
      url: '/oauth/token/revoke',
      headers: { authorization: `Bearer ${token}` },
    })
    expect(await devices()).toEqual([])
    await deliver()
    expect(pushes.pushed).toEqual([])
  })

  test('PWA-008 a changed password ends the subscriptions of all other devices', async () => {
    const [here, there] = [await service.signInAccepted(5), await service.signIn(5)]
    await put({ endpoint: 'https://push.example.com/here' }, here)
    await put({ endpoint: 'https://push.example.com/there' }, there)
    const password = 'another-Secret-of-eve'
    const { statusCode } = await service.passport.inject({
      method: 'PUT',
      url: '/v1/password',
      headers: { authorization: `Bearer ${here}` },
      payload: { oldPassword: PASSWORD, newPassword: password, repeat: password },
    })
    expect(statusCode).toBe(200)
    expect(await devices()).toMatchObject([{ endpoint: 'https://push.example.com/here' }])
  })

  test('PWA-008 erasing a partner ends the devices; the export of data names them before', async () => {
    await put()
    await note([ordered(1)])
    const parts: string[] = []
    for await (const part of await exportPartner(core, 1)) parts.push(String(part))
    expect(parts.join('')).toContain('https://push.example.com/ada')
    await erasePartner(core, 1)
    expect(await devices()).toEqual([])
    expect(await core.database.read.selectFrom('pushNotes').select('id').execute()).toEqual([])
  })

  test('PWA-009 a name that leads to the own network is not called, whatever it led to before', async () => {
    await put({ endpoint: `https://push.example.com:${new URL(pushes.address).port}/ada` })
    await note([ordered(1)])
    service.clock.now += WAIT_MS
    await makeMessages(core)
    const lookedUp: string[] = []
    const reach = {
      ...reachOf(false),
      lookUp: ((host: string, _: object, done: (...found: unknown[]) => void) => {
        lookedUp.push(host)
        done(null, [{ address: '127.0.0.1', family: 4 }])
      }) as never,
    }
    await deliverMessages(core, { office: OFFICE, reach })
    expect(lookedUp).toEqual(['push.example.com'])
    expect(pushes.pushed).toEqual([])
    expect(await waiting()).toMatchObject([{ attempts: 1 }])
  })

  test('PWA-009 an endpoint on the own machine is not called, even when it is stored', async () => {
    await subscribe()
    await note([ordered(1)])
    service.clock.now += WAIT_MS
    await makeMessages(core)
    await deliverMessages(core, { office: OFFICE })
    expect(pushes.pushed).toEqual([])
    expect(await waiting()).toMatchObject([{ attempts: 1 }])
  })
})

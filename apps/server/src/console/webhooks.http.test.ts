// What operators may do with endpoints, and what they see of deliveries.
import { WEBHOOK_TYPES } from '@partner-office/contracts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { recordOrder } from '../testing/record-order.ts'
import { cancelOrder } from '../business/orders/intake/cancel-order.ts'
import { blockPartner } from '../business/partners/block-partner.ts'
import { importPartners } from '../business/partners/import-partners.ts'
import { EventSender } from '../business/webhooks/event-sender.ts'
import { Causes } from '../business/webhooks/events/follow-causes.ts'
import { changeSettings } from '../business/settings/change-settings.ts'
import { asUpload } from '../testing/core.ts'
import { onPostgres } from '../testing/databases.ts'
import { chainText } from '../testing/network-files.ts'
import { type Browser, CONSOLE, OperatorsDesk } from '../testing/operators-desk.ts'
import { NEAR, WebhookReceiver } from '../testing/webhook-receiver.ts'
import { tellNextSwitchedOff } from './webhooks/tell-switched-off.ts'

const DAY = 86_400_000

onPostgres('webhooks of the console', (newDatabase) => {
  let desk: OperatorsDesk
  let receiver: WebhookReceiver
  let ann: Browser
  let fin: Browser
  let causes: Causes
  let sender: EventSender
  beforeAll(async () => {
    desk = await OperatorsDesk.open(await newDatabase())
    receiver = await WebhookReceiver.open()
    await importPartners(desk.core, asUpload(chainText(3)))
    ann = await desk.operator('ann@example.com', 'admin')
    fin = await desk.operator('fin@example.com', 'finance')
    await changeSettings(desk.core, { webhookPrivateTargets: 'TRUE' })
    causes = new Causes(desk.core)
    sender = new EventSender(desk.core, { reachOf: () => NEAR })
  })
  beforeEach(async () => {
    ann = await desk.signIn(ann)
    fin = await desk.signIn(fin)
    await sql`delete from console.endpoints`.execute(desk.core.database.read)
    receiver.received.length = 0
    receiver.answer = (response) => response.end('thanks')
  })
  afterAll(() => receiver.close())

  const BODY = { note: 'Warehouse', types: ['order.recorded'] }
  const add = async (more = {}) =>
    (await desk.as(ann, 'POST', 'endpoints', { address: receiver.address, ...BODY, ...more })).data
  const remove = (id: number) => desk.as(ann, 'DELETE', `endpoints/${id}`)
  const deliver = async () => {
    for (let idle = 0; idle < 3; idle += 1) while (await causes.follow());
    await sender.sendDue()
    await sender.settled()
  }
  let orders = 100
  const order = () => {
    orders += 1
    return recordOrder(desk.core, {
      orderId: orders,
      partnerId: 3,
      paidAt: desk.clock.now,
      cents: 10_000,
    })
  }
  const attempts = async (id: number, query = '') =>
    (await desk.as(fin, 'GET', `endpoints/${id}/attempts${query}`)).data.content

  test('WHK-009 a secret is shown once, when it is made, and stands in no list and no entry', async () => {
    const { endpoint, secret } = await add()
    expect(secret).toMatch(/^whsec_[\w+/]{43}=$/)
    expect(endpoint).toMatchObject({
      ...BODY,
      address: receiver.address,
      offBecause: null,
      pending: 0,
    })
    const list = (await desk.as(fin, 'GET', 'endpoints')).body
    const log = (await desk.as(ann, 'GET', 'audit')).body
    for (const shown of [list, log]) expect(JSON.stringify(shown)).not.toContain(secret.slice(6))
    const path = `endpoints/${endpoint.id}/secret`
    const again = (await desk.as(ann, 'POST', path, { version: 1 })).data
    expect(again.secret).not.toBe(secret)
    expect(again.endpoint.formerUntil).toBe(desk.clock.now + DAY)
    expect((await desk.as(ann, 'POST', path, { version: 1 })).code).toBe('changed_meanwhile')
  })

  test('WHK-010 only https addresses that are public are taken, unless the setting says otherwise', async () => {
    const codeOf = async (address: string) =>
      (await desk.as(ann, 'POST', 'endpoints', { ...BODY, address })).code
    await changeSettings(desk.core, { webhookPrivateTargets: null })
    expect(await codeOf('http://hooks.example.com/')).toBe('invalid_format')
    expect(await codeOf('https://10.1.1.1/')).toBe('invalid_format')
    expect(await codeOf('')).toBe('required')
    expect(
      (
        await desk.as(ann, 'POST', 'endpoints', {
          ...BODY,
          address: 'https://a.example',
          types: [],
        })
      ).code,
    ).toBe('validation_error')
    await changeSettings(desk.core, { webhookPrivateTargets: 'TRUE' })
    expect((await desk.as(fin, 'GET', 'endpoints')).data.content).toEqual([])
  })

  test('WHK-003 WHK-007 an order reaches the endpoint; the log has each attempt with its answer, filtered', async () => {
    const { endpoint } = await add()
    await deliver()
    await order()
    await deliver()
    expect(new Set(receiver.types)).toEqual(new Set(['order.recorded']))
    const all = await attempts(endpoint.id)
    expect(all[0]).toMatchObject({
      type: 'order.recorded',
      eventId: `order.recorded.${orders}`,
      partnerId: 3,
      status: 200,
      answer: 'thanks',
      problem: null,
      isDelivered: true,
      state: 'DELIVERED',
    })
    expect(await attempts(endpoint.id, '?partner=3&type=order.recorded&state=DELIVERED')).toEqual(
      all,
    )
    expect(await attempts(endpoint.id, `?event=order.recorded.${orders}`)).toHaveLength(1)
    for (const none of [
      '?partner=2',
      '?type=payout.sent',
      '?state=GIVEN_UP',
      '?event=order.recorded.1',
    ])
      expect(await attempts(endpoint.id, none)).toEqual([])
  })

  test('WHK-002 what an endpoint gets, and the log of it, hold no names, contacts or reasons', async () => {
    const { endpoint } = await add({ types: WEBHOOK_TYPES })
    await deliver()
    const head = 'id,sponsorId,email,firstName,lastName,registeredAt,countryId'
    const row = `9,3,canary@example.com,Canary,Canary,${desk.clock.now},DE`
    await importPartners(desk.core, asUpload(`${head}\n${row}\n`))
    await blockPartner(desk.core, 9, true, 'canary-reason')
    await order()
    await cancelOrder(desk.core, orders, 'canary-reason')
    await deliver()
    expect(receiver.types).toEqual(
      expect.arrayContaining([
        'partner.registered',
        'partner.blocked',
        'order.recorded',
        'order.cancelled',
      ]),
    )
    const log = await attempts(endpoint.id)
    expect(log.length).toBe(receiver.received.length)
    const sent = receiver.received.map(({ body }) => body)
    expect(JSON.stringify([sent, log])).not.toMatch(/canary|@example/i)
  })

  test('WHK-008 a preview says how many events a replay sends; it sends them again', async () => {
    const { endpoint } = await add()
    await deliver()
    const from = desk.clock.now
    await order()
    await deliver()
    const path = `endpoints/${endpoint.id}/replay`
    const until = desk.clock.now + 1
    const preview = await desk.as(
      fin,
      'GET',
      `${path}?from=${from}&until=${until}&type=order.recorded`,
    )
    expect(preview.data).toEqual({ events: 1 })
    expect((await desk.as(fin, 'GET', `${path}?from=${from}`)).code).toBe('required')
    const sent = await desk.as(ann, 'POST', path, { from, until, type: 'order.recorded' })
    expect(sent.data).toEqual({ events: 1 })
    await deliver()
    expect(receiver.types).toEqual(['order.recorded', 'order.recorded'])
    const [one, two] = receiver.received.map(({ event }) => event.id)
    expect(one).toBe(two)
  })

  test('WHK-009 a test event is sent at once and shows the answer, also to an endpoint that is off', async () => {
    const { endpoint } = await add()
    const off = await desk.as(ann, 'POST', `endpoints/${endpoint.id}/switch`, {
      version: 1,
      isOn: false,
    })
    expect(off.data).toMatchObject({ offBecause: 'operator', version: 2 })
    receiver.answer = (response) => response.writeHead(418).end('teapot')
    const { data } = await desk.as(ann, 'POST', `endpoints/${endpoint.id}/test`)
    expect(data).toMatchObject({
      type: 'webhook.test',
      status: 418,
      answer: 'teapot',
      isDelivered: false,
      state: null,
    })
    expect(await attempts(endpoint.id)).toEqual([data])
  })

  test('WHK-011 events wait while an endpoint is off, and its list says how many and since when', async () => {
    const { endpoint } = await add()
    await deliver()
    const path = `endpoints/${endpoint.id}`
    await desk.as(ann, 'POST', `${path}/switch`, { version: 1, isOn: false })
    await order()
    const since = desk.clock.now
    await deliver()
    desk.clock.now += DAY
    ann = await desk.signIn(ann)
    expect((await desk.as(ann, 'GET', path)).data).toMatchObject({ pending: 1, since, version: 2 })
    expect(receiver.received).toEqual([])
    await desk.as(ann, 'POST', `${path}/switch`, { version: 2, isOn: true })
    await deliver()
    expect(receiver.types).toEqual(['order.recorded'])
  })

  test('WHK-011 admins, and they alone, get a mail that an endpoint was switched off', async () => {
    const { endpoint } = await add()
    await deliver()
    receiver.answer = (response) => response.writeHead(503).end()
    await order()
    await deliver()
    const begun = desk.clock.now
    for (const day of [1, 2, 3, 4, 5]) {
      desk.clock.now = begun + day * DAY
      await order()
      await deliver()
    }
    desk.letters.length = 0
    const mail = {
      send: async (letter: (typeof desk.letters)[0]) => void desk.letters.push(letter),
    }
    while (await tellNextSwitchedOff({ core: desk.core, mail }));
    expect(desk.letters.map(({ to }) => to)).toEqual(['ann@example.com'])
    expect(desk.letters[0]!.text).toContain(receiver.address)
    expect(desk.letters[0]!.text).toContain(`${CONSOLE}/console/webhooks/${endpoint.id}`)
    fin = await desk.signIn(fin)
    const { data } = await desk.as(fin, 'GET', `endpoints/${endpoint.id}`)
    expect(data).toMatchObject({ offBecause: 'noSuccess' })
  })

  test('an endpoint is changed and removed; what does not exist is not found', async () => {
    const { endpoint } = await add()
    const path = `endpoints/${endpoint.id}`
    const changed = {
      address: 'https://other.example/in',
      note: 'Shop',
      types: ['payout.sent'],
      version: 1,
    }
    expect((await desk.as(ann, 'PUT', path, changed)).data).toMatchObject({
      ...changed,
      version: 2,
    })
    expect((await desk.as(ann, 'PUT', path, changed)).code).toBe('changed_meanwhile')
    expect((await remove(endpoint.id)).data).toEqual({})
    expect((await remove(endpoint.id)).code).toBe('not_found')
    for (const call of ['attempts', 'replay?event=x'])
      expect((await desk.as(fin, 'GET', `${path}/${call}`)).code).toBe('not_found')
  })
})

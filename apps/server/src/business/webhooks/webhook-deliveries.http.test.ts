// How events reach an endpoint: signed, in order, again and again, and how they are given up.
import { createHmac } from 'node:crypto'
import { lookup } from 'node:dns'

import { WEBHOOK_TYPES } from '@partner-office/contracts'
import { sql } from 'kysely'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import type { Core } from '../../core/core.ts'
import { openTestCore, TEST_NOW, type TestClock } from '../../testing/core.ts'
import { onPostgres } from '../../testing/databases.ts'
import { NEAR, WebhookReceiver } from '../../testing/webhook-receiver.ts'
import { changeSettings } from '../settings/change-settings.ts'
import { oweDeliveries, waitAfter } from './deliveries.ts'
import { addEndpoint, removeEndpoint, rotateSecret, turnEndpoint } from './endpoints.ts'
import { countReplayed, readAttempts, replayEvents } from './delivery-log.ts'
import { EventSender } from './event-sender.ts'
import { type EndpointReach, postEvent, reachOf } from './post-event.ts'
import { signedHeaders } from './signature.ts'
import { forgetOldEvents } from './switch-endpoints.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

describe('signature', () => {
  test('WHK-004 the signature is that of the specification, byte for byte', () => {
    // The vector of the specification's own libraries.
    const headers = signedHeaders(
      { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', at: 1_614_265_330_000, body: '{"test": 2432232314}' },
      ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
    )
    expect(headers).toEqual({
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    })
  })
})

test.each([
  [0, 0, MINUTE],
  [0, 0.999, MINUTE],
  [1, 0, 96_000],
  [1, 0.5, 2 * MINUTE],
  [2, 0.5, 4 * MINUTE],
  [5, 0.5, 32 * MINUTE],
  [6, 0.5, HOUR],
  [40, 0.999, HOUR],
])(
  'WHK-005 after %i failed tries, with %d of the jitter, the next comes after %i ms',
  (tries, random, wait) => {
    expect(waitAfter(tries, random)).toBe(wait)
  },
)

describe('where webhooks may go', () => {
  const body = { headers: {}, body: '{}' }
  test.each([
    'http://hooks.example.com',
    'ftp://hooks.example.com',
    'https://127.0.0.1',
    'https://2130706433',
    'https://0x7f.1',
    'https://[::1]',
    'https://[::ffff:127.0.0.1]',
    'https://169.254.169.254/latest/meta-data',
    'https://10.0.0.1',
    'https://user:word@hooks.example.com',
    'nonsense',
  ])('WHK-010 %s is not called', async (address) => {
    const answer = await postEvent(address, body, reachOf(false))
    expect(answer).toMatchObject({ status: null, isDelivered: false })
    expect(answer.problem).toMatch(/^The address /)
  })

  test('WHK-010 a name that leads into the own network at the connection is not called', async () => {
    const receiver = await WebhookReceiver.open()
    // It leads to a public address and to the own machine: one is enough.
    const lookUp = ((_host: string, _options: object, done: (error: null, all: object[]) => void) =>
      done(null, [
        { address: '93.184.216.34', family: 4 },
        { address: '127.0.0.1', family: 4 },
      ])) as unknown as typeof lookup
    const reach: EndpointReach = { ...reachOf(false), isHttpAllowed: true, lookUp }
    const { port } = new URL(receiver.address)
    const answer = await postEvent(`http://rebinding.example:${port}/`, body, reach)
    expect(answer.problem).toBe('The address has a host in a network that is not public.')
    expect(receiver.received).toEqual([])
    await receiver.close()
  })

  test('WHK-005 WHK-010 redirects are not followed, and a long answer is cut', async () => {
    const [first, second] = [await WebhookReceiver.open(), await WebhookReceiver.open()]
    first.answer = (response) => response.writeHead(302, { location: second.address }).end()
    const post = (address: string) => postEvent(address, { headers: {}, body: '{"id":1}' }, NEAR)
    expect(await post(first.address)).toMatchObject({ status: 302, isDelivered: false })
    expect(second.received).toEqual([])
    second.answer = (response) => response.end(`${'x'.repeat(1_023)}é tail`)
    const answer = await post(second.address)
    expect(answer).toMatchObject({ status: 200, isDelivered: true })
    expect(answer.answer).toBe('x'.repeat(1_023))
    await Promise.all([first.close(), second.close()])
  })

  test('WHK-010 webhookPrivateTargets allows private addresses and http', async () => {
    const receiver = await WebhookReceiver.open()
    expect(await postEvent(receiver.address, body, reachOf(true))).toMatchObject({ status: 200 })
    await receiver.close()
  })
})

onPostgres('deliveries', (newDatabase) => {
  let core: Core
  let clock: TestClock
  let sender: EventSender
  let timeoutMs = 0
  let receiver: WebhookReceiver
  let other: WebhookReceiver
  let secret = ''
  let id = 0
  beforeAll(async () => {
    clock = { now: TEST_NOW }
    core = await openTestCore(await newDatabase(), { clock })
    await changeSettings(core, { webhookPrivateTargets: 'TRUE' })
    receiver = await WebhookReceiver.open()
    other = await WebhookReceiver.open()
  })
  beforeEach(async () => {
    timeoutMs = NEAR.timeoutMs
    sender = new EventSender(core, { reachOf: () => ({ ...NEAR, timeoutMs }) })
    await sql`delete from console.webhook_events`.execute(core.database.read)
    await sql`delete from console.endpoints`.execute(core.database.read)
    for (const each of [receiver, other]) {
      each.received.length = 0
      each.answer = (response) => response.end('ok')
    }
    ;({ id, secret } = await add(receiver.address))
  })
  afterAll(() => Promise.all([receiver.close(), other.close()]))

  const within = <T>(work: (tx: Parameters<typeof addEndpoint>[1]) => Promise<T>) =>
    core.database.transaction(work)
  const add = (address: string) =>
    within((tx) => addEndpoint(core, tx, { address, note: '', types: WEBHOOK_TYPES }))
  let made = 0
  /** Notes events of partners, as following their causes does. */
  const note = (...partners: readonly number[]) =>
    within(async (tx) => {
      const numbers: number[] = []
      for (const partnerId of partners) {
        made += 1
        const event = { id: `order.recorded.${made}`, type: 'order.recorded', partnerId }
        const { number } = await tx
          .insertInto('console.webhookEvents')
          .values({ ...event, at: clock.now, notedAt: clock.now, body: JSON.stringify(event) })
          .returning('number')
          .executeTakeFirstOrThrow()
        numbers.push(number)
      }
      await oweDeliveries(tx, numbers, clock.now)
    })
  const send = async () => {
    await sender.sendDue()
    await sender.settled()
  }
  const statesOf = async () => {
    const { rows } = await sql<{ state: string }>`
      select state from console.deliveries order by endpoint_id, event_number`.execute(
      core.database.read,
    )
    return rows.map(({ state }) => state)
  }
  const endpoint = async () =>
    core.database.read
      .selectFrom('console.endpoints')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  const fail = () => {
    receiver.answer = (response) => response.writeHead(500).end('broken')
  }

  test('WHK-004 the package standardwebhooks accepts a delivery, and refuses a changed byte and an old timestamp', async () => {
    clock.now = Date.now()
    await note(1)
    await send()
    const [{ headers, body }] = receiver.received as [(typeof receiver.received)[0]]
    const check = (text: string, more = {}) =>
      new Webhook(secret).verify(text, { ...headers, ...more })
    expect(check(body)).toMatchObject({ partnerId: 1 })
    expect(() => check(body.replace('1', '2'))).toThrow(/signature/)
    const old = String(Math.floor(Date.now() / 1_000) - 301)
    expect(() => check(body, { 'webhook-timestamp': old })).toThrow(/old/)
    expect(headers['content-type']).toBe('application/json')
    clock.now = TEST_NOW
  })

  test('WHK-009 for a day after a rotation both secrets sign, then the new one alone', async () => {
    const newer = await within((tx) => rotateSecret(core, tx, { id, version: 1 }))
    const signatures = async () => {
      await note(1)
      await send()
      return receiver.received.at(-1)!.headers['webhook-signature']!.split(' ')
    }
    const signed = (by: string) => {
      const { headers, body } = receiver.received.at(-1)!
      const text = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
      const key = Buffer.from(by.slice('whsec_'.length), 'base64')
      return `v1,${createHmac('sha256', key).update(text).digest('base64')}`
    }
    clock.now += DAY - 1
    expect(await signatures()).toEqual([signed(newer), signed(secret)])
    clock.now += 1
    expect(await signatures()).toEqual([signed(newer)])
  })

  test('after a restore without keys nothing is sent unsigned: the log says to make a new secret', async () => {
    await sql`update console.endpoints set sealed_secret = '\\x00'`.execute(core.database.read)
    await note(1)
    await send()
    expect(receiver.received).toEqual([])
    const { content } = await readAttempts(core.database.read, id, {})
    expect(content).toMatchObject([
      { status: null, problem: 'The secret was sealed with another key: make a new one.' },
    ])
    await within((tx) => rotateSecret(core, tx, { id, version: 1 }))
    clock.now += MINUTE
    await send()
    expect(receiver.received).toHaveLength(1)
  })

  test('WHK-006 events of one partner come in order, one after the other; those of others meanwhile', async () => {
    const open = new Map<number, number>()
    let most = 0
    const doubled: number[] = []
    const held: (() => void)[] = []
    receiver.answer = (response, { event: { partnerId } }) => {
      const count = (open.get(partnerId!) ?? 0) + 1
      if (count > 1) doubled.push(partnerId!)
      open.set(partnerId!, count)
      most = Math.max(
        most,
        [...open.values()].reduce((sum, each) => sum + each, 0),
      )
      held.push(() => {
        open.set(partnerId!, open.get(partnerId!)! - 1)
        response.end()
      })
      // The first eight are answered once all of them have come, the others at once.
      if (most === 8) for (const end of held.splice(0)) end()
    }
    const partners = Array.from({ length: 300 }, (_, at) => 1 + ((at * 7) % 13))
    await note(...partners)
    await send()
    expect(receiver.received).toHaveLength(300)
    expect(doubled).toEqual([])
    expect(most).toBe(8)
    for (const partner of new Set(partners)) {
      const numbers = receiver.received
        .filter(({ event }) => event.partnerId === partner)
        .map(({ event }) => Number(event.id.split('.').at(-1)))
      expect(numbers).toEqual(numbers.toSorted((a, b) => a - b))
    }
  })

  test('WHK-006 an event is sent once, however many searches for due events run while it is on its way', async () => {
    await note(...Array.from({ length: 120 }, (_, at) => at % 9))
    await sender.sendDue()
    while ((await statesOf()).includes('PENDING')) {
      await Promise.all(Array.from({ length: 12 }, () => sender.sendDue()))
    }
    await sender.settled()
    const ids = receiver.received.map(({ event }) => event.id)
    expect(ids).toHaveLength(120)
    expect(new Set(ids).size).toBe(120)
  })

  test('WHK-005 WHK-006 a failed event is tried again, and the partner’s next ones wait for it', async () => {
    fail()
    await note(1, 1, 2)
    await send()
    expect(receiver.received.map(({ event }) => event.partnerId)).toEqual([1, 2])
    receiver.answer = (response) => response.writeHead(204).end()
    clock.now += MINUTE - 1
    await send()
    expect(receiver.received).toHaveLength(2)
    clock.now += 1
    await send()
    expect(
      receiver.received
        .slice(2)
        .map(({ event }) => event.partnerId)
        .toSorted(),
    ).toEqual([1, 1, 2])
    expect(await statesOf()).toEqual(['DELIVERED', 'DELIVERED', 'DELIVERED'])
    const { content } = await readAttempts(core.database.read, id, {})
    expect(content.filter(({ isDelivered }) => !isDelivered)).toMatchObject([
      { status: 500, answer: 'broken', state: 'DELIVERED', problem: null },
      { status: 500, answer: 'broken', state: 'DELIVERED' },
    ])
  })

  test.each<[string, WebhookReceiver['answer'], RegExp]>([
    ['no answer in time', () => {}, /^No answer came within 10 s/],
    ['a reset connection', (response) => response.destroy(), /ECONNRESET|hang up/],
  ])('WHK-005 %s is a failure that the log names', async (_name, answer, problem) => {
    timeoutMs = 300
    receiver.answer = answer
    await note(1)
    await send()
    const { content } = await readAttempts(core.database.read, id, {})
    expect(content).toMatchObject([{ status: null, isDelivered: false, state: 'PENDING' }])
    expect(content[0]!.problem).toMatch(problem)
  })

  test('WHK-005 an event is given up after 72 hours of tries, and the next one of its partner follows', async () => {
    fail()
    await note(1, 1)
    const begun = clock.now
    let tries = 0
    while ((await statesOf())[0] === 'PENDING') {
      const { rows } = await sql<{ due: number }>`
        select min(due_at)::bigint as due from console.deliveries where state = 'PENDING'`.execute(
        core.database.read,
      )
      clock.now = Math.max(clock.now, Number(rows[0]!.due))
      await send()
      tries += 1
    }
    expect(clock.now - begun).toBe(72 * HOUR)
    expect(tries).toBeGreaterThan(72)
    expect(receiver.received.at(-1)!.event.id).toBe(`order.recorded.${made}`)
    expect(await statesOf()).toEqual(['GIVEN_UP', 'PENDING'])
  })

  test('WHK-006 an endpoint that does not answer delays no other', async () => {
    await add(other.address)
    const held: (() => void)[] = []
    receiver.answer = (response) => void held.push(() => response.end())
    await note(...Array.from({ length: 40 }, (_, at) => at + 1))
    await sender.sendDue()
    await expect.poll(() => other.received.length, { timeout: 60_000 }).toBe(40)
    expect(receiver.received).toHaveLength(8)
    receiver.answer = (response) => response.end()
    for (const answer of held) answer()
    await sender.settled()
    expect(receiver.received).toHaveLength(40)
  })

  test('WHK-011 an endpoint is switched off when 5 days long nothing has reached it; on again, it continues there', async () => {
    await note(9)
    await send()
    fail()
    clock.now += DAY
    await note(1)
    const begun = clock.now
    await send()
    // Later events keep it trying, each for 72 hours.
    for (const days of [1, 2, 3, 4]) {
      clock.now = begun + days * DAY
      await note(days + 1)
      await send()
      expect((await endpoint()).isOn).toBe(true)
    }
    clock.now = begun + 5 * DAY - 1
    await send()
    expect(await endpoint()).toMatchObject({ isOn: true })
    clock.now += HOUR
    await send()
    expect(await endpoint()).toMatchObject({ isOn: false, offBecause: 'noSuccess', isTold: false })
    const sent = receiver.received.length
    clock.now += HOUR
    await note(7)
    await send()
    expect(receiver.received).toHaveLength(sent)

    receiver.received.length = 0
    receiver.answer = (response) => response.end()
    const { version } = await endpoint()
    await within((tx) => turnEndpoint(core, tx, { id, version }, true))
    await send()
    expect(receiver.received.map(({ event }) => event.partnerId).toSorted()).toEqual([
      1, 2, 3, 4, 5, 7,
    ])
    expect(await endpoint()).toMatchObject({
      isOn: true,
      failingSince: null,
      lastSuccessAt: clock.now,
    })
  })

  test('WHK-011 a success in between begins the 5 days anew', async () => {
    fail()
    await note(1)
    await send()
    clock.now += 3 * DAY
    receiver.answer = (response) => response.end()
    await note(2)
    await send()
    fail()
    clock.now += 2 * DAY + HOUR
    await note(3)
    await send()
    expect((await endpoint()).isOn).toBe(true)
  })

  test('WHK-008 one event, or those of a time range and type, are sent again under the same id', async () => {
    const from = clock.now
    await note(1, 2)
    clock.now += 1
    await note(3)
    await send()
    const ids = receiver.received.map(({ event }) => event.id).toSorted()
    receiver.received.length = 0
    const range = { from, until: from + 1, type: 'order.recorded' as const }
    expect(await countReplayed(core.database.read, id, range)).toBe(2)
    expect(await countReplayed(core.database.read, id, { ...range, type: 'payout.sent' })).toBe(0)
    clock.now += HOUR
    expect(await within((tx) => replayEvents(tx, id, range, clock.now))).toBe(2)
    await send()
    expect(receiver.received.map(({ event }) => event.id).toSorted()).toEqual(ids.slice(0, 2))
    expect(receiver.received[0]!.headers['webhook-timestamp']).toBe(
      String(Math.floor(clock.now / 1_000)),
    )
    expect(await within((tx) => replayEvents(tx, id, { event: ids[2]! }, clock.now))).toBe(1)
    await send()
    expect(receiver.received.at(-1)!.event.id).toBe(ids[2])
  })

  test('WHK-007 events and their log are kept for 30 days', async () => {
    await note(1)
    await send()
    const forget = (now: number) => within((tx) => forgetOldEvents(tx, now))
    await forget(clock.now + 30 * DAY)
    expect((await readAttempts(core.database.read, id, {})).content).toHaveLength(1)
    await forget(clock.now + 30 * DAY + 1)
    expect((await readAttempts(core.database.read, id, {})).content).toEqual([])
    expect(await statesOf()).toEqual([])
  })

  test('an endpoint that is removed while an event is on its way leaves nothing behind', async () => {
    const { promise: asked, resolve: ask } = Promise.withResolvers<() => void>()
    receiver.answer = (response) => ask(() => response.end())
    await note(1)
    await sender.sendDue()
    const answer = await asked
    await within((tx) => removeEndpoint(tx, id))
    answer()
    await sender.settled()
    expect(await statesOf()).toEqual([])
    await sender.sendDue()
  })
})

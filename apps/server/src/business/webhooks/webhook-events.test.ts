// Which events follow from what happens, and what they say.
import { WEBHOOK_EVENTS, WEBHOOK_TYPES, type WebhookType } from '@partner-office/contracts'
import { type AccountCurrency, decimalsOf, formatUnits } from '@partner-office/domain'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'

import type { Core } from '../../core/core.ts'
import {
  AFTER_MONTH,
  IN_MONTH,
  MONTH,
  MONTH_ORDERS,
  openClosingNetwork,
} from '../../testing/closing-network.ts'
import { adjust } from '../../testing/adjust.ts'
import { asUpload, type TestClock } from '../../testing/core.ts'
import { onBothDatabases, onPostgres } from '../../testing/databases.ts'
import { ordersText } from '../../testing/network-files.ts'
import { type Payer, PayoutDesk, REQUEST, txIdOf } from '../../testing/payout-desk.ts'
import { runOffice } from '../../testing/run-office.ts'
import { storeDispute } from '../../testing/store-dispute.ts'
import { reopenDispute, withdrawDispute } from '../disputes/change-dispute.ts'
import { answerDispute } from '../disputes/end-dispute.ts'
import { closePeriod } from '../months/close-period.ts'
import { importOrders } from '../orders/import/import-orders.ts'
import { cancelOrder } from '../orders/intake/cancel-order.ts'
import { blockPartner } from '../partners/block-partner.ts'
import { importPartners } from '../partners/import-partners.ts'
import { addEndpoint } from './endpoints.ts'
import { followAll } from '../../testing/webhook-kills.ts'
import { Causes } from './events/follow-causes.ts'

const ADDRESS = 'https://hooks.example.com/office'

const listen = (core: Core, types: readonly WebhookType[] = WEBHOOK_TYPES) =>
  core.database.transaction((tx) => addEndpoint(core, tx, { address: ADDRESS, note: '', types }))

type Event = {
  readonly id: string
  readonly type: WebhookType
  readonly partnerId: number | null
  readonly timestamp: string
  readonly cause: object
  readonly data: Readonly<Record<string, unknown>>
}

async function eventsOf(core: Core, after = 0): Promise<Event[]> {
  const rows = await core.database.read
    .selectFrom('console.webhookEvents')
    .select('body')
    .where('number', '>', after)
    .orderBy('number')
    .execute()
  return rows.map(({ body }) => JSON.parse(body) as Event)
}

onBothDatabases('events of facts and closings', (newDatabase) => {
  let core: Core
  let clock: TestClock
  let events: Event[]
  beforeAll(async () => {
    clock = { now: IN_MONTH + 5 * 86_400_000 }
    ;({ core } = await openClosingNetwork(await newDatabase(), { orders: [], clock }))
    await listen(core)
    await followAll(core)
    const head = 'id,sponsorId,email,firstName,lastName,registeredAt,countryId'
    const row = `8,7,canary-mail@example.com,Canary-first,Canary-last,${clock.now},DE`
    await importPartners(core, asUpload(`${head}\n${row}\n`))
    await blockPartner(core, 8, true, 'canary-reason')
    await blockPartner(core, 8, false, 'canary-reason')
    await importOrders(core, asUpload(ordersText(MONTH_ORDERS)))
    await cancelOrder(core, 15, 'canary-reason')
    clock.now = AFTER_MONTH
    await closePeriod(core, MONTH)
    await followAll(core)
    events = await eventsOf(core)
  })
  const of = (type: WebhookType) => events.filter((event) => event.type === type)

  test('WHK-001 what happened before webhooks were first followed makes no event', () => {
    expect(of('partner.registered').map(({ partnerId }) => partnerId)).toEqual([8])
  })

  test('WHK-001 each cause makes one event, valid against its schema, also when it is read again', async () => {
    const ids = events.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    for (const event of events) WEBHOOK_EVENTS[event.type].parse(event)
    await sql`update console.event_cursors set position = 0, partner_id = 0`.execute(
      core.database.read,
    )
    await followAll(core)
    const again = (await eventsOf(core)).slice(events.length)
    // What was there before the first start is told now, and nothing twice.
    expect(again.map(({ type }) => type)).not.toContain('order.recorded')
    expect(again.every(({ id }) => !ids.includes(id))).toBe(true)
  })

  test('WHK-001 registrations, blocks, orders and cancellations say their numbers and amounts', () => {
    expect(of('partner.registered')[0]).toMatchObject({
      id: 'partner.registered.8',
      data: { sponsorId: 7 },
    })
    expect(events.filter(({ type }) => type.endsWith('blocked'))).toMatchObject([
      { type: 'partner.blocked', partnerId: 8 },
      { type: 'partner.unblocked', partnerId: 8 },
    ])
    expect(of('order.recorded')).toHaveLength(MONTH_ORDERS.length)
    expect(of('order.recorded').find(({ id }) => id === 'order.recorded.12')).toMatchObject({
      partnerId: 3,
      timestamp: new Date(IN_MONTH + 5 * 86_400_000).toISOString(),
      data: {
        orderId: 12,
        amountEur: '200000.01',
        paidAt: new Date(IN_MONTH + 1).toISOString(),
      },
    })
    expect(of('order.cancelled')).toMatchObject([
      { partnerId: 6, data: { orderId: 15, amountEur: '7000.00' } },
    ])
  })

  test('WHK-001 one event of bonuses for each order and partner; all amounts are those of the records', async () => {
    const { rows } = await sql<{ cause: string; records: number }>`
      select coalesce('order ' || coalesce(b.order_id, r.order_id) || ' ' || b.partner_id,
        'closing ' || b.closing_id || ' ' || b.partner_id) as cause, count(*)::integer as records
      from bonus_records b left join rank_reaches r on r.bonus_record_id = b.id
      where b.reverses_id is null group by 1`.execute(core.database.read)
    const told = of('bonus.credited').map(({ partnerId, cause, data }) =>
      'closing' in cause
        ? `closing ${String(cause.closing)} ${partnerId}`
        : `order ${String(data['orderId'])} ${partnerId}`,
    )
    expect(told.toSorted()).toEqual(rows.map(({ cause }) => cause).toSorted())
    const order = of('bonus.credited').find(({ id }) => id === 'bonus.credited.order.16.5')!
    const own = await core.database.read
      .selectFrom('bonusRecords')
      .select(['amount', 'currency', 'type'])
      .where('orderId', '=', 16)
      .where('partnerId', '=', 5)
      .executeTakeFirstOrThrow()
    const amount = formatUnits(BigInt(own.amount), decimalsOf(own.currency as AccountCurrency))
    expect(order.data['credits']).toEqual([{ type: own.type, currency: own.currency, amount }])
  })

  test('WHK-001 ranks say their code, and the order that reached them; a closed month its seal', async () => {
    const count = await core.database.read
      .selectFrom('rankReaches')
      .select(({ fn }) => fn.countAll<number>().as('ranks'))
      .executeTakeFirstOrThrow()
    expect(of('rank.reached')).toHaveLength(Number(count.ranks))
    const [first] = of('rank.reached')
    expect(first!.data).toMatchObject({ rank: expect.stringMatching(/^[A-Z_]+\d?$/) })
    const seal = await core.database.read
      .selectFrom('periodSeals')
      .select('hash')
      .executeTakeFirstOrThrow()
    expect(of('month.closed')).toMatchObject([
      {
        id: `month.closed.${MONTH}`,
        partnerId: null,
        data: { month: MONTH, seal: seal.hash.toString('hex') },
      },
    ])
  })

  test('WHK-001 what an order brings about comes after the order', () => {
    const at = (id: string) => events.findIndex((event) => event.id === id)
    expect(at('order.recorded.16')).toBeLessThan(at('bonus.credited.order.16.5'))
  })

  test('WHK-002 events hold no names, contacts or reasons', () => {
    expect(JSON.stringify(events)).not.toMatch(/canary|@example/i)
  })
})

onPostgres('events of the journal', (newDatabase) => {
  let desk: PayoutDesk
  let payer: Payer
  beforeAll(async () => {
    desk = await PayoutDesk.open(await newDatabase())
    await listen(desk.core)
    await followAll(desk.core)
    payer = await desk.payer({ isVerified: false })
  })
  const typesSince = async (after: number) =>
    (await eventsOf(desk.core, after)).map(({ type }) => type)
  const last = async () => {
    const { number } = await desk.core.database.read
      .selectFrom('console.webhookEvents')
      .select(({ fn }) => fn.coalesce(fn.max('number'), sql<number>`0`).as('number'))
      .executeTakeFirstOrThrow()
    return Number(number)
  }

  test('WHK-001 a decision about a document is an event, and so is a changed decision', async () => {
    const before = await last()
    await payer.verify('REJECTED')
    await payer.verify('APPROVED')
    await payer.verify('APPROVED')
    await followAll(desk.core)
    expect(await eventsOf(desk.core, before)).toMatchObject([
      { type: 'document.decided', partnerId: payer.id, data: { decision: 'REJECTED' } },
      {
        type: 'document.decided',
        partnerId: payer.id,
        data: { documentType: 'PASSPORT', decision: 'APPROVED' },
      },
    ])
  })

  test('WHK-001 a dispute that is opened, ends or is opened again is an event, without texts', async () => {
    const { core } = desk
    const before = await last()
    const id = await storeDispute(core, payer.id)
    await followAll(core)
    await runOffice(core, ['operator', 'add', 'dora@example.com', '--role', 'support'])
    const { id: by } = await core.database.read
      .selectFrom('console.operators')
      .select('id')
      .where('email', '=', 'dora@example.com')
      .executeTakeFirstOrThrow()
    await core.database.transaction((tx) =>
      answerDispute(core, tx, { id, version: 1, text: 'a secret answer', by }),
    )
    await followAll(core)
    await reopenDispute(core, { id, partnerId: payer.id, text: 'a secret question' })
    await withdrawDispute(core, { id, partnerId: payer.id, text: '' })
    await followAll(core)
    const events = await eventsOf(core, before)
    const data = { disputeId: id, kind: 'rank' }
    expect(events).toMatchObject([
      { type: 'dispute.opened', partnerId: payer.id, data },
      { type: 'dispute.ended', partnerId: payer.id, data: { ...data, result: 'ANSWERED' } },
      { type: 'dispute.opened', partnerId: payer.id, data },
      { type: 'dispute.ended', partnerId: payer.id, data: { ...data, result: 'WITHDRAWN' } },
    ])
    expect(JSON.stringify(events)).not.toContain('secret')
  })

  test('WHK-001 WHK-002 each adjustment of a proposal is an event with what it corrects, without its reason', async () => {
    const { core } = desk
    const before = await last()
    const line = { partnerId: payer.id, account: 'CASH', reason: 'a secret reason' } as const
    const disputeId = await storeDispute(core, payer.id, 3)
    await adjust(core, [
      { ...line, direction: 'credit', amount: '12.5', kind: 'dispute', disputeId },
      { ...line, direction: 'credit', amount: '40000.25', kind: 'goodwill' },
    ])
    const [first] = await core.database.read
      .selectFrom('adjustments')
      .select('id')
      .where('disputeId', '=', disputeId)
      .execute()
    const debit = { ...line, direction: 'debit', amount: '12.5', kind: 'mistake' } as const
    await adjust(core, [{ ...debit, takesBack: first!.id }])
    await followAll(core)
    await followAll(core)
    const events = (await eventsOf(core, before)).filter(({ type }) => type === 'adjustment.posted')
    const causes = { recordId: null, orderId: null, disputeId: null, takesBack: null }
    expect(events).toMatchObject([
      { partnerId: payer.id, data: { ...causes, amount: '12.50', disputeId } },
      { partnerId: payer.id, data: { ...causes, amount: '40000.25' } },
      { partnerId: payer.id, data: { ...causes, amount: '-12.50', takesBack: first!.id } },
    ])
    for (const event of events) WEBHOOK_EVENTS['adjustment.posted'].parse(event)
    expect(new Set(events.map(({ id }) => id)).size).toBe(3)
    expect(JSON.stringify(events)).not.toContain('secret')
  })

  test('WHK-001 WHK-002 each step of a payout is an event, each amount at its label, without address', async () => {
    const before = await last()
    const { id } = await payer.pay({ amount: '100.5' })
    await followAll(desk.core)
    await desk.approve(id)
    desk.nextCode()
    const other = await payer.pay({ amount: '100' })
    await payer.cancel(other.id)
    await followAll(desk.core)
    const events = await eventsOf(desk.core, before)
    const amounts = {
      currency: 'UCN',
      amount: '100.50000000',
      fee: '2.01000000',
      receive: '98.49000000',
    }
    expect(events.filter(({ data }) => data['payoutId'] === id)).toMatchObject([
      { type: 'payout.requested', partnerId: payer.id, data: { payoutId: id, ...amounts } },
      { type: 'payout.taken', data: { payoutId: id, ...amounts } },
      { type: 'payout.sent', data: { payoutId: id, ...amounts, txId: txIdOf(id) } },
    ])
    expect(events.filter(({ data }) => data['payoutId'] === other.id)).toMatchObject([
      { type: 'payout.requested' },
      { type: 'payout.rejected' },
    ])
    expect(JSON.stringify(events)).not.toContain(REQUEST.address)
  })

  test('WHK-003 an entry whose transaction is open while later ones are read becomes an event after its commit', async () => {
    const two = await desk.payer()
    await followAll(desk.core)
    const start = await last()
    const { promise: open, resolve: commit } = Promise.withResolvers<void>()
    const { promise: written, resolve: wrote } = Promise.withResolvers<void>()
    const slow = desk.core.database.transaction(async (tx) => {
      await tx
        .updateTable('passport.verifications')
        .set({ status: 'REJECTED', updatedAt: desk.core.clock() })
        .where('userId', '=', payer.id)
        .execute()
      wrote()
      await open
    })
    await written
    await two.verify('REJECTED')
    const causes = new Causes(desk.core)
    for (let calls = 0; calls < 5; calls += 1) await causes.follow()
    expect(await typesSince(start)).toEqual([])
    commit()
    await slow
    await followAll(desk.core)
    const told = await eventsOf(desk.core, start)
    expect(told.map(({ partnerId }) => partnerId)).toEqual([payer.id, two.id])
  })

  test('WHK-001 only types that an endpoint takes become events', async () => {
    const { core } = desk
    await sql`update console.endpoints set types = '{payout.sent}'`.execute(core.database.read)
    const before = await last()
    desk.nextCode()
    const { id } = await payer.verify().then(() => payer.pay())
    await desk.approve(id)
    await followAll(desk.core)
    expect(await typesSince(before)).toEqual(['payout.sent'])
  })
})

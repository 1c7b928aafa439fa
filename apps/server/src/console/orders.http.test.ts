// What the console shows of orders, compared with the facts, the records and the ledger in SQL.
import type {
  CountingProgramme,
  ListedOrder,
  OrderEffect,
  OrderMonth,
  OrderTransfer,
} from '@partner-office/contracts'
import { DAY_MS, formatUnits } from '@partner-office/domain'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { closePeriod } from '../business/months/close-period.ts'
import { cancelOrder } from '../business/orders/intake/cancel-order.ts'
import { findOrders } from '../business/orders/find-orders.ts'
import { importOrders } from '../business/orders/import/import-orders.ts'
import { blockPartner } from '../business/partners/block-partner.ts'
import { importPartners } from '../business/partners/import-partners.ts'
import {
  AFTER_MONTH,
  AFTER_NEXT_MONTH,
  IN_MONTH,
  MONTH,
  NEXT_MONTH,
  openClosingNetwork,
} from '../testing/closing-network.ts'
import { asUpload, TEST_NOW } from '../testing/core.ts'
import { type NewDatabase, onPostgres } from '../testing/databases.ts'
import { faultsOf } from '../testing/explained-sums.ts'
import { chainText, type OrderCells, ordersText, partnersText } from '../testing/network-files.ts'
import { type Browser, OperatorsDesk } from '../testing/operators-desk.ts'
import { recordOrder } from '../testing/record-order.ts'
import { tableScans } from '../testing/table-scans.ts'

/** The console of an operator who may only read. */
class Reader {
  readonly desk: OperatorsDesk
  #viewer: Browser

  private constructor(desk: OperatorsDesk, viewer: Browser) {
    this.desk = desk
    this.#viewer = viewer
  }

  static async open(desk: OperatorsDesk): Promise<Reader> {
    return new Reader(desk, await desk.operator('vi@example.com', 'viewer'))
  }

  async signIn(): Promise<void> {
    this.#viewer = await this.desk.signIn(this.#viewer)
  }

  call = (path: string) => this.desk.as(this.#viewer, 'GET', path)
  list = async (query = ''): Promise<ListedOrder[]> =>
    (await this.call(`orders?${query}`)).data.content
  effect = async (id: number): Promise<OrderEffect> => (await this.call(`orders/${id}/effect`)).data
  month = async (id: number): Promise<OrderMonth> => (await this.call(`orders/${id}/month`)).data
  rows = async <Row>(text: string): Promise<Row[]> =>
    (await sql.raw<Row>(text).execute(this.desk.core.database.read)).rows
}

/** The network of the closed month: March is closed, two orders of March came late, April is closed too or not. */
async function openMonths(newDatabase: NewDatabase): Promise<Reader> {
  const database = await newDatabase()
  const { core, clock } = await openClosingNetwork(database)
  await closePeriod(core, MONTH)
  clock.now = AFTER_MONTH + DAY_MS
  await importOrders(
    core,
    asUpload(
      ordersText([
        [31, 6, IN_MONTH + 9, '5000'],
        [32, 5, AFTER_MONTH, '3000'],
      ]),
    ),
  )
  await recordOrder(core, { orderId: 33, partnerId: 7, paidAt: IN_MONTH + 10, cents: 12_050 })
  await recordOrder(core, { orderId: 34, partnerId: 7, paidAt: AFTER_MONTH + 1, cents: 12_050 })
  await cancelOrder(core, 14, 'sent back')
  await cancelOrder(core, 34, 'sent back')
  return Reader.open(await OperatorsDesk.open(database, { clock }))
}

const idsOf = (orders: readonly { readonly id: number }[]) => orders.map(({ id }) => id)

onPostgres('orders of the console', (newDatabase) => {
  let reader: Reader
  beforeAll(async () => {
    reader = await openMonths(newDatabase)
  })
  beforeEach(() => reader.signIn())

  const idsBySql = async (where: string) =>
    idsOf(
      await reader.rows<{ id: number }>(`
        select o.id from orders o where ${where} order by o.recorded_at desc, o.id desc`),
    )

  test('ORC-001 the list says who bought, when it was paid and recorded, and in what state it is', async () => {
    const { desk } = reader
    const file = (await reader.list('order=31'))[0]!.file
    expect(await reader.list('order=33')).toEqual([
      {
        id: 33,
        buyer: { id: 7, firstName: 'First7', lastName: 'Last7', country: 'DE' },
        paidAt: IN_MONTH + 10,
        recordedAt: AFTER_MONTH + DAY_MS,
        amount: '120.50',
        state: 'STANDING',
        lateFor: MONTH,
        file: null,
      },
    ])
    const [first] = await reader.rows<{ fact: number }>('select fact from orders where id = 31')
    expect(file).toBe(first!.fact)
    expect((await reader.list('order=34'))[0]).toMatchObject({ state: 'CANCELLED', lateFor: null })
    expect(idsOf(await reader.list())).toEqual(await idsBySql('true'))
    expect(desk.core.network.engine.asOf).toBeGreaterThan(0)
  })

  test('ORC-001 orders are found by id, partner, days, amount, state, file and the month they are late for, as SQL finds them', async () => {
    const day = (at: number) => new Date(at).toISOString().slice(0, 10)
    const within = (column: string, at: number) => {
      const start = at - (at % DAY_MS)
      return `${column} >= ${start} and ${column} < ${start + DAY_MS}`
    }
    const [first] = await reader.rows<{ fact: number }>('select fact from orders where id = 1')
    const [alone] = await reader.rows<{ fact: number }>('select fact from orders where id = 33')
    const isCancelled = 'exists (select from cancellations c where c.order_id = o.id)'
    const cases: readonly (readonly [string, string])[] = [
      ['order=14', 'id = 14'],
      ['order=999', 'id = 999'],
      ['partner=7', 'partner_id = 7'],
      [`paid=${day(IN_MONTH)}`, within('paid_at', IN_MONTH)],
      [`paid=${day(IN_MONTH + DAY_MS)}`, within('paid_at', IN_MONTH + DAY_MS)],
      [`recorded=${day(AFTER_MONTH)}`, within('recorded_at', AFTER_MONTH)],
      ['amount=120.50', 'amount_cents = 12050'],
      ['amount=60', 'amount_cents = 6000'],
      ['state=CANCELLED', isCancelled],
      ['state=STANDING', `not ${isCancelled}`],
      [`file=${first!.fact}`, `intake = ${first!.fact}`],
      [`file=${alone!.fact}`, 'false'],
      [`lateFor=${MONTH}`, 'id in (31, 33)'],
      [`lateFor=${NEXT_MONTH}`, 'false'],
      ['partner=7&state=CANCELLED&amount=120.5', `id = 34 and ${isCancelled}`],
    ]
    for (const [query, where] of cases) {
      expect(idsOf(await reader.list(query)), query).toEqual(await idsBySql(where))
    }
    for (const bad of ['amount=1.234', 'paid=2026-13-01', 'lateFor=2026', 'state=LATE']) {
      expect((await reader.call(`orders?${bad}`)).code, bad).toBe('validation_error')
    }
  })

  test('ORC-001 no filter of the list reads a whole table', async () => {
    const { database } = reader.desk.core
    const filters = [
      {},
      { order: 14 },
      { partner: 7 },
      { paid: IN_MONTH - (IN_MONTH % DAY_MS) },
      { recorded: AFTER_MONTH - (AFTER_MONTH % DAY_MS) },
      { amount: 6_000 },
      { file: 8 },
      { lateFor: MONTH },
    ]
    for (const filter of filters) {
      const [before, after] = await database.transaction(async (tx) => {
        // Small tables are read as a whole unless that is off.
        await sql`set local enable_seqscan = off`.execute(tx)
        const scansOf = async () => {
          const scans = (await tableScans(tx)) as { name: string }[]
          return scans.filter(({ name }) => ['orders', 'partners', 'cancellations'].includes(name))
        }
        const scans = await scansOf()
        await findOrders(tx, filter, { before: null, limit: 51 })
        return [scans, await scansOf()]
      })
      expect(after, JSON.stringify(filter)).toEqual(before)
    }
  })

  test('ORC-001 pages continue behind the last order; orders that come meanwhile do not shift them', async () => {
    const { core } = reader.desk
    const cells = Array.from({ length: 120 }, (_, at): OrderCells => [
      1_000 + at,
      2,
      AFTER_MONTH,
      '10',
    ])
    await importOrders(core, asUpload(ordersText(cells)))
    const all = await idsBySql('true')
    const found: number[] = []
    let query = ''
    for (let page = 0; page < 4; page += 1) {
      const { data } = await reader.call(`orders${query}`)
      found.push(...idsOf(data.content))
      await recordOrder(core, {
        orderId: 2_000 + page,
        partnerId: 3,
        paidAt: AFTER_MONTH,
        cents: 100,
      })
      if (data.next === undefined) break
      query = `?cursor=${data.next}`
    }
    expect(found).toEqual(all)
    expect((await reader.call('orders?cursor=x')).code).toBe('validation_error')
  })

  test('ORC-001 the page of an order has what decided it, and which close has corrected its month', async () => {
    const { core, clock } = reader.desk
    const one = async (id: number) => (await reader.call(`orders/${id}`)).data
    const [fact] = await reader.rows<{ fact: number }>('select fact from orders where id = 31')
    expect(await one(31)).toMatchObject({
      id: 31,
      amount: '5000.00',
      lateFor: MONTH,
      correctedWith: null,
      fact: fact!.fact,
      planVersion: 1,
      rate: { to: 'UPT', rate: expect.stringMatching(/^2(\.0+)?$/) },
      cancelled: null,
    })
    expect((await one(14)).cancelled).toMatchObject({
      at: AFTER_MONTH + DAY_MS,
      reason: 'sent back',
    })
    clock.now = AFTER_NEXT_MONTH
    await closePeriod(core, NEXT_MONTH)
    await reader.signIn()
    expect(await one(31)).toMatchObject({ lateFor: MONTH, correctedWith: NEXT_MONTH })
    expect((await reader.call('orders/999999')).code).toBe('not_found')
    for (const part of ['effect', 'month', 'transfers']) {
      expect((await reader.call(`orders/999999/${part}`)).code, part).toBe('not_found')
    }
  })
})

/** A partner of every kind of place: below a root, a long chain, and wide lines. */
const RANDOM_PARTNERS = 80
/** Calls on their way together. */
const AT_ONCE = 10

/** Numbers of a linear congruence: the same at every run. */
function* drawn(): Generator<number, never> {
  for (let state = 20_261_127; ;) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    yield state
  }
}

onPostgres('effects of orders', (newDatabase) => {
  describe('of 1,000 random orders', () => {
    let reader: Reader
    const effects = new Map<number, Promise<OrderEffect>>()
    /** The effect of an order, asked for once: no test changes anything. */
    const effectOf = (id: number): Promise<OrderEffect> => {
      const asked = effects.get(id) ?? reader.effect(id)
      effects.set(id, asked)
      return asked
    }

    beforeAll(async () => {
      const database = await newDatabase()
      const clock = { now: TEST_NOW }
      const desk = await OperatorsDesk.open(database, { clock })
      const { core } = desk
      const draw = drawn()
      // The low digits repeat after a few numbers.
      const next = (below: number) => (draw.next().value >> 8) % below
      const pairs = Array.from({ length: RANDOM_PARTNERS }, (_, at) => {
        if (at === 0) return [1, null] as const
        // Chains of 20 and anything between.
        return [at + 1, at % 4 === 0 ? 1 + next(at) : at] as const
      })
      await importPartners(core, asUpload(partnersText(pairs)))
      const amounts = ['0.01', '1.00', '49.99', '49.99', '3.20', '50', '120.37', '2500', '9999.99']
      const orders = Array.from({ length: 1_000 }, (_, at): OrderCells => [
        at + 1,
        1 + next(RANDOM_PARTNERS),
        TEST_NOW - next(150) * DAY_MS,
        amounts[next(amounts.length)]!,
      ])
      for (let from = 0; from < orders.length; from += 250) {
        await importOrders(core, asUpload(ordersText(orders.slice(from, from + 250))))
        await blockPartner(core, 2 + next(RANDOM_PARTNERS - 1), true, 'for a test')
      }
      for (let count = 0; count < 40; count += 1) await cancelOrder(core, 1 + next(1_000), 'random')
      reader = await Reader.open(desk)
    }, 120_000)

    test(
      'ORC-002 the paid amounts of 1,000 random orders are exactly the records that name the order, on as many levels as the plan pays',
      { timeout: 240_000 },
      async () => {
        const records = await reader.rows<{
          id: number
          orderId: number
          level: number
          partnerId: number
          units: string
        }>(`
          select id, order_id, level, partner_id, amount::text as units from bonus_records
          where order_id is not null order by id`)
        const unpaid = await reader.rows<{
          orderId: number
          partnerIds: number[]
          levels: number[]
          reasons: string[]
        }>(`
          select order_id, unpaid_partner_ids as partner_ids, unpaid_levels as levels, unpaid_reasons::text[] as reasons
          from order_decisions`)
        const paidOf = Map.groupBy(records, ({ orderId }) => orderId)
        const reasons = new Set<string | null>()
        let reversals = 0
        for (let from = 0; from < unpaid.length; from += AT_ONCE) {
          await Promise.all(
            unpaid.slice(from, from + AT_ONCE).map(({ orderId }) => effectOf(orderId)),
          )
        }
        for (const { orderId, levels, partnerIds, reasons: due } of unpaid) {
          const effect = await effectOf(orderId)
          expect(effect.levels.map(({ level }) => level)).toEqual(
            Array.from({ length: 15 }, (_, at) => at + 1),
          )
          const shown = effect.levels.flatMap(({ level, partner, amounts }) =>
            amounts.map(({ recordId, amount }) => ({
              id: recordId,
              orderId,
              level,
              partnerId: partner!.id,
              amount,
            })),
          )
          const stored = (paidOf.get(orderId) ?? []).map(({ units, ...row }) => ({
            ...row,
            amount: formatUnits(BigInt(units), 8),
          }))
          expect(shown.toSorted((a, b) => a.id! - b.id!)).toEqual(stored)
          reversals += stored.filter(({ amount }) => amount.startsWith('-')).length
          const zeros = effect.levels.filter(({ partner, reason }) => partner !== null && reason)
          expect(zeros.map(({ level, partner, reason }) => [level, partner!.id, reason])).toEqual(
            levels
              .map((level, at) => [level, partnerIds[at], due[at]])
              .toSorted(([a], [b]) => Number(a) - Number(b)),
          )
          for (const { partner, reason, amounts } of effect.levels) {
            reasons.add(reason)
            expect(amounts.length > 0).toBe(reason === null)
            expect(partner === null).toBe(reason === 'no_partner')
            expect(amounts.flatMap(faultsOf)).toEqual([])
          }
        }
        expect(unpaid).toHaveLength(1_000)
        expect(reversals).toBeGreaterThan(0)
        const all = [null, 'blocked', 'inactive', 'no_partner', 'below_smallest_unit']
        for (const reason of all.slice(0, 4)) expect(reasons).toContain(reason)
      },
    )

    test('ORC-004 every transfer of an order stands there with both accounts and hash, and the sums are those of the records', async () => {
      const ids = await reader.rows<{ orderId: number }>(`
        select order_id from rank_reaches where bonus_record_id is not null
        union select order_id from cancellations order by 1 limit 60`)
      let rankBonuses = 0
      for (const { orderId } of ids) {
        const { data } = await reader.call(`orders/${orderId}/transfers`)
        const stored = await reader.rows<OrderTransfer & { units: string }>(`
          with caused as (
            select transfer_id, id from bonus_records where order_id = ${orderId}
            union select b.transfer_id, b.id from rank_reaches r join bonus_records b on b.id = r.bonus_record_id
            where r.order_id = ${orderId})
          select t.id, c.id as record_id, t.kind, t.currency, t.amount::text as units, t.created_at as at, encode(t.hash, 'hex') as hash,
            json_build_object('name', d.name, 'partner', d.partner_id) as debit,
            json_build_object('name', k.name, 'partner', k.partner_id) as credit
          from caused c join transfers t on t.id = c.transfer_id
            join accounts d on d.id = t.debit_account_id join accounts k on k.id = t.credit_account_id order by t.id`)
        const bare = data.content.map((each: OrderTransfer) => ({
          ...each,
          debit: { name: each.debit.name, partner: each.debit.partner?.id ?? null },
          credit: { name: each.credit.name, partner: each.credit.partner?.id ?? null },
        }))
        expect(bare).toEqual(
          stored.map(({ units, ...row }) => ({ ...row, amount: formatUnits(BigInt(units), 8) })),
        )
        rankBonuses += stored.filter(({ kind }) => kind === 'TURNOVER').length
        const sums = await reader.rows<{ currency: string; count: number; units: string }>(`
          select currency, count(*)::integer as count, sum(amount)::text as units from bonus_records
          where order_id = ${orderId} or id in (select bonus_record_id from rank_reaches where order_id = ${orderId})
          group by currency order by currency desc`)
        const due = sums.map(({ units, ...sum }) => ({
          ...sum,
          amount: formatUnits(BigInt(units), 8),
        }))
        expect(data.sums).toEqual(due)
        expect((await effectOf(orderId)).sums).toEqual(due)
      }
      expect(rankBonuses).toBeGreaterThan(0)
    })

    test('ORC-003 the ranks that an order reached are those of the records, with their bonuses', async () => {
      const reaches = await reader.rows<{ orderId: number; ranks: number; bonuses: number[] }>(`
        select order_id, count(distinct (partner_id, rank_id))::integer as ranks,
          array_agg(bonus_record_id order by bonus_record_id) filter (where bonus_record_id is not null) as bonuses
        from rank_reaches group by order_id order by order_id limit 60`)
      for (const { orderId, ranks, bonuses } of reaches) {
        const effect = await effectOf(orderId)
        expect(effect.ranks).toHaveLength(ranks)
        const shown = effect.ranks.flatMap(({ bonus }) => bonus?.recordId ?? [])
        expect(shown.toSorted((a, b) => a - b)).toEqual(bonuses ?? [])
      }
      expect(reaches.length).toBeGreaterThan(3)
    })

    test('ORC-003 shares depended on an order that would have found the buyer inactive without it', async () => {
      // By the rule itself: each TEAM record of a buyer is looked at with and without each order.
      const own = await reader.rows<OwnOrder>(`
        select o.id, o.partner_id, o.paid_at, o.fact, o.intake, c.fact as cancelled_by from orders o
          left join cancellations c on c.order_id = o.id where o.amount_cents >= 5000`)
      const team = await reader.rows<TeamRecord>(`
        select b.id, b.partner_id, o.paid_at, o.fact, o.intake from bonus_records b join orders o on o.id = b.order_id
        where b.type = 'TEAM' and b.reverses_id is null and not exists (select from bonus_records t where t.reverses_id = b.id)`)
      const due = dependentShares(own, team)
      let found = 0
      for (const { id } of own) {
        const { shares, sums } = (await effectOf(id)).activity
        const count = sums.reduce((sum, each) => sum + each.count, 0)
        const records = due.get(id) ?? []
        expect(count, `order ${id}`).toBe(records.length)
        if (count <= 50) {
          expect(shares.map(({ recordId }) => recordId).toSorted((a, b) => a - b)).toEqual(records)
        }
        found += count
      }
      expect(found).toBeGreaterThan(50)
    }, 120_000)
  })

  describe('in a month', () => {
    let reader: Reader
    beforeAll(async () => {
      reader = await openMonths(newDatabase)
    })
    beforeEach(() => reader.signIn())

    /** Lines of each programme that the default plan counts. */
    const LINES: Readonly<Record<CountingProgramme['type'], number>> = {
      WINNER: 1,
      CYCLED_TURBO: 1,
      BSP: 2,
      DIAMOND: Infinity,
      DIAMOND_POOL: Infinity,
      LIFESTYLE: Infinity,
    }
    const above: Readonly<Record<number, readonly number[]>> = {
      2: [1],
      4: [1],
      5: [2, 1],
      6: [3, 1],
      7: [5, 2, 1],
    }

    const compare = async (orderId: number, buyer: number) => {
      const shown = await reader.month(orderId)
      const records = await reader.rows<{
        id: number
        type: CountingProgramme['type'] | 'UCHAIN_INFINITY'
        partnerId: number
        orderId: number | null
        level: number
      }>(`
        select id, type, partner_id, order_id, level from bonus_records
        where period = '${MONTH}' and partner_id in (${above[buyer]!.join()}) order by id`)
      const due = records.filter(({ type, partnerId }) => {
        if (type === 'UCHAIN_INFINITY') return false
        return above[buyer]!.indexOf(partnerId) + 1 <= LINES[type]
      })
      const credited = shown.programmes.flatMap(({ amounts }) => amounts)
      expect(credited.map(({ recordId }) => recordId).toSorted((a, b) => a! - b!)).toEqual(
        idsOf(due),
      )
      expect(credited.flatMap(faultsOf)).toEqual([])
      for (const { level, partner, type, targets, amounts } of shown.programmes) {
        expect(partner.id).toBe(above[buyer]![level - 1])
        expect(level).toBeLessThanOrEqual(LINES[type])
        if (type !== 'CYCLED_TURBO') expect(targets.length > 0).toBe(amounts.length > 0)
      }
      const infinity = records.filter((record) => record.orderId === orderId)
      const shares = shown.infinity.flatMap(({ level, partner, amounts }) =>
        amounts.map(({ recordId }) => ({ id: recordId, level, partnerId: partner.id })),
      )
      expect(shares.toSorted((a, b) => a.id! - b.id!)).toEqual(
        infinity.map(({ id, level, partnerId }) => ({ id, level, partnerId })),
      )
      for (const { share, amounts, reason } of shown.infinity) {
        expect(amounts.length > 0).toBe((share ?? 0) > 0)
        expect(reason === null).toBe((share ?? 0) > 0)
      }
      return { shown, infinity }
    }

    test('ORC-003 of a closed month, infinity and programmes are those of its records, by partner on the path', async () => {
      let infinity = 0
      for (const [orderId, buyer] of [
        [11, 2],
        [13, 4],
        [15, 6],
        [16, 7],
      ] as const) {
        const { shown, infinity: found } = await compare(orderId, buyer)
        expect(shown).toMatchObject({ month: MONTH, isClosed: true, counts: 'COUNTS' })
        infinity += found.length
      }
      expect(infinity).toBeGreaterThan(0)
      const types = new Set((await reader.month(16)).programmes.map(({ type }) => type))
      expect(types).toContain('DIAMOND')
      expect(types).toContain('CYCLED_TURBO')
    })

    test('ORC-003 C11.22 an order that was cancelled after the close still counts there; late, it waits for the next close', async () => {
      expect(await reader.month(14)).toMatchObject({ isClosed: true, counts: 'COUNTS' })
      const late = await reader.month(33)
      expect(late).toMatchObject({ isClosed: true, counts: 'LATE', programmes: [], infinity: [] })
      expect(await reader.month(34)).toMatchObject({ isClosed: false, counts: 'CANCELLED' })
    })

    test('ORC-003 of an open month, the shares are those of now, and nothing is credited', async () => {
      const shown = await reader.month(32)
      expect(shown).toMatchObject({ month: NEXT_MONTH, isClosed: false, counts: 'COUNTS' })
      expect(shown.infinity.map(({ level, partner }) => [level, partner.id])).toEqual([
        [1, 2],
        [2, 1],
      ])
      const types = shown.programmes.map(({ level, type }) => `${level} ${type}`)
      expect(types).toEqual([
        '1 DIAMOND',
        '1 WINNER',
        '1 LIFESTYLE',
        '1 BSP',
        '1 CYCLED_TURBO',
        '2 DIAMOND',
        '2 LIFESTYLE',
        '2 BSP',
      ])
      const winner = shown.programmes.find(({ type }) => type === 'WINNER')!
      expect(winner).toMatchObject({ targets: ['3000.00'], amounts: [] })
      expect(shown.programmes.flatMap(({ amounts }) => amounts)).toEqual([])
    })
  })

  test('ORC-003 the activity of an order: with it and without, to the last millisecond', async () => {
    const clock = { now: TEST_NOW }
    const desk = await OperatorsDesk.open(await newDatabase(), { clock })
    const { core } = desk
    await importPartners(core, asUpload(chainText(4)))
    const record = (orderId: number, partnerId: number, paidAt: number, cents: number) =>
      recordOrder(core, { orderId, partnerId, paidAt, cents })
    const start = TEST_NOW - 100 * DAY_MS
    await record(1, 2, start, 5_000)
    await record(2, 2, start + 20 * DAY_MS, 5_000)
    await record(3, 2, start + 21 * DAY_MS, 4_999)
    const end = start + 60 * DAY_MS
    // Partner 2 is on level 2 of orders of partner 4, active by order 1 alone until day 30, by both until day 60.
    await record(10, 4, start + 30 * DAY_MS - 1, 1_000)
    await record(11, 4, start + 30 * DAY_MS, 1_000)
    await record(12, 4, start + 50 * DAY_MS, 1_000)
    await record(13, 4, end - 1, 1_000)
    await record(14, 4, end, 1_000)
    const reader = await Reader.open(desk)
    const activityOf = async (id: number) => (await reader.effect(id)).activity
    const ordersOf = async (id: number) =>
      (await activityOf(id)).shares.map(({ orderId }) => orderId)
    expect(await activityOf(2)).toMatchObject({
      gives: true,
      days: 30,
      minimum: '50.00',
      until: end,
      without: start + 30 * DAY_MS,
    })
    expect(await ordersOf(2)).toEqual([13, 12, 11])
    // Without order 1, order 2 makes active from day 20 to day 50.
    expect(await ordersOf(1)).toEqual([13, 12])
    expect(await activityOf(3)).toMatchObject({ gives: false, days: 0, shares: [], sums: [] })
    await cancelOrder(core, 2, 'sent back')
    expect(await activityOf(2)).toMatchObject({
      gives: true,
      until: start + 30 * DAY_MS,
      without: start + 30 * DAY_MS,
    })
    expect(await ordersOf(2)).toEqual([13, 12, 11])
  })
})

type Decided = { readonly paidAt: number; readonly fact: number; readonly intake: number }
type OwnOrder = Decided & {
  readonly id: number
  readonly partnerId: number
  readonly cancelledBy: number | null
}
type TeamRecord = Decided & { readonly id: number; readonly partnerId: number }

/** The records of each order's buyer that the buyer would not have got without the order, by the text of C8 and C11.5. */
function dependentShares(
  own: readonly OwnOrder[],
  team: readonly TeamRecord[],
): ReadonlyMap<number, readonly number[]> {
  const shares = new Map<number, number[]>()
  for (const record of team) {
    const known = own.filter(
      (order) =>
        order.partnerId === record.partnerId &&
        order.paidAt <= record.paidAt &&
        (order.fact < record.fact ||
          (order.intake === record.intake && order.paidAt === record.paidAt)) &&
        (order.cancelledBy === null || order.cancelledBy > record.fact),
    )
    const isActive = (orders: readonly OwnOrder[]) => {
      let until = 0
      for (const { paidAt } of orders.toSorted((a, b) => a.paidAt - b.paidAt)) {
        until = Math.max(until, paidAt) + 30 * DAY_MS
      }
      return until > record.paidAt
    }
    expect(isActive(known), `record ${record.id}`).toBe(true)
    for (const order of known) {
      if (isActive(known.filter((each) => each !== order))) continue
      shares.set(order.id, [...(shares.get(order.id) ?? []), record.id])
    }
  }
  return new Map([...shares].map(([id, records]) => [id, records.toSorted((a, b) => a - b)]))
}

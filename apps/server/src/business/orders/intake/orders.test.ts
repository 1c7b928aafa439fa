import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'

import { asUpload, openTestCore, type TestClock, TEST_NOW, textOf } from '../../../testing/core.ts'
import { onBothDatabases } from '../../../testing/databases.ts'
import {
  chainText,
  type OrderCells,
  ordersText,
  partnersText,
} from '../../../testing/network-files.ts'
import type { Core } from '../../../core/core.ts'
import { exportRows } from '../../exports/export-rows.ts'
import { ImportRefused } from '../../imports/import-refused.ts'
import { blockPartner } from '../../partners/block-partner.ts'
import { importPartners } from '../../partners/import-partners.ts'
import { setRates } from '../../rates/set-rates.ts'
import { changeSettings } from '../../settings/change-settings.ts'
import { cancelOrder } from './cancel-order.ts'
import { importOrders } from '../import/import-orders.ts'
import { recordOrder } from '../../../testing/record-order.ts'

/** The registration instant of all partners of `chainText`. */
const REGISTERED_AT = Date.UTC(2024, 0, 1)

const upt = (amount: string) => ({ currency: 'UPT', amount })

type Record = { partnerId: number; type: string; level: number; amount: string }

async function recordsOf(core: Core, orderId: number): Promise<Record[]> {
  const { rows } = await sql<Record>`
    select partner_id, type, level, amount from bonus_records where order_id = ${orderId}
    order by level, id`.execute(core.database.read)
  return rows
}

/** A chain of partners, each but the last active: a first order of 50 a few days before `at`. */
async function activeChain(
  core: Core,
  length: number,
  at: number,
  inactive: readonly number[] = [],
) {
  await importPartners(core, asUpload(chainText(length)))
  const orders = Array.from({ length: length - 1 }, (_, place) => place + 1)
    .filter((id) => !inactive.includes(id))
    .map((id): OrderCells => [id, id, at - 5 * 86_400_000, '50'])
  await importOrders(core, asUpload(ordersText(orders)))
}

onBothDatabases('orders', (newDatabase) => {
  describe('the payments of an order', () => {
    test('C3 example 1: 1,000 before the switch pays 800, 140, 100, 60, 60 and ten times 20 UPT', async () => {
      const core = await openTestCore(await newDatabase())
      const paidAt = Date.UTC(2025, 9, 1)
      await activeChain(core, 17, paidAt)
      await recordOrder(core, { orderId: 100, partnerId: 17, paidAt, cents: 100_000 })

      const records = await recordsOf(core, 100)
      expect(records.map(({ partnerId }) => partnerId)).toEqual([
        16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2,
      ])
      expect(records.map(({ amount }) => Number(amount) / 1e8)).toEqual([
        800,
        140,
        100,
        60,
        60,
        ...Array(10).fill(20),
      ])
      expect(records.map(({ type }) => type)).toEqual(['DIRECT', ...Array(14).fill('TEAM')])
    })

    test('C3 example 2: 250 exactly at the switch skips the inactive level and says why', async () => {
      const core = await openTestCore(await newDatabase())
      const paidAt = 1_760_313_600_000
      await activeChain(core, 17, paidAt, [14])
      await setRates(core, [{ from: 'EUR', to: 'UPT', rateType: 'SELL', rate: '1' }])
      await recordOrder(core, { orderId: 100, partnerId: 17, paidAt, cents: 25_000 })

      const records = await recordsOf(core, 100)
      const amounts = records.map(({ amount }) => Number(amount) / 1e8)
      expect(amounts).toEqual([100, 17.5, 5, 5, ...Array(10).fill(2.5)])
      const decision = await core.database.read
        .selectFrom('orderDecisions')
        .selectAll()
        .where('orderId', '=', 100)
        .executeTakeFirstOrThrow()
      expect(decision).toMatchObject({ unpaidPartnerIds: [14], unpaidLevels: [3] })
      expect(String(decision.unpaidReasons)).toBe('{inactive}')
    })

    test('a record has rule, plan, percent, rate and the amount before the cut', async () => {
      const core = await openTestCore(await newDatabase())
      await importPartners(core, asUpload(chainText(2)))
      await setRates(core, [{ from: 'EUR', to: 'UPT', rateType: 'SELL', rate: '0.333333333' }])
      const paidAt = Date.UTC(2025, 10, 1)
      await recordOrder(core, { orderId: 5, partnerId: 2, paidAt, cents: 10_01 })
      const record = await core.database.read
        .selectFrom('bonusRecords')
        .selectAll()
        .executeTakeFirstOrThrow()
      expect(record).toMatchObject({
        partnerId: 1,
        type: 'DIRECT',
        orderId: 5,
        level: 1,
        ...upt('133466666'),
        paidAt,
        period: null,
        planVersion: 1,
        percent: '40',
        baseCents: 1001,
        rate: '0.333333333',
        beforeCut: '1.334666665332',
      })
    })

    test('C2 example 1: two ranks passed at once are credited in two records, 2,500 and 6,250 UPT at 2.5', async () => {
      const core = await openTestCore(await newDatabase())
      await importPartners(
        core,
        asUpload(
          partnersText([
            [1, null],
            [2, 1],
            [3, 1],
            [4, 1],
          ]),
        ),
      )
      const paidAt = Date.UTC(2025, 5, 1)
      // Legs of 12,500, 7,500 and 5,000: TOPAZ. Then RUBY in one file.
      await importOrders(
        core,
        asUpload(
          ordersText([
            [1, 2, paidAt, '12500'],
            [2, 3, paidAt, '7500'],
            [3, 4, paidAt, '5000'],
          ]),
        ),
      )
      await setRates(core, [{ from: 'EUR', to: 'UPT', rateType: 'SELL', rate: '2.5' }])
      await importOrders(
        core,
        asUpload(
          ordersText([
            [4, 2, paidAt + 1, '37500'],
            [5, 4, paidAt + 2, '15000'],
          ]),
        ),
      )
      await recordOrder(core, { orderId: 6, partnerId: 3, paidAt: paidAt + 3, cents: 2_250_000 })

      const { rows } = await sql<{ rankId: number; amount: string; paidAt: number }>`
        select rank_id, amount, paid_at from bonus_records where type = 'TURNOVER' and rate = 2.5 order by rank_id`.execute(
        core.database.read,
      )
      expect(rows).toEqual([
        { rankId: 6, amount: '250000000000', paidAt: paidAt + 3 },
        { rankId: 7, amount: '625000000000', paidAt: paidAt + 3 },
      ])
    })

    test('C2 example 2: JADE at a rate of 0.333333333 credits 33.33333330 UPT', async () => {
      const core = await openTestCore(await newDatabase())
      await importPartners(
        core,
        asUpload(
          partnersText([
            [1, null],
            [2, 1],
            [3, 1],
            [4, 1],
          ]),
        ),
      )
      await setRates(core, [{ from: 'EUR', to: 'UPT', rateType: 'SELL', rate: '0.333333333' }])
      const paidAt = Date.UTC(2025, 5, 1)
      await importOrders(
        core,
        asUpload(
          ordersText([
            [1, 2, paidAt, '2500'],
            [2, 3, paidAt, '1500'],
            [3, 4, paidAt, '1000'],
          ]),
        ),
      )
      const bonuses = await textOf(exportRows(core, 'bonuses'))
      expect(bonuses).toContain(`1,TURNOVER,0,0,UPT,33.33333330,${paidAt},\n`)
    })

    test('C1 JADE at 5,000 is reached exactly at its edges', async () => {
      const cases = [
        ['exactly the target with every leg at its cap', ['2500', '1500', '1000'], true],
        ['a cent less in the open leg', ['2500', '1500', '999.99'], false],
        ['a cent less in the second leg', ['2500', '1499.99', '1000'], false],
        ['a cent of the first leg above its cap', ['2500.01', '1500', '999.99'], false],
        ['a cent from the first leg to the open one', ['2499.99', '1500', '1000.01'], true],
      ] as const
      const core = await openTestCore(await newDatabase())
      // Each case has a network of its own: 10 above 11 to 13, 20 above 21 to 23, and so on.
      const tops = cases.map((_, at) => (at + 1) * 10)
      const pairs = tops.flatMap((top) => [
        [top, null] as const,
        ...[1, 2, 3].map((leg) => [top + leg, top] as const),
      ])
      await importPartners(core, asUpload(partnersText(pairs)))
      const orders = cases.flatMap(([, amounts], at) =>
        amounts.map((amount, leg): OrderCells => {
          const buyer = tops[at]! + leg + 1
          return [buyer, buyer, TEST_NOW, amount]
        }),
      )
      await importOrders(core, asUpload(ordersText(orders)))
      const { rows } = await sql<{ partnerId: number }>`
        select partner_id from rank_reaches where ladder = 'ordinary' and rank_id = 3 order by 1`.execute(
        core.database.read,
      )
      const reached = new Set(rows.map(({ partnerId }) => partnerId))
      expect(cases.map(([title], at) => [title, reached.has(tops[at]!)])).toEqual(
        cases.map(([title, , isReached]) => [title, isReached]),
      )
    })

    test('an amount of zero after the cut leaves a reason and no record', async () => {
      const core = await openTestCore(await newDatabase())
      await importPartners(core, asUpload(chainText(2)))
      await setRates(core, [{ from: 'EUR', to: 'UPT', rateType: 'SELL', rate: '0.000000007' }])
      await recordOrder(core, { orderId: 5, partnerId: 2, paidAt: TEST_NOW, cents: 1 })
      expect(await recordsOf(core, 5)).toEqual([])
      const { rows } =
        await sql`select unpaid_reasons::text as reasons from order_decisions`.execute(
          core.database.read,
        )
      expect(rows).toEqual([{ reasons: '{below_smallest_unit}' }])
    })
  })

  describe('recording one order', () => {
    let core: Core
    const clock: TestClock = { now: TEST_NOW }
    const order = { orderId: 1, partnerId: 2, paidAt: TEST_NOW, cents: 10_000 }
    beforeAll(async () => {
      core = await openTestCore(await newDatabase(), { clock })
      await importPartners(core, asUpload(chainText(3)))
      await recordOrder(core, order)
    })

    test('recording it again changes nothing', async () => {
      const before = await textOf(exportRows(core, 'ledger'))
      await recordOrder(core, order)
      expect(await textOf(exportRows(core, 'ledger'))).toBe(before)
      expect((await core.network.figures(2)).ownTurnover).toBe(10_000)
    })

    test.for([
      ['the same id with another amount', { cents: 10_001 }, 'not_unique'],
      ['the same id for another partner', { partnerId: 3 }, 'not_unique'],
      ['an unknown partner', { orderId: 2, partnerId: 99 }, 'not_found'],
      ['the same id paid a millisecond later', { paidAt: TEST_NOW + 1 }, 'not_unique'],
      [
        'paid a millisecond before the registration',
        { orderId: 2, paidAt: REGISTERED_AT - 1 },
        'validation_error',
      ],
      [
        'paid more than a day ahead',
        { orderId: 2, paidAt: TEST_NOW + 86_400_001 },
        'validation_error',
      ],
    ] as const)('%s is refused', async ([, change, code]) => {
      await expect(recordOrder(core, { ...order, ...change })).rejects.toMatchObject({ code })
    })

    test.for([
      ['at the instant of the registration', REGISTERED_AT, 11],
      ['a day ahead to the millisecond', TEST_NOW + 86_400_000, 12],
    ] as const)('an order paid %s is recorded', async ([, paidAt, orderId]) => {
      await recordOrder(core, { ...order, orderId, partnerId: 3, paidAt })
      const { rows } = await sql`select paid_at from orders where id = ${orderId}`.execute(
        core.database.read,
      )
      expect(rows).toEqual([{ paidAt }])
    })

    test('a barred country and stopped payments are refused', async () => {
      await changeSettings(core, { purchaseRestrictedCountries: 'US,DE' })
      await expect(recordOrder(core, { ...order, orderId: 3 })).rejects.toMatchObject({
        code: 'purchase_restricted_by_country',
      })
      await changeSettings(core, { paymentsEnabled: 'FALSE' })
      await expect(recordOrder(core, { ...order, orderId: 3 })).rejects.toMatchObject({
        code: 'payments_disabled',
      })
    })
  })

  describe('cancelling', () => {
    test('the order counts nowhere, its credits are reversed, ranks and rank bonuses stay', async () => {
      const clock: TestClock = { now: TEST_NOW }
      const core = await openTestCore(await newDatabase(), { clock })
      await importPartners(
        core,
        asUpload(
          partnersText([
            [1, null],
            [2, 1],
            [3, 1],
            [4, 1],
            [5, 2],
          ]),
        ),
      )
      const paidAt = Date.UTC(2025, 11, 1)
      await importOrders(
        core,
        asUpload(
          ordersText([
            [1, 5, paidAt, '2500'],
            [2, 3, paidAt, '1500'],
            [3, 4, paidAt + 1, '1000'],
          ]),
        ),
      )
      clock.now += 1_000
      await cancelOrder(core, 1, 'returned')
      await cancelOrder(core, 1, 'returned')

      expect(await core.network.figures(1)).toMatchObject({ teamTurnover: 250_000, teamSize: 4 })
      const ranks = await textOf(exportRows(core, 'ranks'))
      expect(ranks).toContain('\n1,3,JADE,2500.00,2500.00,10000.00,25\n')
      const bonuses = await textOf(exportRows(core, 'bonuses'))
      expect(bonuses).toContain(`2,DIRECT,1,1,UPT,-2000.00000000,${clock.now},\n`)
      expect(bonuses).toContain(`1,TURNOVER,0,0,UPT,200.00000000,${paidAt + 1},\n`)
      expect(await textOf(exportRows(core, 'balances'))).not.toContain('\n2,')
      const { rows } = await sql`
        select t.currency, sum(case when a.id = t.credit_account_id then t.amount else -t.amount end)::text as total
        from transfers t join accounts a on a.id in (t.credit_account_id, t.debit_account_id) group by 1`.execute(
        core.database.read,
      )
      expect(rows).toEqual([{ currency: 'UPT', total: '0' }])
    })

    test('an unknown order is refused', async () => {
      const core = await openTestCore(await newDatabase())
      await expect(cancelOrder(core, 1, 'x')).rejects.toMatchObject({ code: 'not_found' })
    })
  })

  test('a blocked partner gets nothing from an order that is recorded during the block', async () => {
    const core = await openTestCore(await newDatabase())
    await importPartners(core, asUpload(chainText(2)))
    await blockPartner(core, 1, true, 'for a test')
    await recordOrder(core, { orderId: 1, partnerId: 2, paidAt: TEST_NOW, cents: 5_000 })
    await blockPartner(core, 1, false, 'for a test')
    await recordOrder(core, { orderId: 2, partnerId: 2, paidAt: TEST_NOW, cents: 5_000 })
    expect(await recordsOf(core, 1)).toEqual([])
    expect(await recordsOf(core, 2)).toMatchObject([{ partnerId: 1, type: 'DIRECT' }])
  })

  describe('an orders file', () => {
    test('every bad line is named with its number and reason, and nothing is imported', async () => {
      const core = await openTestCore(await newDatabase())
      await importPartners(core, asUpload(chainText(2)))
      await importOrders(core, asUpload(ordersText([[7, 2, TEST_NOW, '5']])))
      const file = ordersText([
        [1, 2, TEST_NOW, '10.00'],
        [1, 2, TEST_NOW, '10.00'],
        [7, 2, TEST_NOW, '10'],
        [2, 9, TEST_NOW, '10'],
        [3, 2, '2023-12-31T23:59:59Z', '10'],
        [4, 2, TEST_NOW + 86_400_001, '10'],
        [5, 2, '2025-01-01T00:00:00', '10'],
        [5, 2, TEST_NOW, '10'],
        ...[
          '1e5',
          'NaN',
          '"1,5"',
          '-1',
          '0',
          '1.005',
          '0x10',
          ' 1',
          '+1',
          '1000000000000',
          '١٢',
        ].map((amount, at): OrderCells => [20 + at, 2, TEST_NOW, amount]),
      ])
      const refused = await importOrders(
        core,
        asUpload(`${file}8,2,${TEST_NOW}\n-1,2,${TEST_NOW},1\n`),
      ).catch((error: unknown) => error)
      expect(refused).toBeInstanceOf(ImportRefused)
      const { problems, total } = refused as ImportRefused
      expect(total).toBe(20)
      expect(problems.map(({ line }) => line)).toEqual(
        Array.from({ length: 20 }, (_, at) => at + 3),
      )
      expect(problems.map(({ problem }) => problem)).toEqual([
        'orderId 1 stands on line 2 already',
        'orderId 7 has been recorded before',
        'partnerId 9 is unknown',
        'paidAt is before the registration of partner 2',
        `paidAt "${TEST_NOW + 86_400_001}" is more than a day in the future`,
        'paidAt "2025-01-01T00:00:00" is not an instant: ISO 8601 with a zone and at most 3 decimals of a second, or epoch milliseconds',
        'orderId 5 stands on line 8 already',
        ...['1e5', 'NaN', '1,5', '-1', '0', '1.005', '0x10', ' 1', '+1', '1000000000000', '١٢'].map(
          (amount) =>
            `amount "${amount}" is not an amount in EUR: above 0, at most 999999999999.99, at most 2 decimals, a point`,
        ),
        '3 columns instead of 4',
        'orderId "-1" is not a positive integer',
      ])
      expect((await core.network.figures(2)).ownTurnover).toBe(500)
    })

    test('orders that exceed the exact range of the figures are refused', async () => {
      const core = await openTestCore(await newDatabase())
      await importPartners(core, asUpload(chainText(1)))
      const largest = Array.from({ length: 91 }, (_, at): OrderCells => [
        at + 1,
        1,
        TEST_NOW,
        '999999999999.99',
      ])
      await importOrders(core, asUpload(ordersText(largest.slice(0, 90))))
      expect((await core.network.figures(1)).ownTurnover).toBe(90 * 99_999_999_999_999)
      const refused = importOrders(core, asUpload(ordersText(largest.slice(90))))
      await expect(refused).rejects.toMatchObject({
        code: 'validation_error',
        params: { field: 'amount' },
      })
    })

    test('orders at the edges are imported: at the registration, a day ahead, one cent, the largest amount', async () => {
      const core = await openTestCore(await newDatabase())
      await importPartners(core, asUpload(chainText(2)))
      const file = ordersText([
        [1, 2, REGISTERED_AT, '0.01'],
        [2, 2, TEST_NOW + 86_400_000, '999999999999.99'],
      ])
      expect(await importOrders(core, asUpload(file))).toEqual({ imported: 2 })
      expect((await core.network.figures(2)).ownTurnover).toBe(100_000_000_000_000)
    })

    test('lines count in the order of payment, ties by id', async () => {
      const core = await openTestCore(await newDatabase())
      await importPartners(core, asUpload(chainText(2)))
      const file = ordersText([
        [9, 2, TEST_NOW, '1'],
        [8, 2, TEST_NOW, '1'],
        [10, 2, TEST_NOW - 1, '1'],
      ])
      await importOrders(core, asUpload(file))
      const { rows } = await sql<{ id: number }>`select id from orders order by fact`.execute(
        core.database.read,
      )
      expect(rows.map(({ id }) => id)).toEqual([10, 8, 9])
    })

    test('an empty file with a header imports nothing', async () => {
      const core = await openTestCore(await newDatabase())
      expect(await importOrders(core, asUpload('orderId,partnerId,paidAt,amount\n'))).toEqual({
        imported: 0,
      })
    })
  })
})

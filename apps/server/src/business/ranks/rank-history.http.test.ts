import type { RankForecast, RankMonth, ReachedRank } from '@partner-office/contracts'
import { eurCents, fiftyPercentRule, formatUnits, type Leg, monthEnd } from '@partner-office/domain'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'

import { randomScenario } from '../../../../../oracle/random-network.ts'
import { asUpload, openTestCore } from '../../testing/core.ts'
import { onPostgres } from '../../testing/databases.ts'
import { type OrderCells, ordersText } from '../../testing/network-files.ts'
import { PartnersService } from '../../testing/partners-service.ts'
import { cancelOrder } from '../orders/intake/cancel-order.ts'
import { importOrders } from '../orders/import/import-orders.ts'
import { importPartners } from '../partners/import-partners.ts'
import { recordOrder } from '../../testing/record-order.ts'
import { centsText } from './rank-view.ts'

const day = (year: number, month: number, date: number) => Date.UTC(year, month - 1, date)
const NOW = day(2026, 11, 20)

/** Ada (1) with the legs Bea (2, above Fay 6), Cy (3) and Dee (4); Zoe (10) above her, Dan (7) beside her. */
const PARTNERS = `id,sponsorId,email,firstName,lastName,registeredAt,countryId
10,,zoe@example.com,Zoe,Above,2026-01-02T00:00:00Z,DE
1,10,ada@example.com,Ada,Own,2026-01-02T00:00:00Z,DE
7,10,dan@example.com,Dan,Beside,2026-06-02T00:00:00Z,IT
2,1,bea@example.com,Bea,Leg,2026-01-03T00:00:00Z,FR
3,1,cy@example.com,Cy,Leg,2026-01-03T00:00:00Z,IT
4,1,dee@example.com,Dee,Leg,2026-01-03T00:00:00Z,IT
6,2,fay@example.com,Fay,Below,2026-01-04T00:00:00Z,ES
`

/** Ada reaches AMBER by order 1, JADE and PEARL by order 4, and TOPAZ by order 6. */
const ORDERS: readonly OrderCells[] = [
  [1, 6, day(2026, 2, 3), '3750'],
  [2, 3, day(2026, 3, 4), '3125'],
  [3, 1, day(2026, 3, 5), '9000'],
  [4, 4, day(2026, 5, 6), '6250'],
  [5, 3, day(2026, 7, 7), '5000'],
  [6, 6, day(2026, 8, 8), '10000'],
  [7, 4, day(2026, 10, 31), '2500'],
  [8, 2, day(2026, 11, 1), '1750'],
]

onPostgres('the past of ranks', (newDatabase) => {
  describe('of one partner', () => {
    let service: PartnersService
    let token: string
    beforeAll(async () => {
      const clock = { now: NOW }
      const core = await openTestCore(await newDatabase(), { clock })
      await importPartners(core, asUpload(PARTNERS))
      await importOrders(core, asUpload(ordersText(ORDERS)))
      service = await PartnersService.around(core, clock)
      token = await service.signInAccepted(1)
    })
    const history = (): Promise<ReachedRank[]> => service.get(token, '/v1/rang/history')
    const months = (): Promise<RankMonth[]> => service.get(token, '/v1/rang/months')
    const forecast = (): Promise<RankForecast> => service.get(token, '/v1/rang/forecast')

    test('RKH-001 each rank has its day, order, legs and bonus, as stored', async () => {
      const { read } = service.core.database
      const ranks = await history()
      const stored = await read
        .selectFrom('rankReaches as r')
        .innerJoin('orders as o', 'o.id', 'r.orderId')
        .select(['r.rankId', 'r.reachedAt', 'r.orderId', 'o.amountCents'])
        .where('r.partnerId', '=', 1)
        .where('r.ladder', '=', 'ordinary')
        .orderBy('r.rankId', 'desc')
        .execute()
      expect(
        ranks.map(({ rankId, reachedAt, order: { orderId, amount } }) => ({
          rankId,
          reachedAt,
          orderId,
          amountCents: Math.round(Number(amount) * 100),
        })),
      ).toEqual(stored.map((row) => ({ ...row, amountCents: Number(row.amountCents) })))
      const credited = await read
        .selectFrom('bonusRecords')
        .select('id')
        .where('partnerId', '=', 1)
        .where('type', '=', 'TURNOVER')
        .orderBy('id', 'desc')
        .execute()
      expect(ranks.flatMap(({ bonus }) => bonus?.recordId ?? [])).toEqual(
        credited.map(({ id }) => id),
      )
      expect(ranks[0]).toEqual({
        rankId: expect.any(Number),
        rang: 'TOPAZ',
        reachedAt: day(2026, 8, 8),
        order: {
          orderId: 6,
          amount: '10000.00',
          firstName: 'Fay',
          lastName: 'Below',
          line: 2,
          isCancelled: false,
        },
        target: '25000.00',
        counting: '26250.00',
        legs: [
          {
            firstName: 'Bea',
            lastName: 'Leg',
            turnover: '13750.00',
            counted: '12500.00',
            percent: 0.5,
          },
          {
            firstName: 'Cy',
            lastName: 'Leg',
            turnover: '8125.00',
            counted: '7500.00',
            percent: 0.3,
          },
          {
            firstName: 'Dee',
            lastName: 'Leg',
            turnover: '6250.00',
            counted: '6250.00',
            percent: null,
          },
        ],
        bonus: {
          recordId: credited[0]!.id,
          amount: expect.any(String),
          currency: 'UPT',
        },
      })
    })

    test('RKH-002 each month counts what was paid until its last instant, the current one until now', async () => {
      const answer = await months()
      expect(answer.map(({ month }) => new Date(month).toISOString().slice(0, 7))).toEqual([
        '2026-01',
        '2026-02',
        '2026-03',
        '2026-04',
        '2026-05',
        '2026-06',
        '2026-07',
        '2026-08',
        '2026-09',
        '2026-10',
        '2026-11',
      ])
      expect(answer.map(({ isOver }) => isOver)).toEqual([...Array(10).fill(true), false])
      const last = answer.slice(-4).map(({ rang, target, counting }) => [rang, target, counting])
      expect(last).toEqual([
        ['SAPPHIRE', '50000.00', '28125.00'],
        ['SAPPHIRE', '50000.00', '28125.00'],
        ['SAPPHIRE', '50000.00', '30625.00'],
        ['SAPPHIRE', '50000.00', '32375.00'],
      ])
    })

    test('RKH-003 RKH-004 the forecast names the six increases, what is missing, and no other partner’s', async () => {
      expect(await forecast()).toEqual({
        state: 'RANGE',
        from: day(2027, 2, 1),
        to: day(2028, 9, 1),
        rang: 'SAPPHIRE',
        target: '50000.00',
        missing: '17625.00',
        increases: [
          { month: day(2026, 5, 1), amount: '6250.00' },
          { month: day(2026, 6, 1), amount: '0.00' },
          { month: day(2026, 7, 1), amount: '5000.00' },
          { month: day(2026, 8, 1), amount: '10000.00' },
          { month: day(2026, 9, 1), amount: '0.00' },
          { month: day(2026, 10, 1), amount: '2500.00' },
        ],
        capped: [],
      })
      // Parameters change nothing: each partner gets the own forecast alone.
      const dan = await service.signInAccepted(7)
      const { rang, ...own } = (await service.get(
        dan,
        '/v1/rang/forecast?partnerId=1&userId=1',
      )) as RankForecast
      expect(own).toMatchObject({ state: 'UNKNOWN', reason: 'NEW', missing: '1000.00' })
      expect(own.increases.map(({ month }) => month)).toEqual([
        day(2026, 7, 1),
        day(2026, 8, 1),
        day(2026, 9, 1),
        day(2026, 10, 1),
      ])
      expect(rang).toBe('AMBER')
    })

    test('RKH-001 RKH-002 a cancelled order leaves the day of a rank as it was and counts in no month', async () => {
      const before = await history()
      await cancelOrder(service.core, 6, 'returned')
      const [topaz, ...others] = await history()
      const order = { ...before[0]!.order, isCancelled: true }
      expect(topaz).toEqual({ ...before[0]!, order })
      expect(others).toEqual(before.slice(1))
      const counted = (await months()).slice(-4).map(({ rang, counting }) => [rang, counting])
      expect(counted).toEqual([
        ['SAPPHIRE', '18125.00'],
        ['SAPPHIRE', '18125.00'],
        ['SAPPHIRE', '20625.00'],
        ['SAPPHIRE', '22375.00'],
      ])
      expect(await forecast()).toMatchObject({ missing: '27625.00' })
      await recordOrder(service.core, { orderId: 9, partnerId: 6, paidAt: NOW, cents: 30_000_00 })
      expect(await forecast()).toMatchObject({
        missing: '8125.00',
        capped: [{ firstName: 'Bea', lastName: 'Leg' }],
      })
    })
  })

  test.for([31, 32])('RKH-002 the months equal a climb from each order, seed %i', async (seed) => {
    const scenario = randomScenario({ seed, partners: 60, shape: 'preferential' })
    const { service } = await PartnersService.ofScenario(await newDatabase(), scenario)
    const { core } = service
    const { read } = core.database
    const partners = await read.selectFrom('partners').select(['id', 'sponsorId']).execute()
    const { rows: orders } = await sql<PlainOrder>`
      select partner_id, paid_at, amount_cents::text as cents from orders o
      where not exists (select from cancellations c where c.order_id = o.id)`.execute(read)
    const sponsors = new Map(partners.map(({ id, sponsorId }) => [id, sponsorId]))
    const { plan } = await core.plans.at(read, core.clock())
    let compared = 0
    for (const { id } of partners.slice(0, 15)) {
      const answer: RankMonth[] = await service.get(await service.signIn(id), '/v1/rang/months')
      for (const { month, isOver, rang, counting, target } of answer) {
        const end = isOver ? monthEnd(month) : Infinity
        const rank = plan.ranks.find(({ code }) => code === rang)!
        const rule = fiftyPercentRule({
          legs: plainLegs(orders, sponsors, id, end),
          target: rank.turnover,
          percents: rank.legPercents,
          rule: plan.legRule,
        })
        expect([id, month, counting]).toEqual([id, month, centsText(rule.countingTurnover)])
        expect(target).toBe(formatUnits(rank.turnover, 2))
        compared += rule.countingTurnover.num > 0n ? 1 : 0
      }
    }
    expect(compared).toBeGreaterThan(20)
  })
})

type PlainOrder = { readonly partnerId: number; readonly paidAt: number; readonly cents: string }

/** The legs of a partner, by climbing from the buyer of each order. */
function plainLegs(
  orders: readonly PlainOrder[],
  sponsors: ReadonlyMap<number, number | null>,
  top: number,
  end: number,
): Leg[] {
  const legs = new Map<number, bigint>()
  for (const { partnerId, paidAt, cents } of orders) {
    if (paidAt >= end) continue
    let leg: number | null = partnerId
    while (leg !== null && sponsors.get(leg) !== top) leg = sponsors.get(leg) ?? null
    if (leg !== null) legs.set(leg, (legs.get(leg) ?? 0n) + BigInt(cents))
  }
  return Array.from(legs, ([userId, turnover]) => ({ userId, turnover: eurCents(turnover) }))
}

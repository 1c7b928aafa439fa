import type { BonusExplanation } from '@partner-office/contracts'
import { beforeAll, describe, expect, test } from 'vitest'

import { AFTER_OCTOBER, openBonusNetwork } from '../../../testing/bonus-network.ts'
import { asUpload } from '../../../testing/core.ts'
import { onPostgres } from '../../../testing/databases.ts'
import { faultsOf } from '../../../testing/explained-sums.ts'
import { ordersText } from '../../../testing/network-files.ts'
import type { PartnersService } from '../../../testing/partners-service.ts'
import { cancelOrder } from '../../orders/intake/cancel-order.ts'
import { importOrders } from '../../orders/import/import-orders.ts'
import { blockPartner } from '../../partners/block-partner.ts'
import { closePeriod } from '../../months/close-period.ts'

onPostgres('explanations', (newDatabase) => {
  describe('of a month', () => {
    let service: PartnersService
    let token: string
    beforeAll(async () => {
      service = await openBonusNetwork(await newDatabase())
      token = await service.signInAccepted(1)
    })
    const explain = (question: string): Promise<BonusExplanation[]> =>
      service.get(token, `/v1/bonus/explain?${question}`)
    const recordsOf = async (type: string): Promise<{ id: number; orderId: number }[]> => {
      const { content } = await service.get(token, `/v1/bonus/history?size=100&bonusTypes=${type}`)
      return content
    }

    test('a direct bonus is the order, its percent and the rate', async () => {
      const [record] = (await recordsOf('DIRECT')).filter(({ orderId }) => orderId === 11)
      const [direct] = await explain(`recordId=${record!.id}`)
      expect(direct).toEqual({
        bonusType: 'DIRECT',
        adjustments: [],
        state: 'BOOKED',
        paidAt: Date.UTC(2026, 9, 2),
        period: null,
        planVersion: 1,
        planValidFrom: 0,
        order: {
          orderId: 11,
          paidAt: Date.UTC(2026, 9, 2),
          amount: '25000.00',
          firstName: 'Bea',
          lastName: 'Leg',
          isCancelled: false,
        },
        path: [
          {
            level: 1,
            isCaller: true,
            firstName: 'Ada',
            lastName: 'Own',
            rang: 'DIAMOND',
            kind: 'DIRECT',
            percent: 0.4,
            rate: null,
            reason: null,
          },
        ],
        rang: null,
        target: null,
        counting: null,
        legs: [],
        pool: null,
        windowStart: null,
        windowEnd: null,
        amounts: [
          {
            recordId: record!.id,
            currency: 'UPT',
            base: '25000.00',
            percent: '0.4',
            sharers: null,
            value: '10000',
            share: '1',
            rate: { id: expect.any(Number), rate: '2', validFrom: 0 },
            exact: '20000',
            cut: '0',
            creditedBefore: '0',
            amount: '20000.00000000',
          },
        ],
      })
    })

    test('an order of the third line: the paid ancestors, the reasons of the others, and the infinity bonus so far', async () => {
      const [team, infinity] = await explain('orderId=13')
      expect(
        team!.path.map(({ firstName, percent, reason }) => ({ firstName, percent, reason })),
      ).toEqual([
        { firstName: 'Fay', percent: 0.4, reason: null },
        { firstName: 'Bea', percent: 0.07, reason: null },
        { firstName: 'Ada', percent: 0.03, reason: null },
      ])
      expect(team).toMatchObject({ bonusType: 'TEAM', state: 'BOOKED' })
      expect(infinity).toMatchObject({
        bonusType: 'UCHAIN_INFINITY',
        state: 'OPEN',
        period: Date.UTC(2026, 9),
        path: [
          { level: 1, firstName: 'Fay', percent: 0, rate: null, reason: 'rank_too_low' },
          { level: 2, firstName: 'Bea', percent: 0, rate: null, reason: 'rank_too_low' },
          { level: 3, isCaller: true, percent: 0.025, rate: 0.025, reason: null },
        ],
      })
      expect(
        infinity!.amounts.map(({ currency, amount, share }) => [currency, amount, share]),
      ).toEqual([
        ['UCN', '250.00000000', '0.5'],
        ['UPT', '125.00000000', '0.5'],
      ])
      expect(infinity!.amounts.flatMap(faultsOf)).toEqual([])
    })

    test('no partner above the caller is shown, and no amount of another partner', async () => {
      const explained = JSON.stringify(await explain('orderId=13'))
      for (const secret of ['Zoe', 'Dan', '"20000', '4000.00000000', '700.00000000']) {
        expect(explained).not.toContain(secret)
      }
    })

    test('an order that is cancelled before its month is closed gives nothing by infinity', async () => {
      await cancelOrder(service.core, 12, 'returned')
      const [team, infinity] = await explain('orderId=12')
      expect(team).toMatchObject({ state: 'REVERSED', order: { isCancelled: true } })
      expect(infinity).toMatchObject({ state: 'UNPAID', path: [], amounts: [] })
    })

    test('a rank bonus is the rank, and the legs that reached it', async () => {
      const ranks = await recordsOf('TURNOVER')
      const all = await Promise.all(ranks.map(({ id }) => explain(`recordId=${id}`)))
      const diamond = all.flat().find(({ rang }) => rang === 'DIAMOND')
      expect(diamond).toMatchObject({
        bonusType: 'TURNOVER',
        target: '500000.00',
        counting: '500000.00',
        order: null,
        path: [],
        legs: [
          { firstName: 'Bea', turnover: '250000.00', counted: '250000.00', percent: 0.5 },
          { firstName: 'Cy', turnover: '150000.00', counted: '150000.00', percent: 0.3 },
          { firstName: 'Dee', turnover: '100000.00', counted: '100000.00', percent: null },
        ],
        amounts: [{ base: '12500.00', percent: null, value: '12500', amount: '25000.00000000' }],
      })
    })

    test('another partner’s records and orders get the same refusal as unknown ones', async () => {
      const asked = async (question: string) =>
        service
          .as(token, 'GET', `/v1/bonus/explain?${question}`)
          .then(({ status, body }) => ({ status, body }))
      const unknown = await asked('recordId=999999')
      expect(unknown).toMatchObject({ status: 200, body: { errors: [{ code: 'not_found' }] } })
      const zoe = await service.signInAccepted(10)
      const { content } = await service.get(zoe, '/v1/bonus/history')
      expect(content.length).toBeGreaterThan(0)
      expect(await asked(`recordId=${content[0].id}`)).toEqual(unknown)
      // The caller's own order, and an order of an ancestor.
      for (const orderId of [10, 999_999])
        expect(await asked(`orderId=${orderId}`)).toEqual(unknown)
      expect(await asked('')).toMatchObject({ body: { errors: [{ code: 'validation_error' }] } })
      expect(await asked('recordId=1&orderId=11')).toMatchObject({
        body: { errors: [{ code: 'validation_error' }] },
      })
    })

    test('once the month is closed, programmes are explained by their legs, and reversals are marked', async () => {
      await blockPartner(service.core, 6, true, 'for a test')
      service.clock.now = AFTER_OCTOBER
      await closePeriod(service.core, '2026-10')
      token = await service.signIn(1)
      const [lifestyle] = await explain(`recordId=${(await recordsOf('LIFESTYLE'))[0]!.id}`)
      expect(lifestyle).toMatchObject({
        state: 'BOOKED',
        period: Date.UTC(2026, 9),
        rang: 'RUBY',
        target: '20000.00',
        counting: '25000.00',
        legs: [
          { firstName: 'Bea', turnover: '30000.00', counted: '10000.00', percent: 0.5 },
          { firstName: 'Cy', turnover: '20000.00', counted: '6000.00', percent: 0.3 },
          { firstName: 'Dee', turnover: '9000.00', counted: '9000.00', percent: null },
        ],
        amounts: [{ base: '200.00', value: '200', amount: '400.00000000' }],
      })
      const [winner] = await explain(`recordId=${(await recordsOf('WINNER'))[0]!.id}`)
      expect(winner).toMatchObject({
        target: '12000.00',
        amounts: [{ base: '600.00', rate: null, amount: '600.000000', currency: 'WIN' }],
      })
      const [bsp] = await explain(`recordId=${(await recordsOf('BSP'))[0]!.id}`)
      expect(bsp).toMatchObject({
        target: '10000.00',
        counting: '17000.00',
        amounts: [{ base: '10000.00', percent: '0.05', value: '500' }],
      })
      const [turbo] = await explain(`recordId=${(await recordsOf('CYCLED_TURBO'))[0]!.id}`)
      expect(turbo!.windowEnd! - turbo!.windowStart!).toBe(30 * 86_400_000)

      const credited = (await recordsOf('UCHAIN_INFINITY')).find(({ orderId }) => orderId === 13)!
      const [booked] = await explain(`recordId=${credited.id}`)
      expect(booked).toMatchObject({ state: 'BOOKED', bonusType: 'UCHAIN_INFINITY' })
      expect(booked!.amounts.map(({ currency }) => currency)).toEqual(['UCN', 'UPT'])
      expect(booked!.path[0]).toMatchObject({ firstName: 'Fay', reason: 'no_claim', rate: null })
      expect((await explain('orderId=13'))[1]).toEqual(booked)

      await cancelOrder(service.core, 13, 'returned')
      const taken = await recordsOf('UCHAIN_INFINITY')
      const back = taken.filter(({ orderId }) => orderId === 13)
      expect(back).toHaveLength(4)
      for (const { id } of back) {
        const [explained] = await explain(`recordId=${id}`)
        expect(explained).toMatchObject({ state: 'REVERSED', order: { isCancelled: true } })
        expect(explained!.amounts.flatMap(faultsOf)).toEqual([])
      }
    })

    test('a credit for late orders is explained as the missing amount', async () => {
      await importOrders(
        service.core,
        asUpload(ordersText([[40, 3, Date.UTC(2026, 9, 20), '500']])),
      )
      service.clock.now = Date.UTC(2026, 11, 2)
      await closePeriod(service.core, '2026-11')
      token = await service.signIn(1)
      const late = (await recordsOf('UCHAIN_INFINITY')).filter(({ orderId }) => orderId === 40)
      expect(late).toHaveLength(2)
      const [explained] = await explain(`recordId=${late[0]!.id}`)
      expect(explained).toMatchObject({
        state: 'BOOKED',
        period: Date.UTC(2026, 9),
        path: [{ isCaller: true, percent: 0.025 }],
      })
      expect(explained!.amounts.flatMap(faultsOf)).toEqual([])
    })
  })
})

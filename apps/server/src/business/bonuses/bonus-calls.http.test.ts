import {
  DEFAULT_PLAN_DOCUMENT,
  fiftyPercentRule,
  fraction,
  parseEurCents,
  toDecimalText,
} from '@partner-office/domain'
import { beforeAll, describe, expect, test } from 'vitest'

import { asUpload } from '../../testing/core.ts'
import { onPostgres } from '../../testing/databases.ts'
import {
  AFTER_OCTOBER,
  BONUS_ORDERS,
  IN_OCTOBER,
  OCTOBER,
  openBonusNetwork,
} from '../../testing/bonus-network.ts'
import { ordersText } from '../../testing/network-files.ts'
import type { PartnersService } from '../../testing/partners-service.ts'
import { cancelOrder } from '../orders/intake/cancel-order.ts'
import { importOrders } from '../orders/import/import-orders.ts'
import { closePeriod } from '../months/close-period.ts'
import { loadPlan } from '../settings/load-plan.ts'
import { changeSettings } from '../settings/change-settings.ts'

const SEPTEMBER = Date.UTC(2026, 8)
const NOVEMBER = Date.UTC(2026, 10)
const LEG_PERCENTS = [0.5, 0.3]

/** The fields on the caller's team that all records of October share. */
const OCTOBER_TURNOVER = {
  flTurnover: '54000.00',
  slTurnover: '10000.00',
  tlTurnover: '5000.00',
  rang: 'DIAMOND',
}
const NOT_DIAMOND = { firstInfinity: null, firstDiamond: null, isDiamond: false, poolAmounts: null }

const leg = (firstName: string, turnover: string) => ({
  avatar: '',
  firstName,
  lastName: 'Leg',
  turnover,
})

onPostgres('bonus calls', (newDatabase) => {
  describe('of an open month', () => {
    let service: PartnersService
    let token: string
    beforeAll(async () => {
      service = await openBonusNetwork(await newDatabase())
      token = await service.signInAccepted(1)
    })
    const get = (path: string) => service.get(token, `/v1/bonus/${path}`)

    test('INF-007 INF-024 INF-029 ENT-005 infinity: 33,000 of 30,000 count, 2.5 % of each order, half in each coin', async () => {
      const infinity = await get(`infinity?bonusPeriod=${OCTOBER}`)
      expect(infinity).toEqual({
        ...OCTOBER_TURNOVER,
        ...NOT_DIAMOND,
        totalTurnover: '69000.00',
        countingTurnover: '33000.00',
        targetTurnover: '30000.00',
        topPartners: [
          {
            ...leg('Bea', '40000.00'),
            counting_turnover: '15000.00',
            fl_turnover: '10000.00',
            sl_turnover: '5000.00',
            rule: 0.5,
          },
          {
            ...leg('Cy', '20000.00'),
            counting_turnover: '9000.00',
            fl_turnover: '0.00',
            sl_turnover: '0.00',
            rule: 0.3,
          },
          {
            ...leg('Dee', '9000.00'),
            counting_turnover: '9000.00',
            fl_turnover: '0.00',
            sl_turnover: '0.00',
            rule: null,
          },
        ],
        topLegPercents: LEG_PERCENTS,
        checkpoints: [],
        achievedCheckpoints: [],
        enabled: true,
        state: 'OPEN',
        firstInfinity: {
          rang: 'SAPPHIRE',
          targetTurnover: '5000.00',
          topLegPercents: LEG_PERCENTS,
        },
        percent: 0.025,
        bonusPercent: 0.025,
        percents: [
          { value: 0.5, max: '15000.00' },
          { value: 0.3, max: '9000.00' },
        ],
        // 69,000 × 2.5 % = 1,725 EUR, half of it at 2 UPT and 4 UCN.
        bonusAmounts: { UPT: '1725.00000000', UCN: '3450.00000000' },
      })
      expect(await get('infinity')).toEqual(infinity)
    })

    test('INF-029 a partner below the ranks of infinity sees the first row as the target', async () => {
      const cy = await service.signInAccepted(3)
      expect(await service.get(cy, '/v1/bonus/infinity')).toMatchObject({
        enabled: false,
        percent: 0.01,
        bonusPercent: 0,
        targetTurnover: '5000.00',
        bonusAmounts: { UPT: '0.00000000', UCN: '0.00000000' },
      })
    })

    test('API-019 INF-019 INF-020 ENT-008 the history of infinity, newest first, until there is no next', async () => {
      const rows: unknown[] = []
      let from = ''
      for (let page = 0; page < 3; page += 1) {
        const url = `infinity/history?size=2&bonusPeriod=${OCTOBER}${from}`
        const { content, next } = await get(url)
        rows.push(...content)
        if (page < 2) expect(next).toBeTypeOf('string')
        else expect(next).toBeUndefined()
        from = `&pagingState=${next}`
      }
      expect(rows).toHaveLength(5)
      expect(rows[2]).toEqual({
        orderId: 13,
        accruedAt: Date.UTC(2026, 9, 4),
        referralFirstName: 'Gus',
        referralLastName: 'Below',
        level: 3,
        bonusPercent: 0.025,
        orderAmount: '5000.00',
        orderCurrency: 'EUR',
        bonusAmounts: { UPT: '125.00000000', UCN: '250.00000000' },
      })
      const all = await get('infinity/history')
      expect(all).toEqual({ content: rows })
      expect(all.content.map(({ orderId }: { orderId: number }) => orderId)).toEqual([
        15, 14, 13, 12, 11,
      ])
    })

    test('API-020 XBO-012 ENT-005 diamond: C5 example 1, 98 % of the first checkpoint', async () => {
      expect(await get(`diamond?bonusPeriod=${OCTOBER}`)).toEqual({
        ...OCTOBER_TURNOVER,
        totalTurnover: '69000.00',
        countingTurnover: '49000.00',
        targetTurnover: '50000.00',
        topPartners: [leg('Bea', '40000.00'), leg('Cy', '20000.00'), leg('Dee', '9000.00')],
        topLegPercents: LEG_PERCENTS,
        checkpoints: [{ id: 1, targetTurnover: '50000.00', value: '500.00' }],
        achievedCheckpoints: [],
        poolAmounts: null,
        enabled: true,
        state: 'OPEN',
        firstInfinity: null,
        firstDiamond: { rang: 'DIAMOND', targetTurnover: '50000.00', topLegPercents: LEG_PERCENTS },
        isDiamond: true,
        percent: 0.01,
        bonusPercent: 0,
        percents: [
          { value: 0.5, max: '25000.00' },
          { value: 0.3, max: '15000.00' },
        ],
        bonusAmounts: { UPT: '0.00000000' },
      })
      const cy = await service.signInAccepted(3)
      expect(await service.get(cy, '/v1/bonus/diamond')).toMatchObject({
        isDiamond: false,
        enabled: false,
        firstDiamond: { rang: 'DIAMOND' },
        checkpoints: [],
      })
    })

    test('ENT-006 the counting turnover of each leg follows from the turnovers of the record', async () => {
      const { topPartners, targetTurnover, countingTurnover } = await get('diamond')
      const answer = fiftyPercentRule({
        legs: topPartners.map(({ turnover }: { turnover: string }, at: number) => ({
          userId: at,
          turnover: parseEurCents(turnover)!,
        })),
        target: parseEurCents(targetTurnover)!,
        percents: LEG_PERCENTS.map((percent) => fraction(String(percent))),
        rule: 'ranked',
      })
      expect(
        answer.legs.map((ruled) => [
          ruled.leg,
          ruled.qualified,
          toDecimalText(ruled.turnoverQualified),
        ]),
      ).toEqual([
        [1, true, '2500000'],
        [2, true, '1500000'],
        [null, false, '900000'],
      ])
      expect(toDecimalText(answer.countingTurnover)).toBe(String(parseEurCents(countingTurnover)))
    })

    test('API-022 ENT-005 winner: all checkpoints achieved, 600 WIN and not 950', async () => {
      expect(await get('winner')).toMatchObject({
        ...OCTOBER_TURNOVER,
        ...NOT_DIAMOND,
        totalTurnover: '54000.00',
        // One leg has a cap, and it is the whole target.
        countingTurnover: '41000.00',
        targetTurnover: '12000.00',
        topLegPercents: [1],
        checkpoints: [
          { id: 1, targetTurnover: '3000.00', value: '100.00' },
          { id: 2, targetTurnover: '6000.00', value: '250.00' },
          { id: 3, targetTurnover: '12000.00', value: '600.00' },
        ],
        achievedCheckpoints: [1, 2, 3],
        bonusAmounts: { WIN: '600.000000' },
      })
    })

    test('API-024 ENT-005 bsp: lines 1 and 2, 5 % of 10,000', async () => {
      expect(await get('bsp')).toMatchObject({
        ...OCTOBER_TURNOVER,
        ...NOT_DIAMOND,
        totalTurnover: '64000.00',
        countingTurnover: '17000.00',
        achievedCheckpoints: [1, 2, 3],
        percent: 0.05,
        bonusPercent: 0.05,
        bonusAmounts: { BSP: '500.00000000' },
      })
    })

    test('API-025 ENT-005 cycled turbo: the window of 30 days that holds an instant', async () => {
      const origin = Date.UTC(2023, 10, 14)
      const window = 30 * 86_400_000
      const windowStart = origin + window * Math.floor((IN_OCTOBER - origin) / window)
      const turbo = await get('cycled-turbo')
      expect(turbo).toMatchObject({ windowStart, windowEnd: windowStart + window, state: 'OPEN' })
      expect(await get(`cycled-turbo?bonusPeriod=${windowStart}`)).toEqual(turbo)
      const before = await get(`cycled-turbo?bonusPeriod=${windowStart - 1}`)
      expect(before).toMatchObject({ windowEnd: windowStart })
      const boughtFrom = (start: number) =>
        BONUS_ORDERS.filter(([, buyer]) => [2, 3, 4].includes(buyer))
          .filter(([, , paidAt]) => start <= Number(paidAt) && Number(paidAt) < start + window)
          .reduce((sum, [, , , amount]) => sum + Number(amount), 0)
      expect(Number(turbo.totalTurnover)).toBe(boughtFrom(windowStart))
      expect(Number(before.totalTurnover)).toBe(boughtFrom(windowStart - window))
      expect(before.achievedCheckpoints.length).toBeGreaterThan(0)
      expect(before.checkpoints).toHaveLength(5)
      expect(before.bonusAmounts).toEqual({
        UPT: `${before.achievedCheckpoints.length * 200}.00000000`,
      })
    })

    test('API-023 ENT-007 lifestyle: RUBY is reached, EMERALD is next', async () => {
      const lifestyle = await get('lifestyle')
      expect(lifestyle).toMatchObject({
        current: 'RUBY',
        next: 'EMERALD',
        currentAmount: '200.00',
        nextAmount: '500.00',
        isReached: true,
        state: 'OPEN',
      })
      expect(lifestyle.progress).toEqual({
        totalTurnover: '69000.00',
        countingTurnover: '49000.00',
        targetTurnover: '50000.00',
        topPartners: [leg('Bea', '40000.00'), leg('Cy', '20000.00'), leg('Dee', '9000.00')],
        percents: [
          { value: 0.5, max: '25000.00' },
          { value: 0.3, max: '15000.00' },
        ],
      })
      expect(lifestyle.requirements[0]).toEqual({
        rang: 'RUBY',
        amount: '200.00',
        currency: 'EUR',
        targetTurnover: '20000.00',
        topLegPercents: LEG_PERCENTS,
        status: 'reached',
        isReachable: true,
      })
      const rows = lifestyle.requirements.map(
        ({ rang, status, isReachable }: { rang: string; status: string; isReachable: boolean }) =>
          `${rang} ${status} ${isReachable}`,
      )
      expect(rows).toEqual([
        'RUBY reached true',
        'EMERALD next true',
        'DIAMOND  true',
        'ULTIMA_DIAMOND  false',
        'DOUBLE_ULTIMA_DIAMOND  false',
        'TRIPLE_ULTIMA_DIAMOND  false',
      ])
      expect(await get('lifestyle/requirements')).toEqual(lifestyle.requirements)
      expect(await get('lifestyle/history')).toEqual({ content: [], number: 0, totalPages: 0 })
    })

    test('API-020 API-021 API-022 API-024 API-025 INF-029 the rows of each programme', async () => {
      const first = async (programme: string) => (await get(`${programme}/requirements`))[0]
      const row = { topLegPercents: LEG_PERCENTS, amount: null, currency: null, percent: null }
      expect(await first('infinity')).toEqual({
        ...row,
        rang: 'SAPPHIRE',
        targetTurnover: '5000.00',
        percent: 0.01,
      })
      expect(await first('diamond')).toEqual({
        ...row,
        rang: 'DIAMOND',
        targetTurnover: '50000.00',
        percent: 0.01,
      })
      expect(await first('diamond-pools')).toEqual({
        ...row,
        pool: 1,
        rang: 'DIAMOND',
        targetTurnover: '50000.00',
        percent: 0.01,
        currency: 'ULTIMA',
      })
      expect(await first('winner')).toEqual({
        ...row,
        rang: null,
        topLegPercents: [1],
        targetTurnover: '3000.00',
        amount: '100',
        currency: 'WIN',
      })
      expect(await first('bsp')).toEqual({
        ...row,
        rang: null,
        targetTurnover: '2000.00',
        percent: 0.02,
      })
      expect(await first('cycled-turbo')).toEqual({
        ...row,
        rang: null,
        topLegPercents: [1],
        targetTurnover: '3000.00',
        amount: '100.00',
        currency: 'EUR',
      })
    })

    test.each([
      'infinity',
      'diamond',
      'diamond-pools',
      'winner',
      'lifestyle',
      'bsp',
      'cycled-turbo',
    ])('API-059 %s has no rows before it began', async (programme) => {
      const began = Date.UTC(2024, 2)
      expect(await get(`${programme}/requirements?timestamp=${began - 1}`)).toEqual([])
      expect(await get(`${programme}/requirements?timestamp=${began}`)).not.toEqual([])
    })

    test.each([
      ['infinity', 'bonusPeriod', OCTOBER + 1],
      ['infinity', 'bonusPeriod', Date.UTC(2024, 1)],
      ['infinity', 'bonusPeriod', NOVEMBER],
      ['infinity', 'bonusPeriod', 'october'],
      ['infinity/history', 'bonusPeriod', OCTOBER - 1],
      ['infinity/history', 'pagingState', 'somewhere'],
      ['infinity/history', 'size', 0],
      ['diamond', 'bonusPeriod', NOVEMBER],
      ['diamond-pools', 'poolsStartedAt', OCTOBER + 1],
      ['winner', 'bonusPeriod', -1],
      ['lifestyle', 'bonusPeriod', OCTOBER + 1],
      ['bsp', 'bonusPeriod', OCTOBER + 1],
      ['cycled-turbo', 'bonusPeriod', IN_OCTOBER + 1],
      ['infinity/requirements', 'timestamp', 'now'],
      ['history', 'sort', 'amount|asc'],
      ['history', 'bonusTypes', 'DIRECT,GIFT'],
      ['history', 'level', 0],
      ['history', 'dateFrom', '2026-02-30'],
      ['history', 'dateTo', 'today'],
      ['months', 'months', 37],
      ['explain', 'recordId', 'x'],
    ])('INF-029 API-030 %s refuses %s=%s', async (call, field, value) => {
      const { status, body } = await service.as(token, 'GET', `/v1/bonus/${call}?${field}=${value}`)
      expect({ status, ...body }).toMatchObject({
        status: 200,
        state: 'error',
        errors: [{ code: 'validation_error', fieldName: field }],
      })
    })

    test('API-030 ENT-013 TRX-041 the bonus history shows the credits of an order', async () => {
      const history = await get('history?dateFrom=2026-10-03&dateTo=2026-10-03')
      expect(history).toEqual({
        content: [
          {
            id: expect.any(Number),
            orderId: 12,
            paidAt: Date.UTC(2026, 9, 3),
            referralFirstName: 'Fay',
            referralLastName: 'Below',
            level: 2,
            orderAmount: '10000.00',
            bonusType: 'TEAM',
            bonusAmount: '1400.00000000',
            currency: 'UPT',
            bonusPeriod: null,
            recordId: history.content[0].id,
            reason: null,
          },
        ],
        number: 0,
        totalPages: 1,
      })
      const instants = `dateFrom=${Date.UTC(2026, 9, 3, 5)}&dateTo=${Date.UTC(2026, 9, 3, 1)}`
      expect(await get(`history?${instants}`)).toEqual(history)
    })

    type Row = { paidAt: number; bonusType: string; level: number; orderId: number }
    const rowsOf = async (question: string): Promise<Row[]> =>
      (await get(`history?${question}`)).content

    test('the bonus history is exported as CSV with the same filters', async () => {
      const { content } = await get('history?bonusTypes=DIRECT&size=100')
      const response = await service.office.inject({
        url: '/v1/bonus/history/export?bonusTypes=DIRECT',
        headers: { authorization: `Bearer ${token}` },
      })
      expect(response.headers['content-disposition']).toBe('attachment; filename="bonuses.csv"')
      const [head, ...lines] = response.body.trimEnd().split('\n')
      expect(response.headers['x-lines']).toBe(String(1 + lines.length))
      expect(head).toBe(
        '\uFEFFid,paidAt,bonusType,orderId,referral,level,orderAmount,bonusAmount,currency',
      )
      expect(content.length).toBeGreaterThan(0)
      expect(lines.map((line) => Number(line.split(',')[0]))).toEqual(
        content.map(({ id }: { id: number }) => id),
      )
    })

    test('TRX-003 TRX-017 TRX-018 TRX-019 the bonus history by type, level, day, page and sort', async () => {
      const all = await rowsOf('')
      expect(all.map(({ paidAt }) => paidAt)).toEqual(
        all.map(({ paidAt }) => paidAt).toSorted((a, b) => b - a),
      )
      // Eight orders of the team by direct or team bonus, and seven ranks with a bonus.
      expect(all).toHaveLength(15)
      const types = ['DIRECT', 'TEAM', 'TURNOVER', 'UCHAIN_INFINITY']
      const byType = await Promise.all(types.map((type) => rowsOf(`bonusTypes=${type}`)))
      expect(byType.map((rows) => rows.length)).toEqual([6, 2, 7, 0])
      expect(new Set(byType[2]!.map(({ level, orderId }) => `${level} ${orderId}`))).toEqual(
        new Set(['0 0']),
      )
      expect(await rowsOf('bonusTypes=DIRECT,TEAM')).toHaveLength(8)
      expect((await rowsOf('level=3')).map(({ orderId }) => orderId)).toEqual([13])
      expect(await rowsOf('sort=paidAt|asc')).toEqual(all.toReversed())
      expect(await rowsOf('dateFrom=2026-10-04&dateTo=2026-10-03')).toEqual([])
      const pages = [await get('history?size=10'), await get('history?size=10&page=1')]
      expect(pages.flatMap(({ content }) => content)).toEqual(all)
      expect(pages.map(({ number, totalPages }) => [number, totalPages])).toEqual([
        [0, 2],
        [1, 2],
      ])
    })

    test('the months show the own bonuses by kind', async () => {
      const months = await get('months?months=2')
      expect(months.map(({ month }: { month: number }) => month)).toEqual([SEPTEMBER, OCTOBER])
      expect(months[1].kinds).toEqual([
        { bonusType: 'DIRECT', amounts: { UPT: '43200.00000000' }, eur: '21600.00' },
        { bonusType: 'TEAM', amounts: { UPT: '1700.00000000' }, eur: '850.00' },
      ])
      expect(await get('months')).toHaveLength(12)
    })
  })

  test('a programme that begins in the last millisecond of a month is enabled in it, one that begins after it is not', async () => {
    const service = await openBonusNetwork(await newDatabase())
    const token = await service.signInAccepted(1)
    const calls = ['infinity', 'diamond', 'diamond-pools', 'winner', 'bsp']
    const enabledIfBegun = async (from: number) => {
      const programmes = Object.fromEntries(
        Object.entries(DEFAULT_PLAN_DOCUMENT.programmes).map(([name, of]) => [
          name,
          { ...of, from },
        ]),
      )
      await loadPlan(service.core, { ...DEFAULT_PLAN_DOCUMENT, programmes })
      const records = await Promise.all(
        calls.map((call) => service.get(token, `/v1/bonus/${call}`)),
      )
      return calls.filter((_, at) => records[at].enabled)
    }
    expect(await enabledIfBegun(NOVEMBER - 1)).toEqual(calls)
    expect(await enabledIfBegun(NOVEMBER)).toEqual([])
  })

  describe('diamond pools', () => {
    test('API-021 XBO-003 shares of pools 1 to 3 in ULTIMA, while the month is open and when it is closed', async () => {
      const service = await openBonusNetwork(await newDatabase())
      const token = await service.signInAccepted(1)
      const url = `/v1/bonus/diamond-pools?poolsStartedAt=${OCTOBER}`
      const none = { '1': '0.000000', '2': '0.000000', '3': '0.000000' }
      expect(await service.get(token, url)).toMatchObject({
        poolAmounts: none,
        bonusAmounts: { ULTIMA: '0.000000' },
        achievedCheckpoints: [],
        isDiamond: true,
      })

      // One more order of 1,000 achieves the checkpoint; V = 70,100 EUR, 1 % of it is 701 EUR.
      await importOrders(service.core, asUpload(ordersText([[20, 4, IN_OCTOBER, '1000']])))
      const shared = {
        poolAmounts: { ...none, '1': '0.140200' },
        bonusAmounts: { ULTIMA: '0.140200' },
        checkpoints: [{ id: 1, targetTurnover: '50000.00', value: '701.00' }],
        achievedCheckpoints: [1],
      }
      expect(await service.get(token, url)).toMatchObject({ ...shared, state: 'OPEN' })
      const zoe = await service.signInAccepted(10)
      expect(await service.get(zoe, url)).toMatchObject({ poolAmounts: none, enabled: false })

      service.clock.now = AFTER_OCTOBER
      await closePeriod(service.core, '2026-10')
      const later = await service.signIn(1)
      expect(await service.get(later, url)).toMatchObject({ ...shared, state: 'CLOSED' })
    })
  })

  describe('of a closed month', () => {
    let service: PartnersService
    let token: string
    beforeAll(async () => {
      service = await openBonusNetwork(await newDatabase())
      service.clock.now = AFTER_OCTOBER
      await closePeriod(service.core, '2026-10')
      token = await service.signInAccepted(1)
    })
    const get = (path: string) => service.get(token, `/v1/bonus/${path}`)

    test('INF-029 the records show the credits, and do not change', async () => {
      const records = await Promise.all(
        ['infinity', 'diamond', 'winner', 'bsp'].map((call) =>
          get(`${call}?bonusPeriod=${OCTOBER}`),
        ),
      )
      expect(records.map(({ state }) => state)).toEqual(Array(4).fill('CLOSED'))
      expect(records.map(({ bonusAmounts }) => bonusAmounts)).toEqual([
        { UPT: '1725.00000000', UCN: '3450.00000000' },
        { UPT: '0.00000000' },
        { WIN: '600.000000' },
        { BSP: '500.00000000' },
      ])
      await importOrders(
        service.core,
        asUpload(ordersText([[30, 3, Date.UTC(2026, 9, 20), '900000']])),
      )
      expect(await get(`infinity?bonusPeriod=${OCTOBER}`)).toEqual(records[0])
      expect(await get(`diamond?bonusPeriod=${OCTOBER}`)).toEqual(records[1])
    })

    test('ENT-008 C11.22 the history of infinity shows the credits; an order cancelled since stays, marked', async () => {
      const { content } = await get(`infinity/history?bonusPeriod=${OCTOBER}`)
      expect(content.map(({ orderId }: { orderId: number }) => orderId)).toEqual([
        15, 14, 13, 12, 11,
      ])
      expect(content[2]).toMatchObject({
        level: 3,
        bonusPercent: 0.025,
        bonusAmounts: { UPT: '125.00000000', UCN: '250.00000000' },
      })
      await cancelOrder(service.core, 14, 'returned')
      const left = await get(`infinity/history?bonusPeriod=${OCTOBER}`)
      const { clock } = service
      expect(left.content).toEqual(
        content.map((row: { orderId: number }) =>
          row.orderId === 14 ? { ...row, cancelledAt: clock.now } : row,
        ),
      )
    })

    test('API-023 the history of lifestyle has the month', async () => {
      expect(await get('lifestyle/history')).toEqual({
        content: [
          {
            bonusPeriod: OCTOBER,
            rang: 'RUBY',
            amount: '400.00000000',
            currency: 'UPT',
            paidAt: NOVEMBER,
          },
        ],
        number: 0,
        totalPages: 1,
      })
    })

    test('BON-022 the bonuses are in one balance in UCN and one in UPT', async () => {
      const names = 'UCHAIN_UCN_BONUS,UCHAIN_UPT_BONUS'
      const balances = await service.get(token, `/v1/balances?balances=${names}`)
      expect(Object.keys(balances)).toEqual(names.split(','))
      expect(Number(balances.UCHAIN_UCN_BONUS)).toBeGreaterThan(0)
      expect(Number(balances.UCHAIN_UPT_BONUS)).toBeGreaterThan(0)
    })

    test('TRX-003 the setting historyTypes limits the answered types', async () => {
      const typesTold = async (question: string) => {
        const { content } = await get(`history?size=100${question}`)
        return [...new Set(content.map(({ bonusType }: { bonusType: string }) => bonusType))].sort()
      }
      expect(await typesTold('')).toEqual([
        'BSP',
        'CYCLED_TURBO',
        'DIRECT',
        'LIFESTYLE',
        'TEAM',
        'TURNOVER',
        'UCHAIN_INFINITY',
        'WINNER',
      ])
      await changeSettings(service.core, { historyTypes: 'DIRECT,UCHAIN_INFINITY' })
      expect(await typesTold('')).toEqual(['DIRECT', 'UCHAIN_INFINITY'])
      expect(await typesTold('&bonusTypes=TEAM,DIRECT')).toEqual(['DIRECT'])
    })
  })
})

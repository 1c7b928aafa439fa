import {
  type AccountCurrency,
  countsIn,
  decimalsOf,
  eurCents,
  formatUnits,
  type InfinityStep,
  type MonthClose,
  monthEnd,
  parseMonth,
  type PeriodRecord,
  turboWindow,
} from '@partner-office/domain'
import { beforeAll, expect, test } from 'vitest'

import { randomScenario } from '../../../../../oracle/random-network.ts'
import { onPostgres } from '../../testing/databases.ts'
import { faultsOf } from '../../testing/explained-sums.ts'
import { PartnersService } from '../../testing/partners-service.ts'
import type { Core } from '../../core/core.ts'
import { cancelOrder } from '../orders/intake/cancel-order.ts'
import { closePeriod } from '../months/close-period.ts'
import { findClosing } from '../months/closing.ts'
import { computeClosing } from '../months/compute-closing.ts'
import { prepareClosing } from '../months/prepare-closing.ts'

/** The month before the scenario's last, and the month of its clock. */
const OVER = '2025-10'
const CURRENT = '2025-11'

const CALLS = {
  BSP: 'bsp?bonusPeriod=',
  DIAMOND: 'diamond?bonusPeriod=',
  DIAMOND_POOL: 'diamond-pools?poolsStartedAt=',
  UCHAIN_INFINITY: 'infinity?bonusPeriod=',
  WINNER: 'winner?bonusPeriod=',
} as const

/** The credits of closing a month, or of closing it now. */
async function computedMonth(core: Core, period: string): Promise<MonthClose> {
  const { read } = core.database
  const closing = (await findClosing(read, period)) ?? (await prepareClosing(core, period))
  return (await computeClosing(core, read, closing)).month
}

type Amounts = Partial<Record<AccountCurrency, bigint>>

function sumUp(records: readonly Pick<PeriodRecord, 'currency' | 'units'>[]): Amounts {
  const sums: Amounts = {}
  for (const { currency, units } of records) sums[currency] = (sums[currency] ?? 0n) + units
  return sums
}

/** Amounts above 0, as texts. */
const textsOf = (amounts: Amounts): Record<string, string> =>
  Object.fromEntries(
    (Object.entries(amounts) as [AccountCurrency, bigint][]).map(([currency, units]) => [
      currency,
      formatUnits(units, decimalsOf(currency)),
    ]),
  )

const aboveZero = (amounts: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(amounts).filter(([, text]) => Number(text) !== 0))

onPostgres('months before and after they are closed', (newDatabase) => {
  const scenario = randomScenario({ seed: 2, partners: 60, shape: 'preferential', orders: 400 })
  let service: PartnersService
  const tokens = new Map<number, string>()
  beforeAll(async () => {
    ;({ service } = await PartnersService.ofScenario(await newDatabase(), scenario))
    const people = await service.core.database.read.selectFrom('partners').select('id').execute()
    const { engine } = service.core.network
    for (const { id } of people) {
      if (engine.blocked[engine.rowOf(id)] === 0) tokens.set(id, await service.signIn(id))
    }
  })

  /** Every caller, with the records that a month computes for them. */
  function* callersOf(month: MonthClose) {
    const records = [...month.records()]
    for (const [id, token] of tokens) {
      yield { token, own: records.filter(({ partnerId }) => partnerId === id) }
    }
  }

  /** The answers to every caller for a month, and the figures computed for the same callers. */
  async function answeredAndComputed(period: string) {
    const month = await computedMonth(service.core, period)
    const start = parseMonth(period)!
    const answered: unknown[] = []
    const computed: unknown[] = []
    for (const { token, own } of callersOf(month)) {
      for (const [type, call] of Object.entries(CALLS)) {
        const { bonusAmounts } = await service.get(token, `/v1/bonus/${call}${start}`)
        answered.push({ type, ...aboveZero(bonusAmounts) })
        computed.push({ type, ...textsOf(sumUp(own.filter((record) => record.type === type))) })
      }
      const lifestyle = own.find(({ type }) => type === 'LIFESTYLE')
      if (lifestyle !== undefined) {
        const url = `/v1/bonus/lifestyle?bonusPeriod=${start}`
        answered.push((await service.get(token, url)).currentAmount)
        computed.push(valueText(lifestyle))
      }
      for (const record of own.filter(({ type }) => type === 'CYCLED_TURBO')) {
        const window = windowOf(record)
        const url = `/v1/bonus/cycled-turbo?bonusPeriod=${window.windowStart}`
        const { windowStart, windowEnd, bonusAmounts } = await service.get(token, url)
        answered.push({ windowStart, windowEnd, bonusAmounts })
        computed.push({ ...window, bonusAmounts: textsOf({ UPT: record.units }) })
      }
      answered.push(await readHistory(token, start))
      computed.push(expectedHistory(own.filter(({ type }) => type === 'UCHAIN_INFINITY')))
    }
    return { answered, computed, records: month.size }
  }

  const valueText = ({ derivation: { value } }: PeriodRecord) =>
    value.kind === 'amounts' ? formatUnits(value.rows.at(-1)!.amount, 2) : null

  function windowOf({ partnerId, window }: PeriodRecord) {
    const { engine } = service.core.network
    const registeredAt = engine.registeredAt[engine.rowOf(partnerId)]!
    const { start: windowStart, end: windowEnd } = turboWindow(registeredAt, window!, 30)
    return { windowStart, windowEnd }
  }

  /** All pages of a month's history, the amounts above 0 by order. */
  async function readHistory(token: string, start: number) {
    const found: Record<number, unknown> = {}
    let from = ''
    for (;;) {
      const url = `/v1/bonus/infinity/history?bonusPeriod=${start}&size=7${from}`
      const { content, next } = await service.get(token, url)
      for (const { orderId, level, bonusAmounts } of content) {
        const amounts = aboveZero(bonusAmounts)
        if (orderId in found) throw new Error(`Order ${orderId} comes twice`)
        if (Object.keys(amounts).length > 0) found[orderId] = { level, ...amounts }
      }
      if (next === undefined) return found
      from = `&pagingState=${next}`
    }
  }

  function expectedHistory(accruals: readonly PeriodRecord[]) {
    const orders = new Set(accruals.map(({ orderId }) => orderId))
    return Object.fromEntries(
      [...orders].map((orderId) => {
        const ofOrder = accruals.filter((record) => record.orderId === orderId)
        return [orderId, { level: ofOrder[0]!.level, ...textsOf(sumUp(ofOrder)) }]
      }),
    )
  }

  /** The explained path of every order of a month, up to the highest caller above the buyer. */
  async function answeredAndComputedPaths() {
    const month = await computedMonth(service.core, OVER)
    const { orders, partners } = month.basis.facts
    const start = parseMonth(OVER)!
    const answered: string[][] = []
    const computed: string[][] = []
    const faults: string[] = []
    for (let order = 0; order < orders.size; order += 1) {
      if (!countsIn(orders, order, start, monthEnd(start))) continue
      const sponsor = partners.parent[orders.buyer[order]!]!
      const paid = { paidAt: orders.paidAt[order]!, amount: eurCents(orders.cents[order]!) }
      const path = month.infinity.stepsFrom(sponsor, paid)
      const top = path.findLast(({ partnerId }) => tokens.has(partnerId))
      if (top === undefined) continue
      const url = `/v1/bonus/explain?orderId=${orders.ids[order]}`
      const [unilevel, infinity] = await service.get(tokens.get(top.partnerId)!, url)
      answered.push(infinity.path.map(stepText))
      computed.push(path.slice(0, top.depth).map(computedText))
      // Every ancestor is either paid or has a reason.
      if (unilevel.path.length !== top.depth) faults.push(`unilevel of ${orders.ids[order]}`)
      faults.push(...[...unilevel.amounts, ...infinity.amounts].flatMap(faultsOf))
    }
    return { answered, computed, faults }
  }

  type Step = { level: number; percent: number; reason: string | null }
  const stepText = ({ level, percent, reason }: Step) => `${level} ${percent} ${reason}`
  const ANSWERED_REASONS: Readonly<Record<string, string>> = {
    blocked: 'no_claim',
    target_not_reached: 'no_claim',
    inactive: 'not_active',
  }
  const computedText = ({ depth, share, reason }: InfinityStep) =>
    `${depth} ${Number(share.num) / Number(share.den * 100n)} ${ANSWERED_REASONS[reason ?? ''] ?? reason}`

  test.each([OVER, CURRENT])(
    'the calls for %s answer the credits that closing it now would give',
    async (period) => {
      const { answered, computed, records } = await answeredAndComputed(period)
      expect(records).toBeGreaterThan(10)
      expect(answered).toEqual(computed)
    },
  )

  test('an order of an open month is explained as its closing would decide', async () => {
    const { answered, computed, faults } = await answeredAndComputedPaths()
    expect(answered.flat().length).toBeGreaterThan(100)
    expect(answered).toEqual(computed)
    expect(faults).toEqual([])
  })

  test('a closed month shows its credits, and explains orders by its decisions', async () => {
    await closePeriod(service.core, OVER)
    const { answered, computed } = await answeredAndComputed(OVER)
    expect(answered).toEqual(computed)
    const paths = await answeredAndComputedPaths()
    expect(paths.answered).toEqual(paths.computed)
    expect(paths.faults).toEqual([])
  })

  test('C11.22 a closed month stays as it was closed; a cancelled order is marked, its reversal stands in the month of its cancelling', async () => {
    const { core, clock } = service
    const accrued = [...(await computedMonth(core, OVER)).records()].find(
      ({ type, partnerId }) => type === 'UCHAIN_INFINITY' && tokens.has(partnerId),
    )!
    const token = tokens.get(accrued.partnerId)!
    const infinityOf = async (month: string) => {
      const months = await service.get(token, '/v1/bonus/months?months=12')
      const found = months.find((each: { month: number }) => each.month === parseMonth(month))
      return found.kinds.find((kind: { bonusType: string }) => kind.bonusType === accrued.type)
    }
    const before = await infinityOf(OVER)
    await cancelOrder(core, accrued.orderId, 'returned')

    const { answered, computed } = await answeredAndComputed(OVER)
    expect(answered).toEqual(computed)
    const url = `/v1/bonus/infinity/history?bonusPeriod=${parseMonth(OVER)}&size=100`
    const { content } = await service.get(token, url)
    const marked = content.filter((row: { cancelledAt?: number }) => row.cancelledAt !== undefined)
    expect(marked).toMatchObject([{ orderId: accrued.orderId, cancelledAt: clock.now }])
    expect(await infinityOf(OVER)).toEqual(before)
    expect((await infinityOf(CURRENT)).amounts[accrued.currency]).toMatch(/^-/)
  })
})

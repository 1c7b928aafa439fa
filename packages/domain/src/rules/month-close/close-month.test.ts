import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import {
  add,
  compare,
  fraction,
  multiply,
  ONE,
  ratio,
  truncateToUnits,
  ZERO,
} from '../../fraction.ts'
import { decimalsOf } from '../../currency.ts'
import { DAY_MS } from '../../instant.ts'
import { coinUnits, eurCents } from '../../money.ts'
import { defaultPlan } from '../../testing/default-plan.ts'
import { NaiveMonth } from '../../testing/naive-month.ts'
import { PROPERTY_CASES } from '../../testing/property-cases.ts'
import {
  listedMonths,
  MONTH,
  monthQuestion,
  PLAIN_QUOTES,
  smallMonth,
  smallPlan,
  type ListedMonth,
} from '../../testing/random-months.ts'
import { closeMonth } from './close-month.ts'
import { poolVolume } from '../diamond-pools.ts'
import { valueOf } from './derivation.ts'
import { lateCorrections } from './late-corrections.ts'
import type { MonthClose, PeriodRecord } from './month-close.ts'
import { countsIn } from './month-facts.ts'

const runs = { numRuns: PROPERTY_CASES }
const textOf = (month: ListedMonth) => [...closeMonth(monthQuestion(month)).sealedText()].join('')

/** The way of an order up the sponsors. */
function stepsOf({ basis: { facts }, infinity }: MonthClose, order: number) {
  const { buyer, paidAt, cents } = facts.orders
  const sponsor = facts.partners.parent[buyer[order]!]!
  return infinity.stepsFrom(sponsor, { paidAt: paidAt[order]!, amount: eurCents(cents[order]!) })
}

/** Whether an order stands and was paid in the month, after the infinity bonus began. */
function paysInfinity({ basis }: MonthClose, order: number): boolean {
  const { facts, start, end, history } = basis
  const paidAt = facts.orders.paidAt[order]!
  const inForce = history.findLast((segment) => segment.start <= paidAt)
  if (inForce === undefined || !countsIn(facts.orders, order, start, end)) return false
  return paidAt >= inForce.version.plan.programmes.infinity.from
}

describe('closeMonth', () => {
  test('credits the bonuses of a small network in a month, in the order of the export', () => {
    // R: legs 1,300 / 200 / 100; at a hundredth of the targets that counts 550 toward RUBY's 1,000.
    const lines = textOf(smallMonth()).split('\n')
    expect(lines.filter((line) => line.startsWith('1,'))).toEqual([
      '1,BSP,0,0,BSP,5.00000000,1761955200000,2025-10',
      '1,CYCLED_TURBO,0,0,UPT,1000.00000000,1761955200000,2025-10',
      '1,UCHAIN_INFINITY,2,1,UCN,6.00000000,1761955200000,2025-10',
      '1,UCHAIN_INFINITY,2,1,UPT,3.00000000,1761955200000,2025-10',
      '1,UCHAIN_INFINITY,3,1,UCN,4.00000000,1761955200000,2025-10',
      '1,UCHAIN_INFINITY,3,1,UPT,2.00000000,1761955200000,2025-10',
      '1,UCHAIN_INFINITY,4,2,UCN,20.00000000,1761955200000,2025-10',
      '1,UCHAIN_INFINITY,4,2,UPT,10.00000000,1761955200000,2025-10',
      '1,UCHAIN_INFINITY,5,1,UCN,2.00000000,1761955200000,2025-10',
      '1,UCHAIN_INFINITY,5,1,UPT,1.00000000,1761955200000,2025-10',
      '1,WINNER,0,0,WIN,600.00000000,1761955200000,2025-10',
    ])
  })

  test.each([[['UPT', 'BSP']], [['BSP', 'UPT']]] as const)(
    'a bonus in several coins is listed by coin, however the plan lists them: %j',
    (listed) => {
      const plan = smallPlan()
      const currencies = listed.map((currency) => ({ currency, share: fraction('0.5') }))
      const programmes = {
        ...plan.programmes,
        cycledTurbo: { ...plan.programmes.cycledTurbo, currencies },
      }
      const month = smallMonth({ versions: [{ version: 1, plan: { ...plan, programmes } }] })
      const lines = textOf(month).split('\n')
      expect(lines.filter((line) => line.startsWith('1,CYCLED_TURBO'))).toEqual([
        '1,CYCLED_TURBO,0,0,BSP,250.00000000,1761955200000,2025-10',
        '1,CYCLED_TURBO,0,0,UPT,500.00000000,1761955200000,2025-10',
      ])
    },
  )

  test('the windows of cycled turbo are listed by amount, whichever window ended first', () => {
    const plan = smallPlan()
    const cycledTurbo = { ...plan.programmes.cycledTurbo, windowDays: 7 }
    const programmes = { ...plan.programmes, cycledTurbo }
    // Partner 1 has windows that end on days 6, 13 and 20 of the month.
    const orders = [150, 30, 90].map((euros, window) => {
      const [id, paidAt] = [window + 1, MONTH + (1 + 7 * window) * DAY_MS]
      return { id, partnerId: 2, paidAt, cents: euros * 100, fact: 100 + id, cancelledBy: 0 }
    })
    const month = smallMonth({ orders, versions: [{ version: 1, plan: { ...plan, programmes } }] })
    const records = [...closeMonth(monthQuestion(month)).records()]
    const windows = records.filter(({ type }) => type === 'CYCLED_TURBO')
    expect(windows.map(({ window, units }) => [window, units / 10n ** 8n])).toEqual([
      [58, 200n],
      [59, 600n],
      [57, 1_000n],
    ])
  })

  test('exactly the lowest target is enough', () => {
    const { orders, ...rest } = smallMonth()
    const exactly = orders.filter(({ id }) => id === 2).map((order) => ({ ...order, cents: 30_00 }))
    expect(textOf({ ...rest, orders: exactly })).toContain('1,WINNER,0,0,WIN,100.00000000')
  })

  test('a currency without a quote refuses the whole month', () => {
    const rates = PLAIN_QUOTES.filter(({ to }) => to !== 'UCN')
    expect(() => textOf(smallMonth({ rates }))).toThrow('not_found')
  })

  test('a month before the programmes began credits nothing and asks for no rates', () => {
    const versions = [{ version: 1, plan: defaultPlan() }]
    const question = monthQuestion(smallMonth({ month: Date.UTC(2024, 1), versions, rates: [] }))
    expect(closeMonth(question).size).toBe(0)
  })

  describe('C8 C11.5 an order pays infinity while the ancestor is active: from the own order on, until before the end', () => {
    const OWN_ORDER = MONTH + DAY_MS / 2
    const END = OWN_ORDER + 30 * DAY_MS
    const around = [OWN_ORDER - 1, OWN_ORDER, OWN_ORDER + 1, END - 1, END, END + 1]
    const paid = [101, 102, 103]
    /** Orders of partner 4 around the activity of partner 1. */
    const monthWith = (ids: readonly number[]): ListedMonth => {
      const { orders, ...rest } = smallMonth()
      const bought = around.map((paidAt, at) => {
        return { id: ids[at]!, partnerId: 4, paidAt, cents: 10_00, fact: 300 + at, cancelledBy: 0 }
      })
      // Orders are taken by their numbers: these come first.
      const [own, ...others] = orders.map((order) => ({ ...order, id: order.id + 200 }))
      return { ...rest, orders: [{ ...own!, paidAt: OWN_ORDER }, ...others, ...bought] }
    }

    test.each([
      ['by time', [100, 101, 102, 103, 104, 105]],
      ['against time', [104, 103, 102, 101, 100, 99]],
      ['with the end first', [104, 101, 102, 103, 99, 100]],
    ])('orders numbered %s', (_, ids) => {
      const month = monthWith(ids)
      const close = closeMonth(monthQuestion(month))
      const records = [...close.records()].filter(
        ({ type, partnerId, currency }) =>
          type === 'UCHAIN_INFINITY' && partnerId === 1 && currency === 'UPT',
      )
      const credited = records.map(({ orderId }) => orderId).filter((id) => id < 200)
      expect(credited).toEqual(paid)
      for (const [place, { id, partnerId }] of month.orders.entries()) {
        if (partnerId !== 4 || id > 200) continue
        const step = stepsOf(close, place).find((each) => each.partnerId === 1)
        expect([id, step?.reason]).toEqual([id, paid.includes(id) ? null : 'inactive'])
      }
    })
  })

  test.each([
    ['before the month', -1, false],
    ['at its first instant', 0, true],
    ['at its last instant', 31 * DAY_MS - 1, true],
    ['at the first instant after it', 31 * DAY_MS, false],
  ] as const)('an order paid %s: %s ms from its start', (_, after, pays) => {
    const { orders, ...rest } = smallMonth()
    const order = { id: 9, partnerId: 4, paidAt: MONTH + after, cents: 10_00, fact: 300 }
    const month = { ...rest, orders: [...orders, { ...order, cancelledBy: 0 }] }
    const close = closeMonth(monthQuestion(month))
    const paying: number[] = []
    close.infinity.forEachWay((each) => paying.push(each))
    expect(paying.includes(orders.length)).toBe(pays)
  })

  test('two plans in a month: each order pays the percent in force when it was paid', () => {
    const later = smallPlan({ validFrom: MONTH + 2 * DAY_MS })
    const { infinity } = later.programmes
    const rows = infinity.rows.map((row) => ({ ...row, percent: fraction(3) }))
    const plan = { ...later, programmes: { ...later.programmes, infinity: { ...infinity, rows } } }
    const { versions } = smallMonth()
    const text = textOf(smallMonth({ versions: [...versions, { version: 2, plan }] }))
    expect(text).toContain('1,UCHAIN_INFINITY,2,1,UPT,3.00000000')
    expect(text).toContain('1,UCHAIN_INFINITY,3,1,UPT,6.00000000')
  })
})

describe('closeMonth on random networks', () => {
  test('C4 to C7 pay the same as the rules for one partner and one order', () => {
    fc.assert(
      fc.property(listedMonths, (month) => {
        expect(textOf(month)).toBe(new NaiveMonth(month).text())
      }),
      runs,
    )
  }, 600_000)

  test('the order in which facts are listed does not matter', () => {
    fc.assert(
      fc.property(listedMonths, fc.infiniteStream(fc.nat()), (month, picks) => {
        const shuffled = {
          ...month,
          partners: shuffle(month.partners, picks),
          orders: shuffle(month.orders, picks),
          versions: month.versions.toReversed(),
          rates: month.rates.toReversed(),
        }
        expect(textOf(shuffled)).toBe(textOf(month))
      }),
      runs,
    )
  }, 600_000)

  test('the product of the factors of every record is its amount before the cut, and the cut drops less than a unit', () => {
    fc.assert(
      fc.property(listedMonths, (month) => {
        for (const record of closeMonth(monthQuestion(month)).records()) {
          const { derivation, orderAmount, beforeCut, units, currency } = record
          const value = valueOf(derivation.value, orderAmount)
          const part = multiply(value, derivation.share.share)
          expect(compare(multiply(part, derivation.rate?.rate ?? ONE), beforeCut)).toBe(0)
          expect(truncateToUnits(beforeCut, decimalsOf(currency))).toBe(units)
          expect(units > 0n).toBe(true)
        }
      }),
      runs,
    )
  }, 600_000)

  test('every order explains each ancestor as paid or not paid, and the shares equal the records', () => {
    fc.assert(
      fc.property(listedMonths, (month) => {
        const close = closeMonth(monthQuestion(month))
        const accruals = [...close.records()].filter(({ type }) => type === 'UCHAIN_INFINITY')
        const byOrder = Map.groupBy(accruals, ({ orderId }) => orderId)
        for (const [place, { id, cents }] of month.orders.entries()) {
          const steps = paysInfinity(close, place) ? stepsOf(close, place) : []
          const paid = steps.filter((step) => step.reason === null)
          const named = new Set(byOrder.get(id)?.map(({ partnerId }) => partnerId))
          const credits = paid.filter(({ eur }) => compare(eur, fraction('0.000001')) > 0)
          expect(new Set(credits.map(({ partnerId }) => partnerId))).toEqual(named)
          expect(steps.map(({ depth }) => depth)).toEqual(steps.map((_, index) => index + 1))
          for (const step of steps) expect(step.reason === null).toBe(step.share.num > 0n)
          // The sum of all shares is the highest percent among the paid ancestors.
          const highest = paid.at(-1)?.effective ?? ZERO
          const sum = paid.reduce((total, { share }) => add(total, share), ZERO)
          expect(compare(sum, highest)).toBe(0)
          expect(compare(sum, fraction(4)) <= 0).toBe(true)
          const eur = paid.reduce((total, step) => add(total, step.eur), ZERO)
          expect(compare(eur, multiply(ratio(BigInt(cents), 10_000n), highest))).toBe(0)
        }
      }),
      runs,
    )
  }, 600_000)

  test('C6 the shares of a pool never exceed it', () => {
    fc.assert(
      fc.property(listedMonths, (month) => {
        const records = [...closeMonth(monthQuestion(month)).records()]
        for (const [, members] of Map.groupBy(records, ({ pool }) => pool)) {
          const { value, rate } = members[0]!.derivation
          if (value.kind !== 'pool') continue
          expect(members.length).toBeLessThanOrEqual(value.achievers)
          const paid = members.reduce((sum, { units }) => sum + units, 0n)
          const whole = multiply(poolVolume(value.parts), rate!.rate)
          expect(paid <= truncateToUnits(whole, 6)).toBe(true)
        }
      }),
      runs,
    )
  }, 600_000)
})

describe('late corrections (C11.12)', () => {
  const PAID_AT = Date.UTC(2025, 11)
  const close = (month: ListedMonth) => [...closeMonth(monthQuestion(month)).records()]
  const late = (recomputed: PeriodRecord[], credited: PeriodRecord[]) => [
    ...lateCorrections({ recomputed, credited, paidAt: PAID_AT }),
  ]

  test('a month computed again from the same facts owes nothing', () => {
    expect(late(close(smallMonth()), close(smallMonth()))).toEqual([])
  })

  test('a late order pays its own accruals and the extra value of higher rows', () => {
    const { orders, ...rest } = smallMonth()
    const before = close({ ...rest, orders: orders.filter(({ id }) => id !== 4) })
    const corrections = late(close(smallMonth()), before)
    expect(
      corrections.map(({ type, orderId, currency, units }) => [type, orderId, currency, units]),
    ).toContainEqual(['UCHAIN_INFINITY', 4, 'UPT', 10_00000000n])
    for (const { paidAt, period, units } of corrections) {
      expect([paidAt, period, units > 0n]).toEqual([PAID_AT, '2025-10', true])
    }
  })

  test('nothing is taken back, and amounts reversed or corrected before count as credited', () => {
    const records = close(smallMonth())
    const twice = records.flatMap((record) => [record, { ...record, units: coinUnits(5n) }])
    expect(late(records, twice)).toEqual([])
    const reversed = records.flatMap((record) => [
      record,
      { ...record, units: coinUnits(-record.units) },
    ])
    const owed = late(records, reversed)
    expect(owed.map(({ units }) => units)).toEqual(records.map(({ units }) => units))
    expect(owed[0]!.creditedBefore).toBe(0n)
  })

  test('credits or records that are not sorted by partner are refused', () => {
    const records = close(smallMonth())
    const unsorted = [...records, records[0]!]
    expect(() => late(records, unsorted)).toThrow('Credits must stand by partner id')
    expect(() => late(records, unsorted.toReversed())).toThrow(RangeError)
    expect(() => late(unsorted, records)).toThrow('Records must stand by partner id')
  })

  test('with late orders each partner has at least the credits of the same orders in time', () => {
    const isLate = (id: number) => id % 3 === 0
    fc.assert(
      fc.property(listedMonths, (month) => {
        const early = { ...month, orders: month.orders.filter(({ id }) => !isLate(id)) }
        const inTime = close(month)
        const first = close(early)
        const corrections = late(inTime, first)
        const sums = new Map<string, bigint>()
        const keyOf = ({ partnerId, type, orderId, level, currency, pool, window }: PeriodRecord) =>
          [partnerId, type, orderId, level, currency, pool, window].join()
        for (const record of [...first, ...corrections]) {
          sums.set(keyOf(record), (sums.get(keyOf(record)) ?? 0n) + record.units)
        }
        const firstSums = new Map(first.map((record) => [keyOf(record), record.units]))
        for (const record of inTime) {
          const before = firstSums.get(keyOf(record)) ?? 0n
          expect(sums.get(keyOf(record))).toBe(before > record.units ? before : record.units)
        }
      }),
      runs,
    )
  }, 600_000)
})

function shuffle<T>(list: readonly T[], picks: Iterator<number>): T[] {
  const keyed = list.map((item) => ({ item, key: picks.next().value as number }))
  return keyed.sort((a, b) => a.key - b.key).map(({ item }) => item)
}

test('amounts beyond the precision of a double are exact', () => {
  const { orders, ...rest } = smallMonth()
  const cents = 80_000_000_000_001
  const huge = { id: 9, partnerId: 4, paidAt: MONTH + DAY_MS, cents, fact: 200, cancelledBy: 0 }
  const records = closeMonth(monthQuestion({ ...rest, orders: [...orders, huge] })).records()
  const accrual = [...records].find(({ orderId, currency }) => orderId === 9 && currency === 'UCN')!
  // A percent of it, half of that, four coins a EUR.
  expect(accrual.units).toBe((BigInt(cents) * 2n * 10n ** 8n) / 10_000n)
  expect(accrual.orderAmount).toBe(eurCents(cents))
})

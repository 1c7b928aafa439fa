import { describe, expect, test } from 'vitest'

import { changingPlans } from './changing-plans.ts'
import { compareCsv } from './compare.ts'
import { compute, type Input, type Result, type Step } from './compute.ts'
import { units } from './decimal.ts'
import type { OrderRow } from './network.ts'
import { defaultPlan, type Currency } from './plan.ts'
import { randomMonths } from './random-months.ts'
import { SHAPES } from './random-network.ts'
import { TYPES } from './records.ts'

const NOW = 1763000000000
const DAY = 86_400_000
const APRIL = Date.UTC(2025, 3, 10)
const MAY = Date.UTC(2025, 4, 10)
const JUNE = Date.UTC(2025, 5, 1)

type People = Record<number, number | null>
/** 9 at the top with three legs, 1 to 3; below 3 somebody more. */
const THREE: People = { 9: null, 1: 9, 2: 9, 3: 9, 4: 3 }

let lastOrder = 0

function join(sponsors: People, registeredAt = 0): Step {
  const rows = Object.entries(sponsors).map(([id, sponsorId]) => ({
    id: Number(id),
    sponsorId,
    registeredAt,
  }))
  return { kind: 'importPartners', rows }
}

function order(partnerId: number, amount: string, paidAt = MAY): OrderRow {
  lastOrder += 1
  return { orderId: lastOrder, partnerId, amount, paidAt }
}

function file(...rows: OrderRow[]): Step {
  return { kind: 'importOrders', rows }
}

/** Partners 1, 2 and 3 buy so much. */
function legs(amounts: readonly string[], paidAt = MAY): Step {
  return file(...amounts.map((amount, i) => order(i + 1, amount, paidAt)))
}

function rate(to: Currency, value: string): Step {
  return { kind: 'rates', rates: [{ from: 'EUR', to, rate: value }], at: NOW }
}

function close(month = '2025-05'): Step {
  return { kind: 'close', month, at: NOW }
}

function after(steps: Step[], more: Partial<Input> = {}): Result {
  return compute({ plan: defaultPlan(), steps, now: NOW, ...more })
}

/** What comes behind the type, of one partner, in the order of the export. */
function credits(result: Result, type: string, partnerId = 9): string[] {
  const start = `${partnerId},${type},`
  return result.bonuses
    .split('\n')
    .filter((line) => line.startsWith(start))
    .map((line) => line.slice(start.length))
}

const DIAMOND = legs(['250000', '150000', '100000'], APRIL)
const ULTIMA_DIAMOND = legs(['500000', '300000', '200000'], APRIL)

describe('infinity (C4)', () => {
  const people = join({ ...THREE, 5: 4, 6: 5 })
  const active = file(order(9, '50'))

  test('example 1: a RUBY partner who has not reached the own row earns by the row below', () => {
    const ruby = legs(['50000', '30000', '20000'], APRIL)
    const month = legs(['8000', '4000', '1500'])
    const result = after([people, ruby, active, month, close()])
    const mine = credits(result, 'UCHAIN_INFINITY')
    expect(mine).toHaveLength(6)
    // 1 % of 8,000 is 80 EUR: half of it in UCN at 4, half in UPT at 2.
    expect(mine[0]).toMatch(/^\d+,1,UCN,160\.00000000,1748736000000,2025-05$/)
    expect(mine[1]).toMatch(/^\d+,1,UPT,80\.00000000,1748736000000,2025-05$/)
  })

  test('example 2: each ancestor gets what is more than was paid below', () => {
    // 30 has SAPPHIRE and reached its row, 20 above has RUBY; 10 has SAPPHIRE as well, 40 nothing.
    const line: People = { 10: null, 20: 10, 30: 20, 40: 30, 50: 40 }
    const sides: People = { 21: 20, 22: 20, 31: 30, 32: 30 }
    const buy = (amounts: Record<number, string>, paidAt: number) =>
      file(...Object.entries(amounts).map(([id, amount]) => order(Number(id), amount, paidAt)))
    const result = after([
      join({ ...line, ...sides }),
      buy({ 50: '30000', 31: '30000', 32: '30000', 21: '60000', 22: '60000' }, APRIL),
      buy({ 10: '50', 20: '50', 30: '50' }, MAY - 1),
      buy({ 31: '2000', 32: '2000', 40: '2000', 21: '6000', 22: '6000' }, MAY),
      file(order(50, '1000', MAY + 1)),
      close(),
    ])
    const ofLast = result.records.filter(
      ({ orderId, type }) => type === 'UCHAIN_INFINITY' && orderId === lastOrder,
    )
    expect(
      ofLast.map(({ partnerId, level, currency, amount }) => [partnerId, level, currency, amount]),
    ).toEqual([
      [20, 3, 'UCN', 10_00000000n],
      [20, 3, 'UPT', 5_00000000n],
      [30, 2, 'UCN', 20_00000000n],
      [30, 2, 'UPT', 10_00000000n],
    ])
  })

  test('an ancestor who is blocked or not active earns nothing, whoever is above earns it', () => {
    const diamond = [people, DIAMOND, legs(['40000', '20000', '20000'])]
    expect(credits(after([...diamond, close()]), 'UCHAIN_INFINITY')).toEqual([])
    const blocked: Step = { kind: 'block', partnerId: 9 }
    expect(credits(after([...diamond, active, blocked, close()]), 'UCHAIN_INFINITY')).toEqual([])
    expect(credits(after([...diamond, active, close()]), 'UCHAIN_INFINITY')).not.toEqual([])
  })

  test('a cancelled order takes its accruals back, with the columns they had', () => {
    const buys = file(order(4, '1000'))
    const cancel: Step = { kind: 'cancel', orderId: lastOrder, at: NOW }
    const steps = [
      people,
      DIAMOND,
      active,
      legs(['40000', '20000', '20000']),
      buys,
      close(),
      cancel,
    ]
    const mine = credits(after(steps), 'UCHAIN_INFINITY').filter((row) =>
      row.startsWith(`${cancel.orderId},`),
    )
    expect(mine).toEqual([
      `${cancel.orderId},2,UCN,50.00000000,${JUNE},2025-05`,
      `${cancel.orderId},2,UCN,-50.00000000,${NOW},2025-05`,
      `${cancel.orderId},2,UPT,25.00000000,${JUNE},2025-05`,
      `${cancel.orderId},2,UPT,-25.00000000,${NOW},2025-05`,
    ])
  })
})

describe('checkpoint programmes (C5)', () => {
  const people = join(THREE)

  test('diamond, example 1: a thousand short of the target pays nothing', () => {
    const result = after([people, DIAMOND, legs(['40000', '20000', '9000']), close()])
    expect(credits(result, 'DIAMOND')).toEqual([])
  })

  test('diamond, example 2: the highest row achieved pays a percent of its own target', () => {
    const result = after([people, ULTIMA_DIAMOND, legs(['70000', '40000', '25000']), close()])
    expect(credits(result, 'DIAMOND')).toEqual([`0,0,UPT,2000.00000000,${JUNE},2025-05`])
  })

  test('winner, example 1: the first line alone counts, one leg may carry it', () => {
    const result = after([people, legs(['2500', '1800']), file(order(4, '9000')), close()])
    expect(credits(result, 'WINNER')).toEqual([`0,0,WIN,100.00000000,${JUNE},2025-05`])
  })

  test('winner, example 2: all checkpoints achieved pay the highest, not their sum', () => {
    const result = after([people, rate('WIN', '7'), legs(['12000']), close()])
    expect(credits(result, 'WINNER')).toEqual([`0,0,WIN,600.00000000,${JUNE},2025-05`])
  })

  test('bsp, example 1 and 2', () => {
    const one = after([people, legs(['2000', '1500', '400']), close()])
    expect(credits(one, 'BSP')).toEqual([`0,0,BSP,40.00000000,${JUNE},2025-05`])
    const two = after([people, legs(['6000', '3500', '2000']), close()])
    expect(credits(two, 'BSP')).toEqual([`0,0,BSP,500.00000000,${JUNE},2025-05`])
  })

  test('bsp counts the second line as well, converted at the rate of the close', () => {
    const steps = [
      people,
      legs(['2000', '1500']),
      file(order(4, '400')),
      rate('BSP', '0.333333333'),
    ]
    expect(credits(after([...steps, close()]), 'BSP')).toEqual([
      `0,0,BSP,13.33333332,${JUNE},2025-05`,
    ])
  })

  test('turbo: windows of 30 days from the day of registration, one record each', () => {
    // Windows end on 2025-05-01, 2025-05-31 and 2025-06-30.
    const registeredAt = Date.UTC(2025, 3, 1, 17)
    const inWindow = (day: number, amount: string) => order(1, amount, Date.UTC(2025, 4, day))
    const steps = [
      join(THREE, registeredAt),
      file(order(1, '3000', APRIL), inWindow(1, '7400'), inWindow(31, '21000')),
      close(),
      close('2025-06'),
    ]
    expect(credits(after(steps), 'CYCLED_TURBO')).toEqual([
      `0,0,UPT,400.00000000,${JUNE},2025-05`,
      `0,0,UPT,1000.00000000,${Date.UTC(2025, 6, 1)},2025-06`,
    ])
    // The first window's last millisecond lies in April.
    expect(credits(after([...steps, close('2025-04')]), 'CYCLED_TURBO')).toHaveLength(3)
  })
})

describe('diamond pools (C6)', () => {
  test('the month’s orders of everybody are shared among those who achieved the checkpoint', () => {
    const people = join({ ...THREE, 8: null, 7: 8 })
    const month = legs(['70000', '40000', '25000'])
    const steps = [people, ULTIMA_DIAMOND, month, file(order(7, '865000')), close()]
    // 1,000,000 in all, and 9 alone in pools 1 and 2: 10,000 and 7,000 EUR.
    expect(credits(after(steps), 'DIAMOND_POOL')).toEqual([
      `0,0,ULTIMA,1.40000000,${JUNE},2025-05`,
      `0,0,ULTIMA,2.00000000,${JUNE},2025-05`,
    ])
  })

  test('example 2: the share is cut to 6 decimals', () => {
    const tops = [100, 200, 300, 400, 500, 600, 700]
    const tree: People = {}
    const before: OrderRow[] = []
    const month: OrderRow[] = []
    for (const top of tops) {
      tree[top] = null
      const shares: [number, string, string][] = [
        [1, '250000', '25000'],
        [2, '150000', '15000'],
        [3, '100000', '2857.14'],
      ]
      for (const [leg, rank, share] of shares) {
        tree[top + leg] = top
        before.push(order(top + leg, rank, APRIL), order(top + leg, share))
      }
      before.push(order(top + 3, '7142.86'))
      month.push(order(top, '0.01', MAY))
    }
    const volume = 7 * 50_000.01
    const result = after([join(tree), file(...before, ...month), close()])
    const share = Math.floor(((volume * 0.01) / 7) * 0.0002 * 1e6) / 1e6
    for (const top of tops) {
      expect(credits(result, 'DIAMOND_POOL', top)).toEqual([
        `0,0,ULTIMA,${share.toFixed(8)},${JUNE},2025-05`,
      ])
    }
  })
})

describe('lifestyle (C7)', () => {
  test('example 1: the highest row that is reachable and reached', () => {
    const emerald = legs(['125000', '75000', '50000'], APRIL)
    const steps = [join(THREE), emerald, legs(['30000', '12000', '6000']), close()]
    expect(credits(after(steps), 'LIFESTYLE')).toEqual([`0,0,UPT,400.00000000,${JUNE},2025-05`])
  })

  test('example 2: a SAPPHIRE partner reaches nothing', () => {
    const sapphire = legs(['25000', '15000', '10000'], APRIL)
    const steps = [join(THREE), sapphire, legs(['15000', '9000', '6000']), close()]
    expect(credits(after(steps), 'LIFESTYLE')).toEqual([])
  })
})

describe('closing (C11)', () => {
  const people = join(THREE)
  const diamondMonth = legs(['25000', '15000', '10000'])

  test('the rank is that of the month’s end, whenever its orders arrived', () => {
    const late = legs(['250000', '150000', '100000'], JUNE)
    const before = legs(['250000', '150000', '100000'], JUNE - 1)
    expect(credits(after([people, diamondMonth, late, close()]), 'DIAMOND')).toEqual([])
    expect(credits(after([people, diamondMonth, before, close()]), 'DIAMOND')).toHaveLength(1)
  })

  test('a rank reached by an order that was cancelled is kept (C11.14)', () => {
    const last = order(3, '100000', APRIL)
    const ranked = file(order(1, '250000', APRIL), order(2, '150000', APRIL), last)
    const cancel: Step = { kind: 'cancel', orderId: last.orderId, at: NOW }
    const steps = [people, ranked, cancel, diamondMonth, close()]
    expect(credits(after(steps), 'DIAMOND')).toHaveLength(1)
    const plan = { ...defaultPlan(), ranksAreKept: false }
    expect(credits(after(steps, { plan }), 'DIAMOND')).toEqual([])
  })

  test('a late order is made good with the next close, at the month’s own rate (C11.12)', () => {
    const steps = [
      people,
      legs(['2000']),
      close(),
      rate('UPT', '9'),
      rate('BSP', '9'),
      file(order(2, '4000'), order(3, '8000')),
    ]
    expect(credits(after([...steps, close()]), 'WINNER')).toEqual([])
    const result = after([...steps, close('2025-06')])
    const july = Date.UTC(2025, 6, 1)
    expect(credits(result, 'WINNER')).toEqual([`0,0,WIN,600.00000000,${july},2025-05`])
    expect(credits(result, 'BSP')).toEqual([`0,0,BSP,500.00000000,${july},2025-05`])
  })

  test('a correction is what is more than was credited so far, and nothing is taken back', () => {
    const first = order(1, '3000')
    const cancel: Step = { kind: 'cancel', orderId: first.orderId, at: NOW }
    const steps = [people, file(first), close(), file(order(2, '3000')), close('2025-06')]
    const july = Date.UTC(2025, 6, 1)
    expect(credits(after(steps), 'WINNER')).toEqual([
      `0,0,WIN,100.00000000,${JUNE},2025-05`,
      `0,0,WIN,150.00000000,${july},2025-05`,
    ])
    const again = [...steps, cancel, file(order(2, '10')), close('2025-07')]
    expect(credits(after(again), 'WINNER')).toHaveLength(2)
  })

  test('a later month that is closed already is not computed again for an earlier one', () => {
    const steps = [people, legs(['2000']), close('2025-06'), file(order(2, '3000', JUNE)), close()]
    expect(credits(after(steps), 'WINNER')).toEqual([])
  })

  test('a month that is not over is refused', () => {
    const early: Step = { kind: 'close', month: '2025-05', at: JUNE - 1 }
    expect(() => after([people, early])).toThrow('not over')
  })

  test('infinity takes an order’s percent from the plan it was paid under, checkpoints from the month’s last', () => {
    const plan = { ...structuredClone(defaultPlan()), validFrom: MAY }
    plan.programmes.infinity.rows[3]!.percent = '3.5'
    plan.programmes.diamond.rows[0]!.percent = '2'
    const steps = [people, DIAMOND, file(order(9, '50', MAY - DAY))]
    const months = [legs(['25000', '15000', '10000'], MAY - 1), file(order(1, '100', MAY)), close()]
    const result = after([...steps, ...months], { laterPlans: [plan] })
    expect(credits(result, 'DIAMOND')).toEqual([`0,0,UPT,2000.00000000,${JUNE},2025-05`])
    const percents = credits(result, 'UCHAIN_INFINITY').filter((row) => row.includes('UPT'))
    expect(percents.map((row) => row.split(',')[3])).toEqual([
      '625.00000000',
      '375.00000000',
      '250.00000000',
      '3.50000000',
    ])
  })
})

describe.each(SHAPES)('a random half year, %s', (shape) => {
  const scenario = randomMonths({ seed: 5, partners: 30, shape, oddRates: true })
  const closes = scenario.steps.filter(({ kind }) => kind === 'close')
  const others = scenario.steps.filter(({ kind }) => kind !== 'close')

  test('closing months in another order credits the same', () => {
    const one = compute({ ...scenario, steps: [...others, ...closes] })
    const two = compute({ ...scenario, steps: [...others, ...closes.toReversed()] })
    expect(compareCsv(one.bonuses, two.bonuses)).toEqual([])
  })

  test('the short cuts in testing ranks change nothing while plans change', () => {
    const changing = { ...scenario, laterPlans: changingPlans() }
    const slow = compute({ ...changing, everyTime: true })
    expect(compareCsv(slow.bonuses, compute(changing).bonuses)).toEqual([])
  })

  test('infinity pays at most 4 percent of an order', () => {
    // Not where a correction pays what somebody else has been credited before.
    const known = others.filter(({ kind }) => kind !== 'rates')
    const steps = [rate('UPT', '1'), rate('UCN', '1'), ...known, ...closes]
    const sums = new Map<number, bigint>()
    for (const { type, orderId, amount } of compute({ ...scenario, steps }).records) {
      if (type !== 'UCHAIN_INFINITY' || amount < 0n) continue
      sums.set(orderId, (sums.get(orderId) ?? 0n) + amount)
    }
    const orders = others.flatMap((step) => (step.kind === 'importOrders' ? step.rows : []))
    for (const { orderId, amount } of orders) {
      expect((sums.get(orderId) ?? 0n) * 100n <= units(amount, 8) * 4n).toBe(true)
    }
  })
})

test('half years reach every programme, on the way and too late, and lose some of it', () => {
  const records = SHAPES.flatMap(
    (shape) => compute(randomMonths({ seed: 1, partners: 40, shape })).records,
  )
  expect(new Set(records.map(({ type }) => type))).toEqual(new Set(TYPES))
  expect(records.some(({ period, amount }) => period !== '' && amount < 0n)).toBe(true)
})

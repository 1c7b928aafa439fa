import { describe, expect, test } from 'vitest'

import { compute, type Input, type Result, type Step } from './compute.ts'
import { cut, fraction, roundHalfUp, times, units, written } from './decimal.ts'
import type { OrderRow } from './network.ts'
import { defaultPlan, SWITCH } from './plan.ts'
import { euroText, fiftyPercentRule, fine, progressOf, targetOf } from './rank-rule.ts'

const NOW = 1763000000000
const DAY = 86_400_000
const MAY = Date.UTC(2025, 4, 1, 10)

type People = Record<number, number | null>

function join(sponsors: People): Step {
  const rows = Object.entries(sponsors).map(([id, sponsorId]) => ({
    id: Number(id),
    sponsorId,
    registeredAt: 0,
  }))
  return { kind: 'importPartners', rows }
}

function order(orderId: number, partnerId: number, amount: string, paidAt = MAY): OrderRow {
  return { orderId, partnerId, amount, paidAt }
}

function file(...rows: OrderRow[]): Step {
  return { kind: 'importOrders', rows }
}

function rate(value: string): Step {
  return { kind: 'rates', rates: [{ from: 'EUR', to: 'UPT', rate: value }], at: NOW }
}

function after(steps: Step[], change: Partial<Input['plan']> = {}): Result {
  return compute({ plan: { ...defaultPlan(), ...change }, steps, now: NOW })
}

function linesOf(text: string): string[] {
  return text.trimEnd().split('\n').slice(1)
}

function row(text: string, partnerId: number): string | undefined {
  return linesOf(text).find((line) => line.startsWith(`${partnerId},`))
}

function bonuses(result: Result, type: string): string[] {
  return linesOf(result.bonuses).filter((line) => line.split(',')[1] === type)
}

/** 1 at the top, each the sponsor of the next. */
function lineOf(length: number): People {
  const people: People = { 1: null }
  for (let id = 2; id <= length; id++) people[id] = id - 1
  return people
}

function counts(euros: string[], target: string, percents: string[] | null, rule = 'ranked') {
  const legs = euros.map((euro, i) => ({ id: i + 1, turnover: fine(euro) }))
  const asked = targetOf(target, percents)
  return fiftyPercentRule(legs, asked, rule === 'ranked' ? 'ranked' : 'sequential')
}

describe('figures (C0)', () => {
  const people = join({ 1: null, 2: 1, 3: 1, 4: 2 })
  const orders = file(order(1, 2, '500'), order(2, 3, '300'), order(3, 4, '200'))

  test('turnover and size of the first line and of everybody below', () => {
    const { figures } = after([people, orders])
    expect(figures.split('\n')[0]).toBe(
      'partnerId,ownTurnover,flSize,flTurnover,teamSize,teamTurnover,activeUntil',
    )
    expect(row(figures, 1)).toBe('1,0.00,2,800.00,3,1000.00,')
    expect(row(figures, 2)).toBe(`2,500.00,1,200.00,1,200.00,${MAY + 30 * DAY}`)
  })

  test('an order of the second line leaves the first line as it is', () => {
    const { figures } = after([people, orders, file(order(4, 4, '50'))])
    expect(row(figures, 1)).toBe('1,0.00,2,800.00,3,1050.00,')
    expect(row(figures, 2)).toBe(`2,500.00,1,250.00,1,250.00,${MAY + 30 * DAY}`)
  })

  test('a cancelled order counts nowhere', () => {
    const cancel: Step = { kind: 'cancel', orderId: 1, at: NOW }
    const { figures } = after([people, orders, cancel])
    expect(row(figures, 1)).toBe('1,0.00,2,300.00,3,500.00,')
    expect(row(figures, 2)).toBe('2,0.00,1,200.00,1,200.00,')
  })
})

describe('the 50% rule (C1)', () => {
  test('example 1: caps are half and 30 percent, a leg exactly at its cap is qualified', () => {
    const legs = ['60000', '30000', '8000', '4000']
    const ruby = counts(legs, '100000', ['0.5', '0.3'])
    expect(ruby.legs.map((leg) => [leg.qualified, euroText(leg.turnoverQualified)])).toEqual([
      [true, '50000.00'],
      [true, '30000.00'],
      [false, '8000.00'],
      [false, '4000.00'],
    ])
    expect(ruby.legs.map((leg) => [leg.leg, leg.percent])).toEqual([
      [1, '0.5'],
      [2, '0.3'],
      [null, null],
      [null, null],
    ])
    expect(euroText(ruby.total)).toBe('102000.00')
    expect(euroText(ruby.counting)).toBe('92000.00')
    expect(progressOf(ruby.counting, fine('100000'))).toBe(92)
    expect(ruby.reached).toBe(false)
    const sapphire = counts(legs, '50000', ['0.5', '0.3'])
    expect(euroText(sapphire.counting)).toBe('52000.00')
    expect(sapphire.reached).toBe(true)
  })

  test('example 1 as an export: SAPPHIRE now, counted against RUBY', () => {
    const { ranks } = after([
      join({ 9: null, 1: 9, 2: 9, 3: 9, 4: 9 }),
      file(order(1, 1, '60000'), order(2, 2, '30000'), order(3, 3, '8000'), order(4, 4, '4000')),
    ])
    expect(ranks.split('\n')[0]).toBe(
      'partnerId,rankId,rankCode,totalTurnover,countingTurnover,targetTurnover,progress',
    )
    expect(row(ranks, 9)).toBe('9,6,SAPPHIRE,102000.00,92000.00,100000.00,92')
  })

  test('example 2: the second leg may qualify while the first does not', () => {
    const before = counts(['45000', '40000', '10000', '5000'], '100000', null)
    expect(before.legs.map((leg) => leg.qualified)).toEqual([false, true, false, false])
    expect(euroText(before.counting)).toBe('90000.00')
    const grown = counts(['50000', '40000', '10000', '5000'], '100000', null)
    expect(euroText(grown.counting)).toBe('95000.00')
  })

  test('sequential: a leg opens only when the one before has qualified', () => {
    const before = counts(['45000', '40000', '10000', '5000'], '100000', null, 'sequential')
    expect(euroText(before.counting)).toBe('100000.00')
    const grown = counts(['50000', '40000', '10000', '5000'], '100000', null, 'sequential')
    expect(euroText(grown.counting)).toBe('95000.00')
    expect(grown.legs.map((leg) => leg.leg)).toEqual([1, 2, null, null])
  })

  test('without a target no leg is capped and the rank is reached', () => {
    const free = counts(['10', '5'], '0', ['1'])
    expect(euroText(free.counting)).toBe('15.00')
    expect(free.reached).toBe(true)
    expect(progressOf(free.counting, 0n)).toBe(0)
  })

  test('progress is cut down to a whole percent', () => {
    expect(progressOf(fine('4999.99'), fine('5000'))).toBe(99)
    expect(progressOf(fine('5000'), fine('5000'))).toBe(100)
    expect(progressOf(fine('9000'), fine('5000'))).toBe(100)
  })

  test('an amount has 2 decimals, more only where a cap falls below a cent', () => {
    expect(euroText(counts(['10', '10'], '0.01', ['0.5', '0.3']).counting)).toBe('0.008')
    expect(euroText(fine('0.1'))).toBe('0.10')
  })

  test('equal legs are taken by the lower id', () => {
    const legs = [7, 3].map((id) => ({ id, turnover: fine('100') }))
    const result = fiftyPercentRule(legs, targetOf('100', null), 'ranked')
    expect(result.legs.map((leg) => leg.id)).toEqual([3, 7])
  })

  test('own turnover counts outside the legs when the plan says so (C11.19)', () => {
    const steps = [join({ 1: null, 2: 1 }), file(order(1, 1, '5000'), order(2, 2, '3000'))]
    expect(row(after(steps).ranks, 1)).toBe('1,2,AMBER,3000.00,2500.00,5000.00,50')
    expect(row(after(steps, { countOwnTurnover: true }).ranks, 1)).toBe(
      '1,3,JADE,8000.00,8000.00,10000.00,80',
    )
  })

  test('the top rank is counted against itself', () => {
    const { ranks } = after([
      join({ 9: null, 1: 9, 2: 9, 3: 9 }),
      file(order(1, 1, '9000000'), order(2, 2, '9000000'), order(3, 3, '9000000')),
    ])
    expect(row(ranks, 9)).toBe('9,12,TRIPLE_ULTIMA_DIAMOND,27000000.00,13000000.00,5000000.00,100')
  })
})

describe('the turnover bonus (C2)', () => {
  const people = join({ 9: null, 1: 9, 2: 9, 3: 9 })
  const topaz = file(order(1, 1, '50000'), order(2, 2, '30000'), order(3, 3, '5000'))

  test('example 1: TOPAZ reaches RUBY with one order, two records', () => {
    const result = after([people, topaz, rate('2.5'), file(order(4, 3, '15000', MAY + 5))])
    expect(bonuses(result, 'TURNOVER')).toEqual([
      `9,TURNOVER,0,0,UPT,200.00000000,${MAY},`,
      `9,TURNOVER,0,0,UPT,400.00000000,${MAY},`,
      `9,TURNOVER,0,0,UPT,1000.00000000,${MAY},`,
      `9,TURNOVER,0,0,UPT,2500.00000000,${MAY + 5},`,
      `9,TURNOVER,0,0,UPT,6250.00000000,${MAY + 5},`,
    ])
    expect(row(result.ranks, 9)).toBe('9,7,RUBY,100000.00,100000.00,250000.00,40')
  })

  test('example 2: coins are cut to 8 decimals', () => {
    const result = after([
      people,
      rate('0.333333333'),
      file(order(1, 1, '2500'), order(2, 2, '1500'), order(3, 3, '1000')),
    ])
    expect(bonuses(result, 'TURNOVER')).toEqual([`9,TURNOVER,0,0,UPT,33.33333330,${MAY},`])
  })

  test('a cent below the target reaches nothing', () => {
    const rule = after([
      people,
      file(order(1, 1, '2500'), order(2, 2, '1500'), order(3, 3, '999.99')),
    ])
    expect(bonuses(rule, 'TURNOVER')).toEqual([])
    expect(row(rule.ranks, 9)).toBe('9,2,AMBER,4999.99,4999.99,5000.00,99')
  })

  test('an order taken back and paid again credits no rank twice', () => {
    const steps: Step[] = [
      people,
      topaz,
      { kind: 'cancel', orderId: 3, at: NOW },
      file(order(4, 3, '5000', MAY + 1)),
    ]
    for (const ranksAreKept of [true, false]) {
      expect(bonuses(after(steps, { ranksAreKept }), 'TURNOVER')).toHaveLength(3)
    }
  })

  test('a rank stays when its order is cancelled, unless ranks are not kept', () => {
    const steps: Step[] = [people, topaz, { kind: 'cancel', orderId: 3, at: NOW }]
    expect(row(after(steps).ranks, 9)).toBe('9,5,TOPAZ,80000.00,40000.00,50000.00,80')
    expect(row(after(steps, { ranksAreKept: false }).ranks, 9)).toBe(
      '9,2,AMBER,80000.00,4000.00,5000.00,80',
    )
  })

  test('a rank whose bonus is cut to nothing counts as credited (C11.6)', () => {
    const jade = file(order(1, 1, '2500'), order(2, 2, '1500'), order(3, 3, '1000'))
    const result = after([people, rate('0.00000000001'), jade, rate('2'), file(order(4, 3, '1'))])
    expect(bonuses(result, 'TURNOVER')).toEqual([])
    expect(row(result.ranks, 9)).toMatch(/^9,3,JADE,/)
  })

  test('a blocked partner is credited all the same (C11.13)', () => {
    const result = after([people, { kind: 'block', partnerId: 9 }, topaz])
    expect(bonuses(result, 'TURNOVER')).toHaveLength(3)
    expect(bonuses(result, 'DIRECT')).toEqual([])
  })

  test('orders of a file are taken by paidAt, then orderId, whatever their order', () => {
    const orders = [
      order(12, 1, '2500', MAY),
      order(11, 2, '1500', MAY + 2),
      order(10, 3, '1000', MAY + 1),
    ]
    for (const list of [orders, orders.toReversed()]) {
      expect(bonuses(after([people, file(...list)]), 'TURNOVER')).toEqual([
        `9,TURNOVER,0,0,UPT,200.00000000,${MAY + 2},`,
      ])
    }
  })

  test('a late order reaches a rank when it arrives, with its own paidAt', () => {
    const result = after([
      people,
      file(order(1, 1, '2500'), order(2, 2, '1500')),
      file(order(3, 3, '1000', MAY - DAY)),
    ])
    expect(bonuses(result, 'TURNOVER')).toEqual([`9,TURNOVER,0,0,UPT,200.00000000,${MAY - DAY},`])
  })

  test('sequential: ranks are tested after each order of a file (D-147)', () => {
    // 45 / 40 / 15 thousand reach RUBY; with the first leg grown to 50 they no longer do.
    const orders = file(
      order(1, 1, '45000'),
      order(2, 2, '40000'),
      order(3, 3, '15000'),
      order(4, 1, '5000'),
    )
    const result = after([people, orders], { legRule: 'sequential' })
    expect(row(result.ranks, 9)).toBe('9,7,RUBY,105000.00,105000.00,250000.00,42')
    expect(bonuses(result, 'TURNOVER').at(-1)).toBe(`9,TURNOVER,0,0,UPT,5000.00000000,${MAY},`)
  })
})

/** Everybody above the buyer 17 but some buys a day before t. */
function everybodyBuys(t: number, except: number[] = []): OrderRow[] {
  return Array.from({ length: 16 }, (_, i) => i + 1)
    .filter((id) => !except.includes(id))
    .map((id) => order(100 + id, id, '50', t - DAY))
}

/** Level and coins of an order's records, by level. */
function ofOrder(result: Result, orderId: number): [number, string][] {
  return result.records
    .filter((record) => record.orderId === orderId)
    .map((record): [number, string] => [record.level, written(record.amount, 8)])
    .sort((a, b) => a[0] - b[0])
}

describe('direct and team (C3)', () => {
  const people = join(lineOf(17))

  test('example 1: before the switch, all ancestors active', () => {
    const paidAt = Date.UTC(2025, 9, 1)
    const result = after([people, file(...everybodyBuys(paidAt), order(1, 17, '1000', paidAt))])
    const amounts = ofOrder(result, 1)
    expect(amounts.map(([level]) => level)).toEqual(Array.from({ length: 15 }, (_, i) => i + 1))
    expect(amounts.slice(0, 6).map(([, amount]) => amount)).toEqual([
      '800.00000000',
      '140.00000000',
      '100.00000000',
      '60.00000000',
      '60.00000000',
      '20.00000000',
    ])
    const sum = amounts.reduce((all, [, amount]) => all + units(amount, 8), 0n)
    expect(written(sum, 8)).toBe('1360.00000000')
    expect(row(result.bonuses, 16)).toBe(`16,DIRECT,1,1,UPT,800.00000000,${paidAt},`)
  })

  test('example 2: at the switch, with the third ancestor inactive', () => {
    const orders = [...everybodyBuys(SWITCH, [14]), order(1, 17, '250', SWITCH)]
    const result = after([people, rate('1'), file(...orders)])
    const amounts = ofOrder(result, 1)
    expect(amounts.map(([level]) => level)).toEqual([
      1, 2, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15,
    ])
    expect(amounts.slice(0, 5).map(([, amount]) => amount)).toEqual([
      '100.00000000',
      '17.50000000',
      '5.00000000',
      '5.00000000',
      '2.50000000',
    ])
    const sum = amounts.reduce((all, [, amount]) => all + units(amount, 8), 0n)
    expect(written(sum, 8)).toBe('152.50000000')
  })

  test('a millisecond before the switch the older table holds', () => {
    const orders = [...everybodyBuys(SWITCH), order(1, 17, '100', SWITCH - 1)]
    const result = after([people, rate('1'), file(...orders)])
    expect(ofOrder(result, 1)[2]).toEqual([3, '5.00000000'])
  })

  test('direct needs no activity, team does', () => {
    const result = after([people, file(order(1, 17, '10'))])
    expect(ofOrder(result, 1)).toEqual([[1, '8.00000000']])
  })

  test('a blocked ancestor gets nothing, those above are paid as before', () => {
    const steps: Step[] = [
      people,
      file(...everybodyBuys(MAY)),
      { kind: 'block', partnerId: 16 },
      file(order(1, 17, '100')),
      { kind: 'unblock', partnerId: 16 },
      file(order(2, 17, '100')),
    ]
    const result = after(steps)
    expect(ofOrder(result, 1)[0]).toEqual([2, '14.00000000'])
    expect(ofOrder(result, 2)[0]).toEqual([1, '80.00000000'])
  })

  test('the very same instant makes active in the same file, and when stored before', () => {
    const same = order(500, 15, '50')
    expect(ofOrder(after([people, file(order(1, 17, '100'), same)]), 1)).toHaveLength(2)
    expect(ofOrder(after([people, file(same), file(order(1, 17, '100'))]), 1)).toHaveLength(2)
    expect(ofOrder(after([people, file(order(1, 17, '100')), file(same)]), 1)).toHaveLength(1)
  })

  test('an order later in the same file by paidAt does not make active', () => {
    const later = order(500, 15, '50', MAY + 1)
    expect(ofOrder(after([people, file(order(1, 17, '100'), later)]), 1)).toHaveLength(1)
  })

  test('the rate in force at intake counts, and an amount of 0 leaves no record', () => {
    const result = after([
      people,
      rate('0.000000007'),
      file(...everybodyBuys(MAY), order(1, 17, '1'), order(2, 17, '100')),
    ])
    expect(ofOrder(result, 1)).toEqual([])
    expect(ofOrder(result, 2)).toEqual([
      [1, '0.00000028'],
      [2, '0.00000004'],
      [3, '0.00000003'],
      [4, '0.00000002'],
      [5, '0.00000002'],
    ])
  })
})

describe('activity (C8)', () => {
  const people = join({ 1: null, 2: 1, 3: 2 })
  const first = order(1, 1, '50', Date.UTC(2025, 4, 1, 10))
  const second = order(2, 1, '50', Date.UTC(2025, 4, 20, 10))
  const third = order(3, 1, '50', Date.UTC(2025, 6, 10))

  function activeUntil(...orders: OrderRow[]): string | undefined {
    return row(after([people, file(...orders)]).figures, 1)?.split(',')[6]
  }

  test('example 1: the second order adds 30 days to what is left', () => {
    expect(activeUntil(second, first)).toBe(String(Date.UTC(2025, 5, 30, 10)))
  })

  test('example 2: after a gap the 30 days begin with the order', () => {
    expect(activeUntil(first, second, third)).toBe(String(Date.UTC(2025, 7, 9)))
  })

  test('example 2: nobody is active from the end on, until the next order', () => {
    const end = Date.UTC(2025, 5, 30, 10)
    const instants = [end - 1, end, third.paidAt - 1, third.paidAt]
    const buys = instants.map((t, i) => order(10 + i, 3, '100', t))
    const result = after([people, file(first, second, third, ...buys)])
    const paid = result.records.filter((record) => record.type === 'TEAM').map((r) => r.orderId)
    expect(paid).toEqual([10, 13])
  })

  test('an order below 50 EUR adds nothing', () => {
    expect(activeUntil(order(1, 1, '49.99'))).toBe('')
  })
})

describe('conversions (C10)', () => {
  test('example 1: 2,500 EUR at rate 2 are 5,000 UPT', () => {
    expect(written(cut(times(fraction('2500'), fraction('2')), 8), 8)).toBe('5000.00000000')
  })

  test('example 2: an equivalent is rounded half up to a cent', () => {
    const euro = times(fraction('0.123456'), fraction('5000'))
    expect(written(roundHalfUp(euro, 2), 2)).toBe('617.28')
    expect(written(roundHalfUp(times(euro, fraction('1.1')), 2), 2)).toBe('679.01')
  })

  test('cutting goes toward zero', () => {
    expect(cut(fraction('-0.019'), 2)).toBe(-1n)
    expect(cut(fraction('0.019'), 2)).toBe(1n)
    expect(written(-1n, 2)).toBe('-0.01')
  })
})

describe('cancelling (C11.14)', () => {
  const people = join({ 1: null, 2: 1, 3: 2 })

  test('reverses the records of the order with the instant of cancelling', () => {
    const result = after([
      people,
      file(order(1, 1, '50'), order(2, 3, '100', MAY + 1)),
      rate('7'),
      { kind: 'cancel', orderId: 2, at: NOW },
    ])
    expect(linesOf(result.bonuses)).toEqual([
      `1,TEAM,2,2,UPT,14.00000000,${MAY + 1},`,
      `1,TEAM,2,2,UPT,-14.00000000,${NOW},`,
      `2,DIRECT,2,1,UPT,80.00000000,${MAY + 1},`,
      `2,DIRECT,2,1,UPT,-80.00000000,${NOW},`,
    ])
    expect(result.balances).toBe('partnerId,account,amount\n')
    expect(result.ledger).toContainEqual({
      partnerId: 1,
      account: 'UCHAIN_UPT_BONUS',
      side: 'debit',
      currency: 'UPT',
      amount: '14.00000000',
    })
  })

  test('shares decided by the activity of the cancelled order stay, later ones fall away', () => {
    const result = after([
      people,
      file(order(1, 1, '50'), order(2, 3, '100', MAY + 1)),
      { kind: 'cancel', orderId: 1, at: NOW },
      file(order(3, 3, '100', MAY + 2)),
    ])
    expect(bonuses(result, 'TEAM')).toEqual([`1,TEAM,2,2,UPT,14.00000000,${MAY + 1},`])
    expect(row(result.balances, 1)).toBe('1,UCHAIN_UPT_BONUS,14.00000000')
  })
})

describe('files that must be refused', () => {
  test.each([
    ['an amount of 0', [join({ 1: null }), file(order(1, 1, '0'))]],
    ['more than 2 decimals', [join({ 1: null }), file(order(1, 1, '1.001'))]],
    ['a duplicate order', [join({ 1: null }), file(order(1, 1, '1'), order(1, 1, '1'))]],
    ['an unknown buyer', [join({ 1: null }), file(order(1, 2, '1'))]],
    ['an unknown sponsor', [join({ 1: 2 })]],
    ['a duplicate partner', [join({ 1: null }), join({ 1: null })]],
    ['a cycle', [join({ 1: 2, 2: 1, 3: null })]],
    ['an order before the registration', [join({ 1: null }), file(order(1, 1, '1', -1))]],
    ['an order in two days', [join({ 1: null }), file(order(1, 1, '1', NOW + 2 * DAY))]],
  ] as [string, Step[]][])('%s', (_, steps) => {
    expect(() => after(steps)).toThrow(/\w/)
  })
})

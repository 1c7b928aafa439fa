import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { add, compare, fraction, multiply, toDecimalText, ZERO } from '../fraction.ts'
import { creditedAmount, eurCents, eurOf, formatUnits } from '../money.ts'
import { defaultPlan } from '../testing/default-plan.ts'
import { lastPaidDepth, type Plan } from '../plan/plan.ts'
import { amounts } from '../testing/random-networks.ts'
import { unilevelRowAt, unilevelShares, type Ancestor } from './unilevel.ts'
import { PROPERTY_CASES } from '../testing/property-cases.ts'

const plan = defaultPlan()
const SWITCH = 1_760_313_600_000

/** This many ancestors, all active except at the given depths. */
function ancestorsUp(
  count: number,
  except: { blocked?: number[]; inactive?: number[] } = {},
): Ancestor[] {
  return Array.from({ length: count }, (_, index) => ({
    partnerId: 1000 + index + 1,
    blocked: except.blocked?.includes(index + 1) ?? false,
    active: !except.inactive?.includes(index + 1),
  }))
}

function percentsAt(paidAt: number): string[] {
  const rows = [1, 2, 3, 4, 6].map((depth) => unilevelRowAt(plan, paidAt, depth)!)
  return rows.map((row) => toDecimalText(row.percent))
}

describe('unilevelRowAt', () => {
  test('BON-017 one millisecond before 2025-10-13 the percentages are 40, 7, 5, 3, 1', () => {
    expect(percentsAt(SWITCH - 1)).toEqual(['40', '7', '5', '3', '1'])
  })

  test('BON-019 from that instant on they are 40, 7, 3, 2, 1', () => {
    expect(percentsAt(SWITCH)).toEqual(['40', '7', '3', '2', '1'])
    expect(percentsAt(SWITCH + 1)).toEqual(['40', '7', '3', '2', '1'])
  })

  test.each([
    [SWITCH - 1, ['direct', 'level 1', 'level 2', 'levels 4-5', 'levels 4-5', 'levels 6-15']],
    [SWITCH, ['direct (level 1)', 'level 2', 'level 3', 'levels 4-5', 'levels 4-5', 'levels 6-15']],
  ])('D-051 at %i depths 1 to 6 are labelled %j', (paidAt, labels) => {
    const rows = labels.map((_, index) => unilevelRowAt(plan, paidAt, index + 1))
    expect(rows.map((row) => row?.label)).toEqual(labels)
  })

  test.each([0, 16, 1000])('no row pays depth %i', (depth) => {
    expect(unilevelRowAt(plan, SWITCH, depth)).toBeNull()
  })

  test('an order before the first table pays no partner', () => {
    const later = { ...plan, unilevel: plan.unilevel.filter((row) => row.validFrom === SWITCH) }
    expect(unilevelRowAt(later, SWITCH - 1, 1)).toBeNull()
    expect(lastPaidDepth(later, SWITCH - 1)).toBe(0)
    expect(lastPaidDepth(later, SWITCH)).toBe(15)
  })

  test('a new table replaces the old table completely, even if it pays fewer depths', () => {
    const shallow = plan.unilevel.filter((row) => row.validFrom === 0 || row.depthTo <= 3)
    expect(lastPaidDepth({ ...plan, unilevel: shallow }, SWITCH - 1)).toBe(15)
    expect(lastPaidDepth({ ...plan, unilevel: shallow }, SWITCH)).toBe(3)
    expect(unilevelRowAt({ ...plan, unilevel: shallow }, SWITCH, 4)).toBeNull()
  })

  test('depths that pay 0 percent are not paid depths', () => {
    const unilevel = plan.unilevel.map((row) =>
      row.depthFrom === 6 ? { ...row, percent: ZERO } : row,
    )
    expect(lastPaidDepth({ ...plan, unilevel }, SWITCH)).toBe(5)
  })
})

test.each([
  ['2.5', 100_00n, '2.5'],
  ['0.000000001', 1n, '0.0000000000001'],
  ['33.333333333', 1_000_00n, '333.33333333'],
])('a percent of %s of %i cents pays %s EUR', (percent, amount, eur) => {
  const rows = plan.unilevel.map((row) => ({ ...row, percent: fraction(percent) }))
  const question = { plan: { ...plan, unilevel: rows }, paidAt: SWITCH, ancestors: ancestorsUp(2) }
  const { paid } = unilevelShares({ ...question, amount: eurCents(amount) })
  expect(paid.map((share) => toDecimalText(share.eur))).toEqual([eur, eur])
})

const examples = [
  {
    title: 'C3 example 1: 1,000 paid 2025-10-01, all 15 active',
    amount: 1_000_00n,
    paidAt: Date.parse('2025-10-01T00:00:00Z'),
    ancestors: ancestorsUp(15),
    eur: ['400', '70', '50', '30', '30', ...Array<string>(10).fill('10')],
    sum: '680',
  },
  {
    title: 'C3 example 2: 250 paid exactly at the switch, depth 3 inactive',
    amount: 250_00n,
    paidAt: SWITCH,
    ancestors: ancestorsUp(15, { inactive: [3] }),
    eur: ['100', '17.5', '5', '5', ...Array<string>(10).fill('2.5')],
    sum: '152.5',
  },
  {
    title: 'C3 example 2, all active',
    amount: 250_00n,
    paidAt: SWITCH,
    ancestors: ancestorsUp(15),
    eur: ['100', '17.5', '7.5', '5', '5', ...Array<string>(10).fill('2.5')],
    sum: '160',
  },
  {
    title: 'a short upline pays its existing ancestors',
    amount: 100_00n,
    paidAt: SWITCH,
    ancestors: ancestorsUp(2),
    eur: ['40', '7'],
    sum: '47',
  },
  {
    title: 'a buyer without a sponsor pays no partner',
    amount: 100_00n,
    paidAt: SWITCH,
    ancestors: [],
    eur: [],
    sum: '0',
  },
]

describe('unilevelShares', () => {
  test.each(examples)('$title', ({ amount, paidAt, ancestors, eur, sum }) => {
    const { paid } = unilevelShares({ plan, amount: eurCents(amount), paidAt, ancestors })
    expect(paid.map((share) => toDecimalText(share.eur))).toEqual(eur)
    expect(toDecimalText(paid.map((share) => share.eur).reduce(add, ZERO))).toBe(sum)
  })

  test('C3 example 1: in UPT at rate 2 they are 800, 140, 100, 60, 60 and ten times 20', () => {
    const { paid } = unilevelShares({ plan, ...examples[0]!, amount: eurCents(1_000_00) })
    const upt = paid.map(({ eur }) => creditedAmount(eur, fraction(2), plan.unilevelCurrency).units)
    expect(upt.map((units) => formatUnits(units, 8).replace('.00000000', ''))).toEqual(
      ['800', '140', '100', '60', '60'].concat(Array<string>(10).fill('20')),
    )
  })

  test('every share has partner, depth, kind and percent', () => {
    const ancestors = ancestorsUp(2)
    const { paid } = unilevelShares({ plan, amount: eurCents(100_00), paidAt: SWITCH, ancestors })
    expect(paid).toMatchObject([
      { partnerId: 1001, depth: 1, kind: 'DIRECT', percent: fraction(40) },
      { partnerId: 1002, depth: 2, kind: 'TEAM', percent: fraction(7) },
    ])
  })

  test('B4 an inactive sponsor still gets DIRECT, an inactive ancestor no TEAM', () => {
    const ancestors = ancestorsUp(3, { inactive: [1, 2] })
    const { paid, unpaid } = unilevelShares({
      plan,
      amount: eurCents(100_00),
      paidAt: SWITCH,
      ancestors,
    })
    expect(paid.map((share) => share.depth)).toEqual([1, 3])
    expect(unpaid).toEqual([{ partnerId: 1002, depth: 2, reason: 'inactive' }])
  })

  test('C11.13 a blocked partner gets nothing, and no other partner gets it instead', () => {
    const ancestors = ancestorsUp(4, { blocked: [1, 3], inactive: [3] })
    const { paid, unpaid } = unilevelShares({
      plan,
      amount: eurCents(100_00),
      paidAt: SWITCH,
      ancestors,
    })
    expect(paid.map(({ depth, eur }) => [depth, toDecimalText(eur)])).toEqual([
      [2, '7'],
      [4, '2'],
    ])
    expect(unpaid).toEqual([
      { partnerId: 1001, depth: 1, reason: 'blocked' },
      { partnerId: 1003, depth: 3, reason: 'blocked' },
    ])
  })

  test('a row of 0 percent pays no ancestor', () => {
    const unilevel = plan.unilevel.map((row) =>
      row.depthFrom === 2 ? { ...row, percent: ZERO } : row,
    )
    const { unpaid } = unilevelShares({
      plan: { ...plan, unilevel },
      amount: eurCents(100_00),
      paidAt: SWITCH,
      ancestors: ancestorsUp(2, { blocked: [2] }),
    })
    expect(unpaid).toEqual([{ partnerId: 1002, depth: 2, reason: 'no_percent' }])
  })

  test('the activity that a share requires is data of the plan', () => {
    const other: Plan = { ...plan, directNeedsActivity: true, teamNeedsActivity: false }
    const ancestors = ancestorsUp(2, { inactive: [1, 2] })
    const { paid, unpaid } = unilevelShares({
      plan: other,
      amount: eurCents(100_00),
      paidAt: SWITCH,
      ancestors,
    })
    expect(paid.map((share) => share.depth)).toEqual([2])
    expect(unpaid).toEqual([{ partnerId: 1001, depth: 1, reason: 'inactive' }])
  })
})

describe('properties of C3', () => {
  const times = fc.constantFrom(0, SWITCH - 1, SWITCH, SWITCH + 1)
  const someAncestors = fc
    .array(fc.record({ blocked: fc.boolean(), active: fc.boolean() }), { maxLength: 20 })
    .map((list) => list.map((state, index) => ({ ...state, partnerId: index + 1 })))

  test('an order pays at most 68 % before the switch and 64 % after', () => {
    fc.assert(
      fc.property(amounts, times, someAncestors, (amount, paidAt, ancestors) => {
        const { paid } = unilevelShares({ plan, amount, paidAt, ancestors })
        const sum = paid.map((share) => share.eur).reduce(add, ZERO)
        const most = multiply(eurOf(amount), fraction(paidAt < SWITCH ? '0.68' : '0.64'))
        const allPaid = paid.length === 15 || amount === 0n
        expect(compare(sum, most)).toBe(allPaid ? 0 : -1)
      }),
      { numRuns: PROPERTY_CASES },
    )
  })

  test('every ancestor is either paid or has a reason; depth 16 is never paid', () => {
    fc.assert(
      fc.property(amounts, times, someAncestors, (amount, paidAt, ancestors) => {
        const { paid, unpaid } = unilevelShares({ plan, amount, paidAt, ancestors })
        const depths = [...paid, ...unpaid].map((share) => share.depth)
        expect(depths.toSorted((a, b) => a - b)).toEqual(ancestors.map((_, index) => index + 1))
        expect(paid.every((share) => share.depth <= 15)).toBe(true)
        expect(unpaid.every(({ depth, reason }) => depth <= 15 || reason === 'no_percent')).toBe(
          true,
        )
      }),
      { numRuns: PROPERTY_CASES },
    )
  })
})

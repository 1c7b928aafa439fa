import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { eurOf } from '../money.ts'
import { toDecimalText } from '../fraction.ts'
import { BROKEN_PLANS, changedPlan as changed } from '../testing/broken-plans.ts'
import { defaultPlan } from '../testing/default-plan.ts'
import { DEFAULT_PLAN_DOCUMENT } from './default-plan.ts'
import { planDocument } from './plan-document.ts'
import type { Plan } from './plan.ts'
import { readPlan } from './read-plan.ts'

function planOf(document: unknown): Plan {
  const read = readPlan(document)
  if ('problems' in read) throw new Error(JSON.stringify(read.problems))
  return read.plan
}

function problemsOf(document: unknown): string[] {
  const read = readPlan(document)
  return 'problems' in read ? read.problems.map(({ place, problem }) => `${place}: ${problem}`) : []
}

/** What the rows of one table pay in all, in percent of an order. */
function paidFrom(validFrom: number): number {
  return DEFAULT_PLAN_DOCUMENT.unilevel
    .filter((row) => row.validFrom === validFrom)
    .reduce((sum, row) => sum + Number(row.percent) * (row.depthTo - row.depthFrom + 1), 0)
}

describe('the default plan', () => {
  const plan = defaultPlan()

  test('B1 has the twelve ranks with their turnovers and bonuses', () => {
    const rows = plan.ranks.map(({ id, code, turnover, legPercents, bonus }) =>
      [
        id,
        code,
        toDecimalText(eurOf(turnover)),
        legPercents.length,
        toDecimalText(eurOf(bonus)),
      ].join(' '),
    )
    expect(rows).toEqual([
      '1 FREE 0 1 0',
      '2 AMBER 1000 1 0',
      '3 JADE 5000 2 100',
      '4 PEARL 10000 2 200',
      '5 TOPAZ 25000 2 500',
      '6 SAPPHIRE 50000 2 1000',
      '7 RUBY 100000 2 2500',
      '8 EMERALD 250000 2 6000',
      '9 DIAMOND 500000 2 12500',
      '10 ULTIMA_DIAMOND 1000000 2 25000',
      '11 DOUBLE_ULTIMA_DIAMOND 2500000 2 60000',
      '12 TRIPLE_ULTIMA_DIAMOND 5000000 2 125000',
    ])
  })

  test('B2 pays 68 % of an order before the switch and 64 % after', () => {
    expect([paidFrom(0), paidFrom(1_760_313_600_000)]).toEqual([68, 64])
  })

  test('B3 starts every programme in March 2024', () => {
    const starts = Object.values(plan.programmes).map((programme) => programme.from)
    expect(new Set(starts)).toEqual(new Set([Date.parse('2024-03-01T00:00:00Z')]))
  })

  test.each([
    [
      'infinity',
      'lines1To3',
      'SAPPHIRE 5000 1, RUBY 10000 1.5, EMERALD 20000 2, DIAMOND 30000 2.5, ULTIMA_DIAMOND 50000 3, DOUBLE_ULTIMA_DIAMOND 75000 3.5, TRIPLE_ULTIMA_DIAMOND 100000 4',
      'UCN 0.5, UPT 0.5',
    ],
    [
      'diamond',
      'team',
      'DIAMOND 50000 1, ULTIMA_DIAMOND 100000 1, DOUBLE_ULTIMA_DIAMOND 200000 1.25, TRIPLE_ULTIMA_DIAMOND 400000 1.25',
      'UPT 1',
    ],
    ['winner', 'line1', 'any 3000 100, any 6000 250, any 12000 600', 'WIN 1'],
    [
      'lifestyle',
      'team',
      'RUBY 20000 200, EMERALD 50000 500, DIAMOND 75000 800, ULTIMA_DIAMOND 150000 1500, DOUBLE_ULTIMA_DIAMOND 300000 3000, TRIPLE_ULTIMA_DIAMOND 600000 6000',
      'UPT 1',
    ],
    ['bsp', 'lines1To2', 'any 2000 2, any 5000 3, any 10000 5', 'BSP 1'],
    [
      'cycledTurbo',
      'line1',
      'any 3000 100, any 6000 100, any 9000 100, any 12000 100, any 15000 100',
      'UPT 1',
    ],
  ] as const)('B3 %s counts %s: %s, in %s', (name, base, rows, currencies) => {
    const programme = DEFAULT_PLAN_DOCUMENT.programmes[name]
    const written = programme.rows.map((row) => {
      const value = 'percent' in row ? row.percent : row.amount
      return `${row.minimumRank ?? 'any'} ${row.target} ${value}`
    })
    expect(programme.base).toBe(base)
    expect(written.join(', ')).toBe(rows)
    expect(
      programme.currencies.map(({ currency, share }) => `${currency} ${share}`).join(', '),
    ).toBe(currencies)
  })

  test('B3 legs are [1] for winner and cycled turbo, [0.5, 0.3] elsewhere', () => {
    const { winner, cycledTurbo, ...others } = DEFAULT_PLAN_DOCUMENT.programmes
    expect([winner.legs, cycledTurbo.legs]).toEqual([['1'], ['1']])
    expect(new Set(Object.values(others).map(({ legs }) => legs.join(' ')))).toEqual(
      new Set(['0.5 0.3']),
    )
    expect(cycledTurbo.windowDays).toBe(30)
  })

  test('B3 has three pools of all orders, of 1, 0.7 and 0.3 percent', () => {
    const { base, rows } = plan.programmes.diamondPools
    expect(base).toBe('company')
    expect(
      rows.map(({ pool, minimumRank, percent }) => [pool, minimumRank.id, toDecimalText(percent)]),
    ).toEqual([
      [1, 9, '1'],
      [2, 10, '0.7'],
      [3, 11, '0.3'],
    ])
  })

  test('B4 activity: 50 EUR, 30 days, required for TEAM and infinity, not for DIRECT', () => {
    expect(plan).toMatchObject({
      activity: { minimumOrder: 50_00n, days: 30 },
      directNeedsActivity: false,
      teamNeedsActivity: true,
      infinityNeedsActivity: true,
    })
  })

  test('the settings of D-041, D-045 to D-047 have their defaults', () => {
    expect(plan).toMatchObject({
      legRule: 'ranked',
      countOwnTurnover: false,
      ranksAreKept: true,
      turnoverBonusStart: null,
    })
  })
})

describe('other accepted notations', () => {
  const plan = defaultPlan()

  test.each([
    ['amounts as numbers', { 'ranks[2].turnover': 5000, 'activity.minimumOrder': 50.0 }],
    [
      'percents as numbers',
      { 'unilevel[0].percent': 40, 'programmes.diamond.rows[2].percent': 1.25 },
    ],
    ['legs as numbers', { 'ranks[2].legs': [0.5, 0.3] }],
    ['more zeros', { 'ranks[2].turnover': '5000.00', 'ranks[2].legs': ['0.50', '0.300'] }],
    ['whole numbers as text', { 'ranks[2].id': '3', 'activity.days': '30' }],
    ['flags as words', { countOwnTurnover: 'FALSE', ranksAreKept: 'TRUE' }],
    ['an instant in ISO 8601', { 'unilevel[5].validFrom': '2025-10-13T00:00:00Z' }],
    ['an instant in another zone', { 'unilevel[5].validFrom': '2025-10-13T02:00:00+02:00' }],
    ['an instant as digits', { 'unilevel[5].validFrom': '1760313600000' }],
    ['D-043 legs null', { 'ranks[2].legs': null }],
    ['D-043 legs missing', { 'ranks[2].legs': undefined }],
    ['D-043 legs empty', { 'ranks[2].legs': [] }],
    ['settings left out', { legRule: undefined, teamNeedsActivity: undefined, compression: null }],
    ['no rank at all for a row of any rank', { 'programmes.bsp.rows[0].minimumRank': undefined }],
  ])('%s: the plan is the same', (_title, changes) => {
    expect(planOf(changed(changes))).toEqual(plan)
  })

  test('settings change the plan', () => {
    const document = changed({
      legRule: 'sequential',
      countOwnTurnover: 'TRUE',
      ranksAreKept: false,
      turnoverBonusStart: '2025-01-01T00:00:00Z',
    })
    expect(planOf(document)).toMatchObject({
      legRule: 'sequential',
      countOwnTurnover: true,
      ranksAreKept: false,
      turnoverBonusStart: Date.parse('2025-01-01T00:00:00Z'),
    })
  })
})

const [rank1, rank2] = DEFAULT_PLAN_DOCUMENT.ranks

/** The largest and smallest accepted values, one place each. */
const edges: [place: string, value: unknown][] = [
  ['validFrom', 0],
  ['ranks[11].id', 1000],
  ['ranks[0].id', 1],
  ['ranks[3].code', `A${'_9'.repeat(31)}Z`],
  ['ranks[3].turnover', '5000'],
  ['ranks[11].turnover', '999999999999.99'],
  ['ranks[3].bonus', '0'],
  ['ranks[3].legs', ['0', '1']],
  ['ranks[3].legs', ['0.123456789']],
  ['ranks[3].legs', Array(10).fill('0.05')],
  ['unilevel[1].percent', '0'],
  ['unilevel[1].label', 'x'],
  ['unilevel[1].label', 'x'.repeat(100)],
  ['unilevel', []],
  [
    'unilevel',
    [{ validFrom: 0, depthFrom: 100, depthTo: 100, kind: 'TEAM', percent: '100', label: 'All' }],
  ],
  ['activity.days', 1],
  ['activity.days', 3650],
  ['activity.minimumOrder', '0'],
  ['rankBonusCurrency', 'EUR'],
  ['turnoverBonusStart', 0],
  ['programmes.winner.rows[0].target', '0.01'],
  ['programmes.winner.rows[0].amount', '1000000'],
  ['programmes.winner.rows[0].amount', '0'],
  ['programmes.winner.rows[1].target', '3000.01'],
  ['programmes.lifestyle.rows[0].amount', '0'],
  ['programmes.winner.rows', []],
  ['programmes.cycledTurbo.windowDays', 1],
  ['programmes.cycledTurbo.windowDays', 366],
  ['programmes.infinity.currencies', [{ currency: 'UPT', share: '1' }]],
  [
    'programmes.diamondPools.rows',
    [1, 3].map((pool) => ({ pool, minimumRank: 'DIAMOND', percent: '50' })),
  ],
]

test.each(edges)('%s = %j is accepted', (place, value) => {
  expect(problemsOf(changed({ [place]: value }))).toEqual([])
})

describe('an invalid plan', () => {
  test.each(BROKEN_PLANS)('%s = %j', (place, value, problem) => {
    expect(problemsOf(changed({ [place]: value }))).toContain(`${place}: ${problem}`)
  })

  test.each([
    ['no document', undefined, 'document: is missing; it must be an object'],
    ['a list', [], 'document: must be an object, not a list'],
    ['a text', '{}', 'document: must be an object, not "{}"'],
  ])('%s', (_title, document, problem) => {
    expect(problemsOf(document)).toEqual([problem])
  })

  test('shares that do not add up to 1', () => {
    expect(problemsOf(changed({ 'programmes.infinity.currencies[0].share': '0.4' }))).toEqual([
      'programmes.infinity.currencies: the shares must add up to 1, not 0.9',
    ])
    expect(problemsOf(changed({ 'programmes.bsp.currencies': [] }))).toEqual([
      'programmes.bsp.currencies: the shares must add up to 1, not 0',
    ])
  })

  test('a currency that is paid twice', () => {
    expect(problemsOf(changed({ 'programmes.infinity.currencies[1].currency': 'UCN' }))).toEqual([
      'programmes.infinity.currencies[1].currency: must be unique; programmes.infinity.currencies[0] has it',
    ])
  })

  test('unilevel rows that pay more than the order', () => {
    expect(problemsOf(changed({ 'unilevel[9].percent': '4.61' }))).toEqual([
      'unilevel: one order may pay at most 100 percent; from 1760313600000 on it pays 100.1',
    ])
    expect(problemsOf(changed({ 'unilevel[9].percent': '4.6' }))).toEqual([])
  })

  test('unilevel rows that overlap at one validFrom', () => {
    expect(problemsOf(changed({ 'unilevel[4].depthFrom': 5 }))).toEqual([
      'unilevel[4].depthFrom: depths overlap those of unilevel[3], which has the same validFrom',
    ])
  })

  test.each([
    [4, 6, 3, 4],
    [3, 4, 4, 6],
    [3, 9, 5, 6],
    [5, 6, 3, 9],
    [5, 5, 5, 5],
  ])('depths %i-%i and %i-%i overlap, in any order', (fromA, toA, fromB, toB) => {
    const [row] = DEFAULT_PLAN_DOCUMENT.unilevel
    const unilevel = [
      { ...row, percent: '1', depthFrom: fromA, depthTo: toA },
      { ...row, percent: '1', depthFrom: fromB, depthTo: toB },
    ]
    expect(problemsOf(changed({ unilevel }))).toHaveLength(1)
  })

  test.each([
    [1, 2, 3, 4],
    [3, 4, 1, 2],
    [5, 5, 4, 4],
  ])('depths %i-%i and %i-%i touch and do not overlap', (fromA, toA, fromB, toB) => {
    const [row] = DEFAULT_PLAN_DOCUMENT.unilevel
    const unilevel = [
      { ...row, percent: '1', depthFrom: fromA, depthTo: toA },
      { ...row, percent: '1', depthFrom: fromB, depthTo: toB },
    ]
    expect(problemsOf(changed({ unilevel }))).toEqual([])
  })

  test.each([
    [
      'two codes',
      { 'ranks[1].code': 'x', 'ranks[2].code': 'y' },
      ['ranks[1].code', 'ranks[2].code'],
    ],
    ['a unilevel row', { 'unilevel[1]': 'x' }, ['unilevel[1]']],
    ['a depth', { 'unilevel[1].depthTo': 'x' }, ['unilevel[1].depthTo']],
    ['the diamond programme', { 'programmes.diamond': 'x' }, ['programmes.diamond']],
    ['the pools', { 'programmes.diamondPools': 'x' }, ['programmes.diamondPools']],
    [
      'a row of any rank after a ranked one',
      { 'programmes.infinity.rows[1].minimumRank': null },
      ['programmes.infinity.rows[1].minimumRank'],
    ],
  ])('%s that is refused causes no further problem', (_, changes, places) => {
    const problems = problemsOf(changed(changes))
    expect(problems.map((problem) => problem.split(': ')[0])).toEqual(places)
  })

  test('a row is compared with the last readable row', () => {
    expect(problemsOf(changed({ 'ranks[2].id': 'x', 'ranks[3].id': 2 }))).toEqual([
      'ranks[2].id: must be a whole number from 1 to 1000, not "x"',
      'ranks[3].id: must be above the id of the row before',
    ])
  })

  test('unreadable ranks are one problem, not one for each row that names them', () => {
    expect(problemsOf(changed({ ranks: 'none' }))).toEqual(['ranks: must be a list, not "none"'])
  })

  test('rows of different instants may cover the same depths', () => {
    expect(problemsOf(changed({ 'unilevel[4].validFrom': 5 }))).toEqual([])
  })

  test('all problems are reported together', () => {
    const document = changed({
      legRule: 'x',
      'ranks[1]': { ...rank2, id: rank1!.id, code: 'FREE', turnover: 'much' },
      'unilevel[4].depthTo': 5,
      'unilevel[5].percent': -1,
      'programmes.diamond.rows[0].target': '200000',
      extra: 1,
    })
    expect(
      problemsOf(document)
        .map((line) => line.split(': ')[0])
        .toSorted(),
    ).toEqual([
      'extra',
      'legRule',
      'programmes.diamond.rows[1].target',
      'ranks[1].code',
      'ranks[1].id',
      'ranks[1].turnover',
      'unilevel[4].depthTo',
      'unilevel[5].percent',
    ])
  })

  test('keys such as __proto__ are plain unknown keys', () => {
    const document: unknown = JSON.parse(
      JSON.stringify(DEFAULT_PLAN_DOCUMENT).replace('{', '{"__proto__": {}, "constructor": 1,'),
    )
    expect(problemsOf(document).map((line) => line.split(': ')[0])).toEqual([
      '__proto__',
      'constructor',
    ])
  })

  test('property: reading never throws, whatever value is at a place', () => {
    const places = BROKEN_PLANS.map(([place]) => place)
    fc.assert(
      fc.property(fc.constantFrom(...places), fc.anything(), (place, value) => {
        const read = readPlan(changed({ [place]: value }))
        expect('plan' in read || read.problems.length > 0).toBe(true)
      }),
      { numRuns: 200 },
    )
  })
})

describe('planDocument', () => {
  test('the default plan is written as it was read', () => {
    expect(planDocument(defaultPlan())).toEqual(DEFAULT_PLAN_DOCUMENT)
  })

  test('property: a plan that was written reads back as the same plan', () => {
    const amount = fc
      .bigInt({ min: 1n, max: 10n ** 12n })
      .map((cents) => toDecimalText({ num: cents, den: 100n }))
    const share = fc.integer({ min: 0, max: 10 ** 9 }).map((n) => (n / 10 ** 9).toFixed(9))
    const changes = fc.record({
      validFrom: fc.integer({ min: 0, max: 2 ** 41 }),
      legRule: fc.constantFrom('ranked', 'sequential'),
      countOwnTurnover: fc.boolean(),
      turnoverBonusStart: fc.option(fc.nat()),
      'ranks[11].turnover': amount.filter((text) => Number(text) >= 2_500_000),
      'ranks[11].bonus': amount,
      'ranks[4].legs': fc.array(share, { maxLength: 10 }),
      'unilevel[0].percent': share,
      'unilevel[0].label': fc.string({ minLength: 1, unit: 'grapheme-ascii', maxLength: 20 }),
      'programmes.winner.rows[0].amount': share,
      'activity.days': fc.integer({ min: 1, max: 3650 }),
    })
    fc.assert(
      fc.property(changes, (some) => {
        const plan = planOf(changed(some))
        const written: unknown = JSON.parse(JSON.stringify(planDocument(plan)))
        expect(planOf(written)).toEqual(plan)
      }),
      { numRuns: 100 },
    )
  })
})

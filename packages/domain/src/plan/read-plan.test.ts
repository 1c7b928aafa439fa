import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { eurOf } from '../money.ts'
import { toDecimalText } from '../fraction.ts'
import { defaultPlan } from '../testing/default-plan.ts'
import { DEFAULT_PLAN_DOCUMENT } from './default-plan.ts'
import { planDocument } from './plan-document.ts'
import type { Plan } from './plan.ts'
import { readPlan } from './read-plan.ts'

/** The default document with other values at some places; undefined removes a key. */
function changed(changes: Record<string, unknown>): unknown {
  const document = structuredClone(DEFAULT_PLAN_DOCUMENT) as unknown
  for (const [place, value] of Object.entries(changes)) setAt(document, place, value)
  return document
}

function setAt(document: unknown, place: string, value: unknown): void {
  const keys = place.replaceAll('[', '.').replaceAll(']', '').split('.')
  const last = keys.pop()!
  const parent = keys.reduce((at, key) => (at as Record<string, unknown>)[key], document)
  if (value === undefined) delete (parent as Record<string, unknown>)[last]
  else (parent as Record<string, unknown>)[last] = value
}

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

const EUR = 'must be an amount in EUR of at least 0 with at most 2 decimals'
const SHARE = 'must be a decimal number from 0 to 1 with at most 9 decimals'
const PERCENT = 'must be a decimal number from 0 to 100 with at most 9 decimals'
const INSTANT = 'an instant: epoch milliseconds or ISO 8601 with a zone'
const CODE = 'a code: capital letters, digits and underscores'
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

const bad: [place: string, value: unknown, problem: string][] = [
  ['validFrom', undefined, `is missing; it must be ${INSTANT}`],
  ['validFrom', '2025-01-01', `must be ${INSTANT}, not "2025-01-01"`],
  ['validFrom', -1, `must be ${INSTANT}, not -1`],
  ['legRule', 'first', 'must be ranked or sequential, not "first"'],
  ['countOwnTurnover', 'true', 'must be true or false, not "true"'],
  ['countOwnTurnover', 1, 'must be true or false, not 1'],
  ['compression', true, 'must be false: nobody is paid in place of an inactive one'],
  ['ranks', undefined, 'is missing; it must be a list'],
  ['ranks', {}, 'must be a list, not an object'],
  ['ranks', [], 'must hold at least one rank'],
  ['ranks[1]', 'AMBER', 'must be an object, not "AMBER"'],
  ['ranks[0].turnover', '1', 'must be 0: everybody holds the first rank'],
  ['ranks[0].bonus', '10', 'must be 0: a rank everybody holds cannot carry a bonus'],
  ['ranks[3].id', 3, 'must be above the id of the row before'],
  ['ranks[3].id', 1, 'must not be below the id of the row before'],
  ['ranks[3].id', 0, 'must be a whole number from 1 to 1000, not 0'],
  ['ranks[11].id', 1001, 'must be a whole number from 1 to 1000, not 1001'],
  ['ranks[3].id', '9'.repeat(16), `must be a whole number from 1 to 1000, not "${'9'.repeat(16)}"`],
  ['ranks[3].code', `A${'_9'.repeat(32)}`, `must be ${CODE}, not "A${'_9'.repeat(19)}…`],
  ['ranks[3].code', '9A', `must be ${CODE}, not "9A"`],
  ['ranks[3].code', 'x'.repeat(38), `must be ${CODE}, not "${'x'.repeat(38)}"`],
  ['ranks[3].code', 'x'.repeat(39), `must be ${CODE}, not "${'x'.repeat(39)}…`],
  ['ranks[3].bonus', '-0.01', `${EUR}, not "-0.01"`],
  ['ranks[3].legs[0]', '0.1234567891', `${SHARE}, not "0.1234567891"`],
  ['ranks[3].legs[0]', '1.000000001', `${SHARE}, not "1.000000001"`],
  ['unilevel[1].percent', '100.000000001', `${PERCENT}, not "100.000000001"`],
  ['unilevel[1].percent', '-0.000000001', `${PERCENT}, not "-0.000000001"`],
  [
    'unilevel[1].label',
    'x'.repeat(101),
    `must be a text of 1 to 100 characters, not "${'x'.repeat(39)}…`,
  ],
  ['unilevel[1].label', 'a\nb', 'must be a text of 1 to 100 characters, not "a\\nb"'],
  ['unilevel[9].depthTo', 101, 'must be a whole number from 1 to 100, not 101'],
  [
    'unilevel',
    Array.from({ length: 1001 }, () => ({})),
    'may have at most 1000 elements, not 1001',
  ],
  ['activity.days', 3651, 'must be a whole number from 1 to 3650, not 3651'],
  ['programmes.cycledTurbo.windowDays', 367, 'must be a whole number from 1 to 366, not 367'],
  [
    'programmes.winner.rows[0].amount',
    '1000000.000000001',
    'must be a decimal number from 0 to 1000000 with at most 9 decimals, not "1000000.000000001"',
  ],
  ['programmes.diamondPools.rows[0].pool', 4, 'must be a whole number from 1 to 3, not 4'],
  [
    'programmes.diamondPools.rows',
    [1, 2].map((pool) => ({ pool, minimumRank: 'DIAMOND', percent: '50.000000001' })),
    'the pools may collect at most 100 percent, not 100.000000002',
  ],
  [
    'programmes.lifestyle.rows[1].target',
    '19999.99',
    'must not be below the target of the row before',
  ],
  ['ranks[3].id', 4.5, 'must be a whole number from 1 to 1000, not 4.5'],
  ['ranks[3].code', 'JADE', 'must be unique; ranks[2] has it'],
  ['ranks[3].code', 'Pearl', `must be ${CODE}, not "Pearl"`],
  ['ranks[3].code', undefined, `is missing; it must be ${CODE}`],
  ['ranks[3].turnover', undefined, `is missing; it ${EUR}`],
  ['ranks[3].turnover', '-1', `${EUR}, not "-1"`],
  ['ranks[3].turnover', '10,000', `${EUR}, not "10,000"`],
  ['ranks[3].turnover', '1e4', `${EUR}, not "1e4"`],
  ['ranks[3].turnover', '10000.001', `${EUR}, not "10000.001"`],
  ['ranks[3].turnover', 1e21, `${EUR}, not 1e+21`],
  ['ranks[3].turnover', 2 ** 60, `${EUR}, not 1152921504606847000`],
  ['ranks[3].turnover', null, `${EUR}, not null`],
  ['ranks[3].turnover', '9'.repeat(99), `${EUR}, not "${'9'.repeat(39)}…`],
  ['ranks[3].turnover', '4999.99', 'must not be below the turnover of the row before'],
  ['ranks[3].legs', '0.5', 'must be a list, not "0.5"'],
  ['ranks[3].legs[0]', '1.1', `${SHARE}, not "1.1"`],
  ['ranks[3].legs[1]', -0.1, `${SHARE}, not -0.1`],
  ['ranks[3].legs', Array(11).fill('0.05'), 'may have at most 10 elements, not 11'],
  ['ranks[3].name', 'Pearl', 'is not known; known here: id, code, turnover, legs, bonus'],
  ['unilevel[1].percent', '101', `${PERCENT}, not "101"`],
  ['unilevel[1].percent', '40 %', `${PERCENT}, not "40 %"`],
  ['unilevel[1].kind', 'OTHER', 'must be DIRECT or TEAM, not "OTHER"'],
  ['unilevel[1].label', '', 'must be a text of 1 to 100 characters, not ""'],
  ['unilevel[1].depthFrom', 0, 'must be a whole number from 1 to 100, not 0'],
  ['unilevel[3].depthTo', 3, 'must not be below depthFrom'],
  ['activity', undefined, 'is missing; it must be an object'],
  ['activity.days', 0, 'must be a whole number from 1 to 3650, not 0'],
  ['activity.minimumOrder', '-50', `${EUR}, not "-50"`],
  [
    'rankBonusCurrency',
    'USDT',
    'must be EUR or UPT or UCN or ULTIMA or WIN or BSP or DBSP, not "USDT"',
  ],
  ['programmes.bsp', undefined, 'is missing; it must be an object'],
  ['programmes.bsp.from', undefined, `is missing; it must be ${INSTANT}`],
  [
    'programmes.bsp.base',
    'company',
    'must be line1 or lines1To2 or lines1To3 or team, not "company"',
  ],
  ['programmes.diamondPools.base', 'team', 'must be company, not "team"'],
  [
    'programmes.diamondPools.rows[1].pool',
    1,
    'must be unique; programmes.diamondPools.rows[0] has it',
  ],
  ['programmes.diamondPools.rows[1].minimumRank', undefined, `is missing; it must be ${CODE}`],
  [
    'programmes.diamondPools.rows[0].minimumRank',
    'RUBY',
    'must be the minimumRank of a row of diamond',
  ],
  [
    'programmes.diamondPools.rows',
    [1, 2].map((pool) => ({ pool, minimumRank: 'DIAMOND', percent: '50.1' })),
    'the pools may collect at most 100 percent, not 100.2',
  ],
  [
    'programmes.infinity.rows[0].minimumRank',
    'GOLD',
    'must be the code of one of the ranks, not "GOLD"',
  ],
  [
    'programmes.infinity.rows[1].minimumRank',
    'SAPPHIRE',
    'must be above the minimumRank of the row before',
  ],
  [
    'programmes.winner.rows[0].target',
    '0',
    'must be an amount in EUR above 0 with at most 2 decimals, not "0"',
  ],
  ['programmes.winner.rows[1].target', '3000', 'must be above the target of the row before'],
  ['programmes.cycledTurbo.windowDays', 0, 'must be a whole number from 1 to 366, not 0'],
  [
    'programmes.party',
    {},
    'is not known; known here: infinity, diamond, diamondPools, winner, lifestyle, bsp, cycledTurbo',
  ],
]

test.each(edges)('%s = %j is accepted', (place, value) => {
  expect(problemsOf(changed({ [place]: value }))).toEqual([])
})

describe('an invalid plan', () => {
  test.each(bad)('%s = %j', (place, value, problem) => {
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
    const places = bad.map(([place]) => place)
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

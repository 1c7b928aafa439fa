import { DEFAULT_PLAN_DOCUMENT } from '../plan/default-plan.ts'

const EUR = 'must be an amount in EUR of at least 0 with at most 2 decimals'
const SHARE = 'must be a decimal number from 0 to 1 with at most 9 decimals'
const PERCENT = 'must be a decimal number from 0 to 100 with at most 9 decimals'
const INSTANT = 'an instant: epoch milliseconds or ISO 8601 with a zone'
const CODE = 'a code: capital letters, digits and underscores'

/** Plans with one broken place: the place, the value that stands there (undefined: none), and a problem that it is. */
export const BROKEN_PLANS: readonly [place: string, value: unknown, problem: string][] = [
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

/** The default document with other values at some places; undefined removes a key. */
export function changedPlan(changes: Readonly<Record<string, unknown>>): unknown {
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

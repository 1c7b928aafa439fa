import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { add, compare, fraction, ratio, toDecimalText, ZERO, type Fraction } from '../fraction.ts'
import { eurCents } from '../money.ts'
import { amounts, legLists } from '../testing/random-networks.ts'
import {
  countingTurnover,
  fiftyPercentRule,
  reachesTarget,
  targetsOf,
  type Leg,
} from './fifty-percent-rule.ts'
import { PROPERTY_CASES } from '../testing/property-cases.ts'

const HALF_AND_THIRTY = [fraction('0.5'), fraction('0.3')]
const WHOLE = [fraction(1)]

/** Legs with these turnovers in EUR; the first has user id 1. */
function legsOf(...euros: number[]): Leg[] {
  return euros.map((eur, index) => ({ userId: index + 1, turnover: eurCents(eur * 100) }))
}

const eur = (value: number) => eurCents(value * 100)
const inEur = ({ num, den }: Fraction) => toDecimalText({ num, den: den * 100n })

type Case = {
  title: string
  legs: Leg[]
  target: number
  percents?: Fraction[] | null
  rule?: 'ranked' | 'sequential'
  counted: string[]
  counting: string
  reached: boolean
  progress: number
}

const cases: Case[] = [
  {
    title: 'C1 example 1 against RUBY',
    legs: legsOf(60_000, 30_000, 8_000, 4_000),
    target: 100_000,
    counted: ['50000', '30000', '8000', '4000'],
    counting: '92000',
    reached: false,
    progress: 92,
  },
  {
    title: 'C1 example 1 against SAPPHIRE',
    legs: legsOf(60_000, 30_000, 8_000, 4_000),
    target: 50_000,
    counted: ['25000', '15000', '8000', '4000'],
    counting: '52000',
    reached: true,
    progress: 100,
  },
  {
    title: 'C1 example 2: leg 2 qualifies while leg 1 does not',
    legs: legsOf(45_000, 40_000, 10_000, 5_000),
    target: 100_000,
    counted: ['45000', '30000', '10000', '5000'],
    counting: '90000',
    reached: false,
    progress: 90,
  },
  {
    title: 'C1 example 2: leg 1 grows to 50,000',
    legs: legsOf(50_000, 40_000, 10_000, 5_000),
    target: 100_000,
    counted: ['50000', '30000', '10000', '5000'],
    counting: '95000',
    reached: false,
    progress: 95,
  },
  {
    title: 'C1 example 2, sequential: leg 2 is closed while leg 1 is not qualified',
    legs: legsOf(45_000, 40_000, 10_000, 5_000),
    target: 100_000,
    rule: 'sequential',
    counted: ['45000', '40000', '10000', '5000'],
    counting: '100000',
    reached: true,
    progress: 100,
  },
  {
    title: 'C1 example 2, sequential: the growth of leg 1 lowers what counts',
    legs: legsOf(50_000, 40_000, 10_000, 5_000),
    target: 100_000,
    rule: 'sequential',
    counted: ['50000', '30000', '10000', '5000'],
    counting: '95000',
    reached: false,
    progress: 95,
  },
  {
    title: 'sequential: a leg exactly at its cap opens the next one',
    legs: legsOf(50_000, 50_000, 50_000),
    target: 100_000,
    rule: 'sequential',
    counted: ['50000', '30000', '50000'],
    counting: '130000',
    reached: true,
    progress: 100,
  },
  {
    title: 'C4 example 1 against the own row',
    legs: legsOf(8_000, 4_000, 1_500),
    target: 10_000,
    counted: ['5000', '3000', '1500'],
    counting: '9500',
    reached: false,
    progress: 95,
  },
  {
    title: 'C5 diamond example 1',
    legs: legsOf(40_000, 20_000, 9_000),
    target: 50_000,
    counted: ['25000', '15000', '9000'],
    counting: '49000',
    reached: false,
    progress: 98,
  },
  {
    title: 'C5 winner example 1, legs [1]',
    legs: legsOf(2_500, 1_800),
    target: 6_000,
    percents: WHOLE,
    counted: ['2500', '1800'],
    counting: '4300',
    reached: false,
    progress: 71,
  },
  {
    title: 'a cap below a cent is exact',
    legs: legsOf(1, 1),
    target: 0.05,
    percents: [fraction('0.333')],
    counted: ['0.01665', '1'],
    counting: '1.01665',
    reached: true,
    progress: 100,
  },
  {
    title: 'no legs at all',
    legs: [],
    target: 1_000,
    counted: [],
    counting: '0',
    reached: false,
    progress: 0,
  },
]

describe('worked examples', () => {
  test.each(cases)('$title', ({ legs, target, percents = null, rule = 'ranked', ...expected }) => {
    const answer = fiftyPercentRule({ legs, target: eur(target), percents, rule })
    expect(answer.legs.map((leg) => inEur(leg.turnoverQualified))).toEqual(expected.counted)
    const figures = {
      total: answer.totalTurnover,
      topLegs: answer.legs.slice(0, 2).map((leg) => leg.turnover),
      target: eur(target),
      percents: percents ?? HALF_AND_THIRTY,
      rule,
    }
    expect(inEur(countingTurnover(figures))).toBe(expected.counting)
    expect(reachesTarget(figures)).toBe(expected.reached)
    expect(inEur(answer.countingTurnover)).toBe(expected.counting)
    expect(answer.reached).toBe(expected.reached)
    expect(answer.progress).toBe(expected.progress)
  })
})

function ask(legs: Leg[], target: number, rule: 'ranked' | 'sequential' = 'ranked') {
  return fiftyPercentRule({ legs, target: eur(target), percents: HALF_AND_THIRTY, rule })
}

describe('which legs qualify', () => {
  test('RNK-028 a leg is qualified exactly from target × its percent on', () => {
    const [atCap, below] = ask(legsOf(500, 299.99), 1_000).legs
    expect(atCap).toMatchObject({ qualified: true, leg: 1, percent: fraction('0.5') })
    expect(below).toMatchObject({ qualified: false, leg: 2, percent: fraction('0.3') })
  })

  test('RNK-028 leg 2 is compared with its own percent, whatever leg 1 does', () => {
    const { legs } = ask(legsOf(450, 400, 100, 50), 1_000)
    expect(legs.map((leg) => leg.qualified)).toEqual([false, true, false, false])
  })

  test('RNK-029 a qualified leg counts target × its percent and not more', () => {
    const [first, second] = ask(legsOf(900, 800), 1_000).legs
    expect(inEur(first!.turnoverQualified)).toBe('500')
    expect(inEur(second!.turnoverQualified)).toBe('300')
  })

  test.each([null, undefined, []])('RNK-030 without percents (%j) 50% and 30% are used', (none) => {
    const question = { legs: legsOf(900, 800), target: eur(1_000), rule: 'ranked' } as const
    const answer = fiftyPercentRule({ ...question, percents: none })
    expect(answer).toEqual(fiftyPercentRule({ ...question, percents: HALF_AND_THIRTY }))
    expect(inEur(answer.countingTurnover)).toBe('800')
  })

  test('partners beyond the last leg have no leg and no percent, however much they sold', () => {
    const third = ask(legsOf(900, 900, 900), 1_000).legs[2]!
    expect(third).toMatchObject({ qualified: false, leg: null, percent: null })
    expect(inEur(third.turnoverQualified)).toBe('900')
  })

  test('of equal legs the lower user id comes first', () => {
    const legs = [
      { userId: 30, turnover: eur(400) },
      { userId: 9, turnover: eur(400) },
      { userId: 100, turnover: eur(400) },
    ]
    expect(ask(legs, 1_000).legs.map((leg) => leg.userId)).toEqual([9, 30, 100])
  })

  test('the given legs stay unchanged', () => {
    const legs = legsOf(1, 2)
    ask(legs, 1_000)
    expect(legs).toEqual(legsOf(1, 2))
  })

  test('C11.16 sequential: only qualified partners carry a leg and a percent', () => {
    expect(ask(legsOf(450, 400), 1_000, 'sequential').legs).toMatchObject([
      { qualified: false, leg: null, percent: null },
      { qualified: false, leg: null, percent: null },
    ])
    expect(ask(legsOf(600, 200), 1_000, 'sequential').legs).toMatchObject([
      { qualified: true, leg: 1, percent: fraction('0.5') },
      { qualified: false, leg: null, percent: null },
    ])
  })

  test.each(['ranked', 'sequential'] as const)(
    'C11.16 with a target of 0 no leg is capped and the target is reached (%s)',
    (rule) => {
      const answer = ask(legsOf(900, 800), 0, rule)
      expect(answer.legs.map((leg) => inEur(leg.turnoverQualified))).toEqual(['900', '800'])
      expect(answer.legs.map((leg) => leg.qualified)).toEqual([false, false])
      expect(answer).toMatchObject({ reached: true, progress: 0 })
    },
  )

  test('C11.19 own turnover counts in full, without a leg', () => {
    const question = { legs: legsOf(900), target: eur(1_000), percents: null } as const
    const answer = fiftyPercentRule({ ...question, rule: 'ranked', ownTurnover: eur(600) })
    expect(answer.totalTurnover).toBe(eur(1_500))
    expect(inEur(answer.countingTurnover)).toBe('1100')
    expect(answer.legs).toHaveLength(1)
    expect(answer.reached).toBe(true)
  })

  test('2^60 cents and a percent of 0.333333333 stay exact', () => {
    const huge = 2n ** 60n
    const { countingTurnover: counting } = fiftyPercentRule({
      legs: [{ userId: 1, turnover: eurCents(huge) }],
      target: huge,
      percents: [fraction('0.333333333')],
      rule: 'ranked',
    })
    expect(counting).toEqual(ratio(huge * 333_333_333n, 10n ** 9n))
  })
})

const percentLists = fc.array(
  fc.constantFrom('1', '0.5', '0.3', '0.2', '0.333333333', '0.1', '0').map(fraction),
  { maxLength: 4 },
)
const targets = amounts.map(BigInt)
const rules = fc.constantFrom('ranked' as const, 'sequential' as const)
const runs = { numRuns: PROPERTY_CASES }

describe('properties of C1', () => {
  test('RNK-027 each leg counts at most target × its percent, and from 0 to its turnover', () => {
    fc.assert(
      fc.property(legLists, targets, percentLists, rules, (legs, target, percents, rule) => {
        for (const leg of fiftyPercentRule({ legs, target, percents, rule }).legs) {
          const counted = leg.turnoverQualified
          expect(compare(counted, ZERO)).not.toBe(-1)
          expect(compare(counted, fraction(leg.turnover))).not.toBe(1)
          if (leg.percent === null || target === 0n) continue
          const cap = { num: target * leg.percent.num, den: leg.percent.den }
          expect(compare(counted, cap)).not.toBe(1)
        }
      }),
      runs,
    )
  })

  test('the counting turnover is the sum over the legs and at most the total', () => {
    fc.assert(
      fc.property(legLists, targets, percentLists, rules, (legs, target, percents, rule) => {
        const answer = fiftyPercentRule({ legs, target, percents, rule })
        const sum = answer.legs.map((leg) => leg.turnoverQualified).reduce(add, ZERO)
        expect(compare(sum, answer.countingTurnover)).toBe(0)
        expect(compare(answer.countingTurnover, fraction(answer.totalTurnover))).not.toBe(1)
        expect(answer.totalTurnover).toBe(legs.reduce((total, leg) => total + leg.turnover, 0n))
      }),
      runs,
    )
  })

  test('ranked: the counting turnover never falls when a leg grows', () => {
    const growth = fc.tuple(fc.nat(), amounts)
    fc.assert(
      fc.property(legLists, targets, percentLists, growth, (legs, target, percents, [at, more]) => {
        fc.pre(legs.length > 0)
        const grown = legs.with(at % legs.length, {
          userId: legs[at % legs.length]!.userId,
          turnover: eurCents(legs[at % legs.length]!.turnover + more),
        })
        const countingOf = (asked: Leg[]) =>
          fiftyPercentRule({ legs: asked, target, percents, rule: 'ranked' }).countingTurnover
        expect(compare(countingOf(grown), countingOf(legs))).not.toBe(-1)
      }),
      runs,
    )
  })

  test('the order of input does not matter', () => {
    const shuffled = legLists.chain((legs) =>
      fc.tuple(fc.constant(legs), fc.shuffledSubarray(legs, { minLength: legs.length })),
    )
    fc.assert(
      fc.property(
        shuffled,
        targets,
        percentLists,
        rules,
        ([legs, other], target, percents, rule) => {
          const question = { target, percents, rule }
          expect(fiftyPercentRule({ ...question, legs: other })).toEqual(
            fiftyPercentRule({ ...question, legs }),
          )
        },
      ),
      runs,
    )
  })

  test('ranked: legs that reach a target reach every smaller target with the same percents', () => {
    const two = fc.tuple(
      fc.bigInt({ min: 1n, max: 3000_00n }),
      fc.bigInt({ min: 1n, max: 3000_00n }),
    )
    fc.assert(
      fc.property(legLists, two, percentLists, (legs, [a, b], percents) => {
        const [smaller, larger] = a < b ? [a, b] : [b, a]
        const reaches = (target: bigint) =>
          fiftyPercentRule({ legs, target, percents, rule: 'ranked' }).reached
        expect(reaches(smaller) || !reaches(larger)).toBe(true)
      }),
      { numRuns: PROPERTY_CASES },
    )
  })

  test('with the only percent 1 a target is reached exactly when the total reaches it', () => {
    fc.assert(
      fc.property(legLists, targets, rules, (legs, target, rule) => {
        const answer = fiftyPercentRule({ legs, target, percents: WHOLE, rule })
        expect(answer.reached).toBe(answer.totalTurnover >= target)
      }),
      runs,
    )
  })

  test('sequential: the counting turnover is never less than ranked', () => {
    fc.assert(
      fc.property(legLists, targets, percentLists, (legs, target, percents) => {
        const countingBy = (rule: 'ranked' | 'sequential') =>
          fiftyPercentRule({ legs, target, percents, rule }).countingTurnover
        expect(compare(countingBy('sequential'), countingBy('ranked'))).not.toBe(-1)
      }),
      runs,
    )
  })

  test('the total and the largest legs alone give the same answer', () => {
    const extras = fc.tuple(fc.nat(12), fc.option(amounts, { nil: undefined }))
    fc.assert(
      fc.property(
        legLists,
        targets,
        percentLists,
        rules,
        extras,
        (legs, target, percents, rule, [more, ownTurnover]) => {
          const question = { legs, target, percents, rule }
          const full = fiftyPercentRule(ownTurnover ? { ...question, ownTurnover } : question)
          const topLegs = full.legs.map((leg) => leg.turnover)
          const places = percents.length || 2
          const figures = {
            total: full.totalTurnover,
            topLegs: topLegs.slice(0, places + more),
            target,
            percents,
            rule,
          }
          expect(compare(countingTurnover(figures), full.countingTurnover)).toBe(0)
          expect(reachesTarget(figures)).toBe(full.reached)
        },
      ),
      { numRuns: PROPERTY_CASES },
    )
  })
})

describe('targetsOf', () => {
  test.each([
    ['FREE', 0, ['1'], ['0', '0', '0']],
    ['AMBER', 1_000, ['1'], ['1000', '0', '0']],
    ['JADE', 5_000, ['0.5', '0.3'], ['2500', '1500', '1000']],
    ['RUBY', 100_000, ['0.5', '0.3'], ['50000', '30000', '20000']],
    ['legs that add up to more than the target', 100, ['0.7', '0.6'], ['70', '60', '0']],
  ])('%s (%d): D-042 gives leg 1, leg 2 and the rest', (_code, turnover, percents, expected) => {
    const rank = { turnover: eur(turnover), legPercents: percents.map(fraction) }
    expect(targetsOf(rank).map(inEur)).toEqual(expected)
  })
})

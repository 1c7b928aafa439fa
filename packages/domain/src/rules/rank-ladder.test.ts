import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { fraction, toDecimalText } from '../fraction.ts'
import { creditedAmount, eurCents, eurOf, formatUnits, type EurCents } from '../money.ts'
import { defaultPlan } from '../testing/default-plan.ts'
import type { Plan } from '../plan/plan.ts'
import { networks, ownTurnoverOf } from '../testing/random-networks.ts'
import { figuresOf } from '../testing/figures.ts'
import { fiftyPercentRule } from './fifty-percent-rule.ts'
import {
  entryRank,
  highestReachedRank,
  rankDisplayName,
  rankRowStatus,
  ranksToCredit,
  rankStanding,
  rankTurnover,
} from './rank-ladder.ts'
import { PROPERTY_CASES } from '../testing/property-cases.ts'

const plan = defaultPlan()
const idOf = (code: string) => plan.ranks.find((rank) => rank.code === code)!.id
const cents = (euros: number) => eurCents(euros * 100)

/** The input for legs of these turnovers in EUR, largest first. */
function standingOf(legs: number[], heldCode: string | null = null, asked: Plan = plan) {
  return rankStanding({
    plan: asked,
    heldRankId: heldCode === null ? null : idOf(heldCode),
    total: legs.reduce((sum, leg) => sum + cents(leg), 0n),
    topLegs: legs.slice(0, 2).map(cents),
  })
}

describe('rankStanding', () => {
  test('C1 example 1: SAPPHIRE, on the way to RUBY', () => {
    const standing = standingOf([60_000, 30_000, 8_000, 4_000])
    expect(standing).toMatchObject({
      currentRank: { code: 'SAPPHIRE' },
      nextRank: { code: 'RUBY' },
      targetRank: { code: 'RUBY' },
      targetTurnover: cents(100_000),
      progress: 92,
      nextBonus: cents(2_500),
    })
    expect(toDecimalText(standing.countingTurnover)).toBe(String(cents(92_000)))
  })

  test.each([
    [[], 'FREE', 'AMBER', 0],
    [[999.99], 'FREE', 'AMBER', 99],
    [[1_000], 'AMBER', 'JADE', 20],
    [[5_000], 'AMBER', 'JADE', 50],
    [[2_500, 1_500, 1_000], 'JADE', 'PEARL', 50],
    [[250_000, 150_000, 100_000], 'DIAMOND', 'ULTIMA_DIAMOND', 50],
  ])('legs of %j hold %s, next %s at %i percent', (legs, current, next, progress) => {
    expect(standingOf(legs)).toMatchObject({
      currentRank: { code: current },
      nextRank: { code: next },
      progress,
    })
  })

  test('at the top there is no next rank, no next bonus, and the figures are the top rank’s', () => {
    expect(standingOf([4_000_000, 3_000_000, 2_000_000])).toMatchObject({
      currentRank: { code: 'TRIPLE_ULTIMA_DIAMOND' },
      nextRank: null,
      targetRank: { code: 'TRIPLE_ULTIMA_DIAMOND' },
      targetTurnover: cents(5_000_000),
      progress: 100,
      nextBonus: 0n,
    })
  })

  test('D-046 a rank once held is kept when the turnover falls', () => {
    expect(standingOf([1_000], 'RUBY')).toMatchObject({
      currentRank: { code: 'RUBY' },
      nextRank: { code: 'EMERALD' },
      targetTurnover: cents(250_000),
    })
  })

  test('a rank above the held one is the current one at once', () => {
    expect(standingOf([60_000, 30_000, 8_000, 4_000], 'AMBER').currentRank.code).toBe('SAPPHIRE')
  })

  test('D-046 a plan may say that ranks are not kept', () => {
    const strict = { ...plan, ranksAreKept: false }
    expect(standingOf([1_000], 'RUBY', strict).currentRank.code).toBe('AMBER')
  })

  test('a held rank that a later plan dropped counts as the next one below', () => {
    const ranks = plan.ranks.filter((rank) => rank.code !== 'RUBY')
    expect(standingOf([1_000], 'RUBY', { ...plan, ranks })).toMatchObject({
      currentRank: { code: 'SAPPHIRE' },
      nextRank: { code: 'EMERALD' },
    })
  })

  test('legRule sequential is followed', () => {
    const legs = [45_000, 40_000, 10_000, 5_000]
    expect(standingOf(legs).currentRank.code).toBe('SAPPHIRE')
    const sequential = standingOf(legs, null, { ...plan, legRule: 'sequential' })
    expect(sequential.currentRank.code).toBe('RUBY')
  })
})

test('D-045 own turnover counts for ranks only where the plan says so', () => {
  const turnover = { ownTurnover: cents(10), teamTurnover: cents(100) }
  expect(rankTurnover(plan, turnover)).toBe(cents(100))
  expect(rankTurnover({ ...plan, countOwnTurnover: true }, turnover)).toBe(cents(110))
})

describe('highestReachedRank', () => {
  test('a rank may be reached while the rank below, with other leg percents, is not', () => {
    const [free, amber, jade] = plan.ranks
    const strictAmber = { ...amber!, legPercents: [fraction('0.1'), fraction('0.1')] }
    const odd = { ...plan, ranks: [free!, strictAmber, { ...jade!, turnover: cents(1_000) }] }
    expect(highestReachedRank(odd, cents(1_000), [cents(500), cents(300)]).code).toBe('JADE')
  })

  test('the entry rank needs nothing', () => {
    expect(highestReachedRank(plan, 0n, [])).toBe(entryRank(plan))
    expect(entryRank(plan).code).toBe('FREE')
  })

  test('a plan without ranks is a bug', () => {
    expect(() => entryRank({ ...plan, ranks: [] })).toThrow(RangeError)
  })

  test('property: it is the highest rank that the full 50 % rule reaches, in any network', () => {
    const small = { ...plan, ranks: plan.ranks.map(tenThousandth) }
    fc.assert(
      fc.property(networks, fc.boolean(), ({ partners, orders }, sequential) => {
        const asked: Plan = { ...small, legRule: sequential ? 'sequential' : 'ranked' }
        for (const { legs, teamTurnover } of figuresOf(partners, ownTurnoverOf(orders)).values()) {
          const expected = asked.ranks.findLast((rank) => {
            const { turnover: target, legPercents: percents } = rank
            return fiftyPercentRule({ legs, target, percents, rule: asked.legRule }).reached
          })
          const topLegs = legs.map((leg) => leg.turnover).toSorted(descending)
          expect(highestReachedRank(asked, teamTurnover, topLegs.slice(0, 2))).toBe(expected)
        }
      }),
      { numRuns: PROPERTY_CASES },
    )
  })
})

/** Ranks at a ten-thousandth of their turnover, so that random orders reach all of them. */
function tenThousandth<R extends { turnover: EurCents }>(rank: R): R {
  return { ...rank, turnover: eurCents(rank.turnover / 10_000n) }
}

const descending = (a: bigint, b: bigint) => (a === b ? 0 : a > b ? -1 : 1)

describe('ranksToCredit', () => {
  test.each([
    ['TOPAZ', 'RUBY', ['SAPPHIRE', 'RUBY']],
    ['RUBY', 'RUBY', []],
    ['RUBY', 'TOPAZ', []],
    ['FREE', 'JADE', ['AMBER', 'JADE']],
    [null, 'AMBER', ['FREE', 'AMBER']],
  ])('from %s to %s: %j, in id order', (held, reached, expected) => {
    const ranks = ranksToCredit(plan, held === null ? null : idOf(held), idOf(reached))
    expect(ranks.map((rank) => rank.code)).toEqual(expected)
  })

  test.each([
    ['C2 example 1', 'TOPAZ', 'RUBY', '2.5', ['2500.00000000', '6250.00000000']],
    ['C2 example 2', 'AMBER', 'JADE', '0.333333333', ['33.33333330']],
  ])('%s: %s reaches %s at rate %s', (_example, held, reached, rate, expected) => {
    const credited = ranksToCredit(plan, idOf(held), idOf(reached)).map(({ bonus }) => {
      return creditedAmount(eurOf(bonus), fraction(rate), plan.rankBonusCurrency).units
    })
    expect(credited.map((units) => formatUnits(units, 8))).toEqual(expected)
  })

  test('the whole ladder is worth 232,800 EUR', () => {
    const all = ranksToCredit(plan, null, idOf('TRIPLE_ULTIMA_DIAMOND'))
    expect(all.reduce((sum, rank) => sum + rank.bonus, 0n)).toBe(cents(232_800))
  })

  test('property: each rank is credited at most once, whatever orders come and go', () => {
    const events = fc.array(fc.bigInt({ min: -100_000_00n, max: 3_000_000_00n }), { maxLength: 40 })
    fc.assert(
      fc.property(events, (changes) => {
        let total = 0n
        let maxCredited: number | null = null
        const credited: number[] = []
        for (const change of changes) {
          total = total + change < 0n ? 0n : total + change
          const legs = [total / 2n, total / 4n]
          const reached = highestReachedRank(plan, total, legs)
          for (const rank of ranksToCredit(plan, maxCredited, reached.id)) {
            credited.push(rank.id)
            maxCredited = rank.id
          }
        }
        expect(credited).toEqual(credited.map((_, index) => index + 1))
      }),
      { numRuns: PROPERTY_CASES },
    )
  })
})

describe('rankRowStatus', () => {
  const [TOPAZ, SAPPHIRE, RUBY, EMERALD] = [5, 6, 7, 8]

  test('RNK-020 ranks are compared by id, as numbers', () => {
    expect(rankRowStatus(9, 10, 11)).toBe('reached')
    expect(rankRowStatus(100, 20, 21)).toBe('')
  })

  test('RNK-021 the row of the current rank has status current', () => {
    expect(rankRowStatus(SAPPHIRE, SAPPHIRE, RUBY)).toBe('current')
  })

  test('RNK-022 the row of the next rank has status next', () => {
    expect(rankRowStatus(RUBY, SAPPHIRE, RUBY)).toBe('next')
  })

  test('RNK-023 rows below the current rank have status reached', () => {
    expect(rankRowStatus(TOPAZ, SAPPHIRE, RUBY)).toBe('reached')
    expect(rankRowStatus(1, SAPPHIRE, null)).toBe('reached')
  })

  test('RNK-024 all other rows have a blank status', () => {
    expect(rankRowStatus(EMERALD, SAPPHIRE, RUBY)).toBe('')
    expect(rankRowStatus(EMERALD, SAPPHIRE, null)).toBe('')
  })
})

describe('rankDisplayName', () => {
  test('RNK-036 ULTIMA_DIAMOND is Elite Diamond', () => {
    expect(rankDisplayName('ULTIMA_DIAMOND')).toBe('Elite Diamond')
  })

  test('RNK-037 DOUBLE_ULTIMA_DIAMOND is Royal Diamond', () => {
    expect(rankDisplayName('DOUBLE_ULTIMA_DIAMOND')).toBe('Royal Diamond')
  })

  test('RNK-038 TRIPLE_ULTIMA_DIAMOND is Crown Diamond', () => {
    expect(rankDisplayName('TRIPLE_ULTIMA_DIAMOND')).toBe('Crown Diamond')
  })

  test.each([
    ['FREE', 'Free'],
    ['DIAMOND', 'Diamond'],
    ['BLACK_DIAMOND_2', 'Black Diamond 2'],
  ])('every other code is shown in words: %s is %s', (code, name) => {
    expect(rankDisplayName(code)).toBe(name)
  })
})

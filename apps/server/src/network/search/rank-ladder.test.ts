import {
  DEFAULT_PLAN_DOCUMENT,
  eurCents,
  type Plan,
  rankStanding,
  rankTurnover,
  fraction,
  readPlan,
} from '@partner-office/domain'
import fc from 'fast-check'
import { expect, test } from 'vitest'

import { NO_ROW } from '../columns.ts'
import { FiguresEngine } from '../figures-engine.ts'
import { RankLadder } from './rank-ladder.ts'

const { plan: PLAN } = readPlan(DEFAULT_PLAN_DOCUMENT) as { plan: Plan }

const share = fc.constantFrom('0', '0.1', '0.333333', '0.5', '0.6667', '1').map(fraction)
const plans: fc.Arbitrary<Plan> = fc
  .record({
    legRule: fc.constantFrom('ranked' as const, 'sequential' as const),
    countOwnTurnover: fc.boolean(),
    ranksAreKept: fc.boolean(),
    targets: fc.array(fc.bigInt({ min: 1n, max: 1_000n }), { minLength: 6, maxLength: 6 }),
    legs: fc.array(fc.array(share, { minLength: 1, maxLength: 4 }), { minLength: 6, maxLength: 6 }),
    gap: fc.integer({ min: 1, max: 3 }),
  })
  .map(({ targets, legs, gap, ...settings }) => {
    const rising = targets.toSorted((a, b) => Number(a - b))
    const ranks = PLAN.ranks.slice(0, 6).map((rank, at) => ({
      ...rank,
      id: 1 + at * gap,
      turnover: at === 0 ? rank.turnover : eurCents(rising[at]!),
      legPercents: legs[at]!,
    }))
    return { ...PLAN, ...settings, ranks }
  })

test('the place in plain numbers equals the rank of the exact rule', () => {
  fc.assert(
    fc.property(
      plans,
      fc.array(fc.integer({ min: 0, max: 900 }), { maxLength: 9 }),
      fc.integer({ min: 0, max: 500 }),
      fc.integer({ min: 0, max: 20 }),
      (plan, turnovers, own, held) => {
        const legsKept = Math.max(...plan.ranks.map((rank) => rank.legPercents.length))
        const engine = new FiguresEngine({
          activityDays: () => 0,
          turnoverStarts: [Number.NEGATIVE_INFINITY],
          legsKept,
        })
        engine.appendRow(1, NO_ROW, 0)
        engine.addOwnOnly(0, 0, own)
        turnovers.forEach((cents, at) =>
          engine.addOwnOnly(engine.appendRow(2 + at, 0, 0), 0, cents),
        )
        engine.rollUp()
        engine.holdRank('ordinary', 0, held)

        const { ownTurnover, teamTurnover } = engine.figuresAt(0)
        const total = rankTurnover(plan, {
          ownTurnover: eurCents(ownTurnover),
          teamTurnover: eurCents(teamTurnover),
        })
        const topLegs = engine.topLegs(engine.measures[0]!, 0).map(BigInt)
        const { currentRank } = rankStanding({ plan, heldRankId: held || null, total, topLegs })
        const ladder = new RankLadder(plan, legsKept)
        expect(ladder.codes[ladder.placeOf(engine, 0)]).toBe(currentRank.code)
      },
    ),
    { numRuns: 1_000 },
  )
})

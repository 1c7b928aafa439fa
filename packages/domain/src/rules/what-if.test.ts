import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { add, compare, fraction, toDecimalText } from '../fraction.ts'
import { eurCents } from '../money.ts'
import { defaultPlan } from '../testing/default-plan.ts'
import type { Plan } from '../plan/plan.ts'
import { PROPERTY_CASES } from '../testing/property-cases.ts'
import { smallPlan } from '../testing/random-months.ts'
import { fiftyPercentRule, type Leg } from './fifty-percent-rule.ts'
import { whatIf, type WhatIfQuestion } from './what-if.ts'

const plan = defaultPlan()
const idOf = (code: string) => plan.ranks.find((rank) => rank.code === code)!.id
const euros = (...turnovers: number[]): Leg[] =>
  turnovers.map((turnover, index) => ({ userId: index + 1, turnover: eurCents(turnover * 100) }))

function ask(legs: Leg[], changes: Partial<WhatIfQuestion> = {}) {
  return whatIf({ plan, heldRankId: idOf('SAPPHIRE'), legs, ownTurnover: eurCents(0), ...changes })
}

describe('whatIf', () => {
  test('C1 example 1: RUBY lacks 8,000, and both capped legs add nothing', () => {
    const answer = ask(euros(60_000, 30_000, 8_000, 4_000))
    expect(answer).toMatchObject({
      targetRank: { code: 'RUBY' },
      reachedRank: { code: 'SAPPHIRE' },
      totalTurnover: 102_000_00n,
      progress: 92,
      reached: false,
    })
    expect(toDecimalText(answer.countingTurnover)).toBe('9200000')
    expect(toDecimalText(answer.missing)).toBe('800000')
    expect(answer.legs.map(({ qualified }) => qualified)).toEqual([true, true, false, false])
    expect(answer.legs.map(({ nextEuro }) => toDecimalText(nextEuro))).toEqual([
      '0',
      '0',
      '100',
      '100',
    ])
    expect(answer.legs.map(({ room }) => room && toDecimalText(room))).toEqual([
      '0',
      '0',
      '2200000',
      '2600000',
    ])
    expect(answer.cheapest).toEqual({
      amount: 8_000_00n,
      parts: [{ userId: 3, amount: 8_000_00n }],
    })
  })

  test('C1 example 2: the first leg counts 5,000 more, the second one nothing', () => {
    const { legs } = ask(euros(45_000, 40_000, 10_000, 5_000))
    expect(legs.map(({ room }) => room && toDecimalText(room))).toEqual([
      '500000',
      '0',
      '3000000',
      '3500000',
    ])
    // The leg is at its cap for the second place, but as the largest leg it counts up to 50,000.
    const grown = ask(euros(45_000, 45_000, 10_000, 5_000)).legs
    expect(grown.map(({ nextEuro }) => toDecimalText(nextEuro))).toEqual([
      '100',
      '100',
      '100',
      '100',
    ])
  })

  test('legs that reach the rank say so, and nothing is missing', () => {
    expect(ask(euros(50_000, 30_000, 20_000))).toMatchObject({
      reachedRank: { code: 'RUBY' },
      reached: true,
      progress: 100,
      missing: { num: 0n },
      cheapest: null,
    })
  })

  test.each([
    ['a cent short', 1_999_999n, '1', false],
    ['exactly there', 2_000_000n, '0', true],
    ['a cent more', 2_000_001n, '0', true],
  ])('a target that is %s', (_, last, missing, reached) => {
    const [first, second] = euros(50_000, 30_000)
    const answer = ask([first!, second!, { userId: 3, turnover: eurCents(last) }])
    expect(toDecimalText(answer.missing)).toBe(missing)
    expect(answer.reached).toBe(reached)
    expect(answer.targetRank.code).toBe('RUBY')
    expect(answer.reachedRank.code).toBe(reached ? 'RUBY' : 'SAPPHIRE')
  })

  test('without legs the least way opens as many as the caps need', () => {
    const { cheapest } = ask([])
    expect(cheapest).toEqual({
      amount: 100_000_00n,
      parts: [
        { userId: null, amount: 50_000_00n },
        { userId: null, amount: 30_000_00n },
        { userId: null, amount: 20_000_00n },
      ],
    })
  })

  test('a leg without turnover is filled before a new one is opened', () => {
    expect(ask(euros(0)).cheapest?.parts).toEqual([
      { userId: 1, amount: 50_000_00n },
      { userId: null, amount: 30_000_00n },
      { userId: null, amount: 20_000_00n },
    ])
  })

  test('another rank can be chosen, and a held rank stays', () => {
    const answer = ask(euros(100), { targetRankId: idOf('JADE') })
    expect(answer).toMatchObject({
      targetRank: { code: 'JADE' },
      reachedRank: { code: 'SAPPHIRE' },
    })
    expect(ask(euros(1), { heldRankId: 12 }).targetRank.code).toBe('TRIPLE_ULTIMA_DIAMOND')
  })

  test('C11.19 own turnover counts where the plan says so', () => {
    const counting = { ...plan, countOwnTurnover: true }
    const own = { plan: counting, ownTurnover: eurCents(8_000_00n) }
    expect(ask(euros(60_000, 30_000, 8_000, 4_000), own).reached).toBe(true)
    expect(ask(euros(60_000, 30_000, 8_000, 4_000), { ...own, plan }).reached).toBe(false)
  })

  test('a capped leg counts again once it is the largest', () => {
    const { legs } = ask(euros(45_000, 45_000, 10_000, 5_000))
    expect(legs.map(({ nextEuro }) => toDecimalText(nextEuro))).toEqual([
      '100',
      '100',
      '100',
      '100',
    ])
  })

  const legLists = fc
    .array(
      fc.oneof(fc.integer({ min: 0, max: 200_000 }), fc.constantFrom(25_000, 15_000, 50_000)),
      {
        maxLength: 9,
      },
    )
    .map((turnovers) =>
      turnovers.map((turnover, index) => ({ userId: index + 1, turnover: eurCents(turnover) })),
    )
  const oddLegs = [fraction('0.333333333'), fraction('0.3')]
  const withOddCaps = smallPlan().ranks.map((rank) => ({ ...rank, legPercents: oddLegs }))
  const questions = fc.record({
    plan: fc.constantFrom<Plan>(
      smallPlan(),
      smallPlan({ legRule: 'sequential' }),
      smallPlan({ countOwnTurnover: true }),
      smallPlan({ ranks: withOddCaps }),
    ),
    heldRankId: fc.integer({ min: 1, max: 12 }),
    legs: legLists,
    ownTurnover: fc.nat({ max: 100_000 }).map(eurCents),
  })
  const grow = (question: WhatIfQuestion, userId: number | null, by: bigint) => {
    const { legs } = question
    const created = { userId: 1_000 + legs.length, turnover: eurCents(by) }
    if (userId === null) return { ...question, legs: [...legs, created] }
    return {
      ...question,
      legs: legs.map((leg) =>
        leg.userId === userId ? { ...leg, turnover: eurCents(leg.turnover + by) } : leg,
      ),
    }
  }
  const counted = (question: WhatIfQuestion, targetRankId: number) =>
    whatIf({ ...question, targetRankId }).countingTurnover

  test('the next euro of every leg adds the difference that a leg larger by one euro makes', () => {
    fc.assert(
      fc.property(questions, (question) => {
        const { legs, targetRank, countingTurnover } = whatIf(question)
        for (const { userId, nextEuro, room } of legs) {
          const after = counted(grow(question, userId, 100n), targetRank.id)
          expect(compare(add(countingTurnover, nextEuro), after)).toBe(0)
          if (room !== null && compare(room, fraction(100)) < 0) continue
          expect(toDecimalText(nextEuro)).toBe('100')
        }
      }),
      { numRuns: PROPERTY_CASES },
    )
  })

  test('all of a leg’s room counts, and under `ranked` not a cent more does at once', () => {
    fc.assert(
      fc.property(questions, (question) => {
        const { legs, targetRank, countingTurnover } = whatIf(question)
        for (const { userId, room } of legs) {
          const cents = room === null ? 5_000_000n : room.num / room.den
          const full = counted(grow(question, userId, cents), targetRank.id)
          expect(compare(full, add(countingTurnover, fraction(cents)))).toBe(0)
          if (room === null || question.plan.legRule !== 'ranked' || room.den !== 1n) continue
          const more = counted(grow(question, userId, cents + 1n), targetRank.id)
          expect(compare(more, full)).toBe(0)
        }
      }),
      { numRuns: PROPERTY_CASES },
    )
  })

  test('the cheapest way reaches the rank, and a cent less in all does not', () => {
    fc.assert(
      fc.property(questions, (question) => {
        const { cheapest, reached, targetRank, missing } = whatIf(question)
        if (reached) return
        expect(cheapest).not.toBeNull()
        const { amount, parts } = cheapest!
        expect(parts.reduce((sum, part) => sum + part.amount, 0n)).toBe(amount)
        // Nothing counts twice, so less than the missing turnover is never enough.
        expect(compare(fraction(amount - 1n), missing)).toBe(-1)
        const after = parts.reduce<WhatIfQuestion>(
          (grown, part) => grow(grown, part.userId, part.amount),
          question,
        )
        expect(whatIf({ ...after, targetRankId: targetRank.id }).reached).toBe(true)
      }),
      { numRuns: PROPERTY_CASES },
    )
  })

  test('the counting turnover equals the server rule', () => {
    fc.assert(
      fc.property(questions, (question) => {
        const { plan: asked, legs } = question
        const { targetRank, countingTurnover, totalTurnover } = whatIf(question)
        const { turnover: target, legPercents: percents } = targetRank
        const ownTurnover = asked.countOwnTurnover ? question.ownTurnover : eurCents(0)
        const rule = fiftyPercentRule({ legs, target, percents, rule: asked.legRule, ownTurnover })
        expect(compare(countingTurnover, rule.countingTurnover)).toBe(0)
        expect(totalTurnover).toBe(rule.totalTurnover)
      }),
      { numRuns: PROPERTY_CASES },
    )
  })
})

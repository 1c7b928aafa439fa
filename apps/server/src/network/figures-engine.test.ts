import { eurCents, type EurCents, foldActivity } from '@partner-office/domain'
import { figuresOf } from '@partner-office/domain/testing/figures.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import type { Fact } from './facts.ts'
import { FiguresDraft } from './figures-draft.ts'
import { NO_ROW } from './columns.ts'
import { FiguresEngine, type FiguresRules } from './figures-engine.ts'
import { randomFacts } from '../testing/random-facts.ts'
import { reindexed } from './reindex.ts'

const RULES: FiguresRules = {
  activityDays: (cents) => (cents >= 5_000 ? 30 : 0),
  turnoverStarts: [Number.NEGATIVE_INFINITY, 500_000_000_000],
  legsKept: 2,
}

function engineOf(facts: readonly Fact[]): FiguresEngine {
  const engine = new FiguresEngine(RULES, 1)
  for (const fact of facts) engine.apply(fact)
  return engine
}

/** All answers of the engine by partner, without row numbers, which differ between two engines of the same facts. */
function answersOf(engine: FiguresEngine) {
  const rows = [...engine.ids.subarray(0, engine.size).keys()]
  return new Map(
    rows
      .map((row) => {
        const measures = engine.measures.map((measure) => ({
          own: measure.own[row],
          team: measure.team[row],
          legs: engine.topLegs(measure, row),
        }))
        const answer = {
          ...engine.figuresAt(row),
          measures,
          depth: engine.depthOf(row),
          blocked: engine.blocked[row],
        }
        return [engine.ids[row]!, answer] as const
      })
      .sort(([a], [b]) => a - b),
  )
}

function referenceOf(facts: readonly Fact[], start = Number.NEGATIVE_INFINITY) {
  const partners = facts.filter((fact) => fact.kind === 'partner')
  const own = new Map<number, EurCents>()
  for (const fact of facts) {
    if (fact.kind !== 'order' && fact.kind !== 'cancellation') continue
    if (fact.paidAt < start) continue
    const cents = fact.kind === 'order' ? fact.cents : -fact.cents
    own.set(fact.partnerId, eurCents((own.get(fact.partnerId) ?? 0n) + BigInt(cents)))
  }
  return figuresOf(partners, own)
}

describe('figures engine', () => {
  test('ENT-021 the figures equal the plain recursion on any tree after any sequence of facts', () => {
    fc.assert(
      fc.property(randomFacts(), (facts) => {
        const engine = engineOf(facts)
        for (const [id, expected] of referenceOf(facts)) {
          const figures = engine.figuresAt(engine.rowOf(id))
          expect(figures).toMatchObject({
            ownTurnover: Number(expected.ownTurnover),
            flSize: expected.flSize,
            flTurnover: Number(expected.flTurnover),
            teamSize: expected.teamSize,
            teamTurnover: Number(expected.teamTurnover),
          })
        }
      }),
    )
  })

  test('the largest legs of every measure equal the plain recursion', () => {
    fc.assert(
      fc.property(randomFacts(), (facts) => {
        const engine = engineOf(facts)
        engine.measures.forEach((measure) => {
          for (const [id, { legs }] of referenceOf(facts, measure.start)) {
            const largest = legs.map(({ turnover }) => Number(turnover)).toSorted((a, b) => b - a)
            const row = engine.rowOf(id)
            const kept = engine.topLegs(measure, row)
            expect(kept).toEqual([largest[0] ?? 0, largest[1] ?? 0])
          }
        })
      }),
    )
  })

  test('the largest of many legs are right while orders come and are cancelled', () => {
    const purchases = fc.array(
      fc.tuple(fc.integer({ min: 2, max: 9 }), fc.integer({ min: 1, max: 99 })),
    )
    fc.assert(
      fc.property(purchases, fc.integer({ min: 1, max: 3 }), (orders, legsKept) => {
        const engine = new FiguresEngine({ ...RULES, legsKept })
        engine.appendRow(1, NO_ROW, 0)
        for (let id = 2; id <= 9; id += 1) engine.appendRow(id, 0, 0)
        engine.rollUp()
        const measure = engine.measures[0]!
        const facts = [
          ...orders.map(([partnerId, cents]) => ({ kind: 'order' as const, partnerId, cents })),
          ...orders.map(([partnerId, cents]) => ({
            kind: 'cancellation' as const,
            partnerId,
            cents,
          })),
        ]
        facts.forEach((fact, at) => {
          engine.apply({ ...fact, fact: at + 1, paidAt: 0 })
          const legs = [...measure.own.subarray(1, 9)].toSorted((a, b) => b - a)
          if (at % 3 > 0) expect(engine.topLegs(measure, 0)).toEqual(legs.slice(0, legsKept))
        })
      }),
    )
  })

  test('many facts at once give the same figures as one after the other', () => {
    fc.assert(
      fc.property(
        randomFacts({ fewest: 150, most: 250 }),
        fc.integer({ min: 0, max: 80 }),
        (facts, indexed) => {
          const engine = reindexed(engineOf(facts.slice(0, indexed)))
          engine.applyAll(facts.slice(indexed))
          expect(answersOf(engine)).toEqual(answersOf(engineOf(facts)))
          expect(engine.turnover).toBe(engineOf(facts).turnover)
        },
      ),
    )
  })

  test('a refused fact leaves all facts before it applied', () => {
    const partner: Fact = { kind: 'partner', fact: 1, id: 1, sponsorId: null, registeredAt: 0 }
    const engine = reindexed(engineOf([partner]))
    const orders = Array.from({ length: 100 }, (_, at): Fact => {
      return { kind: 'order', fact: at + 2, partnerId: at === 90 ? 7 : 1, paidAt: 0, cents: 1 }
    })
    expect(() => engine.applyAll(orders)).toThrow('The figures do not know partner 7')
    expect([engine.asOf, engine.figuresAt(0).ownTurnover]).toEqual([91, 90])
  })

  test('activity is the fold of the orders that are not cancelled, by payment, in any order of arrival', () => {
    fc.assert(
      fc.property(randomFacts(), (facts) => {
        const engine = engineOf(facts)
        const cancelled = facts.filter((fact) => fact.kind === 'cancellation')
        for (let row = 0; row < engine.size; row += 1) {
          const mine = facts.filter(
            (fact) => fact.kind === 'order' && fact.partnerId === engine.ids[row],
          )
          const left = [...cancelled]
          const standing = mine.filter((order) => {
            const at = left.findIndex(
              (other) =>
                order.kind === 'order' &&
                other.partnerId === order.partnerId &&
                other.paidAt === order.paidAt &&
                other.cents === order.cents,
            )
            if (at >= 0) left.splice(at, 1)
            return at < 0
          })
          const counted = standing.flatMap((order) =>
            order.kind === 'order' && order.cents >= 5_000
              ? [{ paidAt: order.paidAt, days: 30 }]
              : [],
          )
          expect(engine.activeUntil(row)).toBe(foldActivity(counted))
        }
      }),
    )
  })

  test('indexing changes no answer and makes every downline an interval', () => {
    fc.assert(
      fc.property(randomFacts(), (facts) => {
        const engine = engineOf(facts)
        const indexed = reindexed(engine)
        expect(answersOf(indexed)).toEqual(answersOf(engine))
        for (let row = 0; row < indexed.size; row += 1) {
          const below = [...Array(indexed.size).keys()].filter((other) =>
            [...indexed.ancestors(other)].includes(row),
          )
          const interval = [...Array(indexed.teamSize[row]!).keys()].map((at) => row + 1 + at)
          expect(below).toEqual(interval)
        }
      }),
    )
  })

  test('a draft of orders equals the engine after they are recorded', () => {
    fc.assert(
      fc.property(randomFacts(), randomFacts(), (facts, more) => {
        const engine = engineOf(facts)
        if (engine.size === 0) return
        const orders = more
          .filter((fact) => fact.kind === 'order')
          .map(({ paidAt, cents, partnerId }) => ({
            paidAt,
            cents,
            id: engine.ids[partnerId % engine.size]!,
          }))
          .toSorted((a, b) => a.paidAt - b.paidAt)
        const draft = new FiguresDraft(engine)
        for (const { id, paidAt, cents } of orders) {
          draft.addActivity(engine.rowOf(id), paidAt, cents)
          draft.addTurnover(engine.rowOf(id), paidAt, cents)
        }
        const before = answersOf(engine)
        const after = engineOf(facts)
        for (const { id, paidAt, cents } of orders) {
          after.apply({ kind: 'order', fact: after.asOf + 1, partnerId: id, paidAt, cents })
        }

        expect(answersOf(engine)).toEqual(before)
        const end = orders.at(-1)?.paidAt ?? 0
        for (let row = 0; row < engine.size; row += 1) {
          const same = after.rowOf(engine.ids[row]!)
          after.measures.forEach((measure, number) => {
            expect(draft.ownTurnover(number, row)).toBe(measure.own[same])
            expect(draft.teamTurnover(number, row)).toBe(measure.team[same])
            const legs = [0, 1].map((place) => draft.topLeg(number, row, place))
            expect(legs).toEqual(after.topLegs(measure, same))
          })
          expect(draft.isActiveAt(row, end)).toBe((after.activeUntil(same, end) ?? 0) > end)
        }
      }),
    )
  })

  test('a chain 100,000 deep takes an order and is indexed', () => {
    const engine = new FiguresEngine(RULES)
    const depth = 100_000
    for (let id = 1; id <= depth; id += 1) {
      engine.appendRow(id, id === 1 ? NO_ROW : id - 2, 0)
    }
    engine.rollUp()
    engine.asOf = depth
    engine.apply({ kind: 'order', fact: depth + 1, partnerId: depth, paidAt: 1, cents: 700 })
    const indexed = reindexed(engine)
    expect(indexed.figuresAt(0)).toMatchObject({
      teamSize: depth - 1,
      teamTurnover: 700,
      flSize: 1,
    })
  })

  test('the memory of every part is counted', () => {
    const engine = new FiguresEngine(RULES)
    engine.appendRow(1, NO_ROW, 0)
    for (let row = 1; row < 100; row += 1) engine.appendRow(1 + row, 0, 0)
    engine.rollUp()
    const facts = [
      { kind: 'partner', id: 500, sponsorId: 1, registeredAt: 0 },
      { kind: 'order', partnerId: 500, paidAt: 0, cents: 5_000 },
    ] as const
    facts.forEach((fact, at) => engine.apply({ ...fact, fact: at + 1 }))
    for (const [part, bytes] of Object.entries(engine.bytes())) {
      expect(bytes, part).toBeGreaterThan(0)
    }
  })

  test('a fact out of order is refused', () => {
    const engine = engineOf([{ kind: 'partner', fact: 1, id: 7, sponsorId: null, registeredAt: 0 }])
    const again: Fact = { kind: 'partner', fact: 1, id: 8, sponsorId: null, registeredAt: 0 }
    expect(() => engine.apply(again)).toThrow('Fact 1 came after fact 1')
  })
})

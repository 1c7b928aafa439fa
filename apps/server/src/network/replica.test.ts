import { setImmediate as turn } from 'node:timers/promises'

import { DEFAULT_PLAN_DOCUMENT, type Plan, readPlan } from '@partner-office/domain'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import type { Fact } from './facts.ts'
import { FiguresEngine, type FiguresRules } from './figures-engine.ts'
import { randomFacts } from '../testing/random-facts.ts'
import { Replica } from './replica.ts'

const RULES: FiguresRules = {
  activityDays: (cents) => (cents >= 5_000 ? 30 : 0),
  turnoverStarts: [Number.NEGATIVE_INFINITY, 500_000_000_000],
  legsKept: 2,
}
const { plan } = readPlan(DEFAULT_PLAN_DOCUMENT) as { plan: Plan }
const PLAN = { version: 1, plan }
const NOW = 0

function engineOf(facts: readonly Fact[]): FiguresEngine {
  const engine = new FiguresEngine(RULES, 1)
  for (const fact of facts) engine.apply(fact)
  return engine
}

/** All answers of the engine, by partner. */
function answersOf(engine: FiguresEngine) {
  const ids = Array.from(engine.ids.subarray(0, engine.size)).sort((a, b) => a - b)
  return ids.map((id) => {
    const row = engine.rowOf(id)
    return {
      id,
      ...engine.figuresAt(row),
      ...engine.heldRankAt(row),
      activity: engine.activityOf(row, Number.POSITIVE_INFINITY),
      blocked: engine.blocked[row],
      legs: engine.measures.map((measure) => engine.topLegs(measure, row)),
      own: engine.measures.map(({ own }) => own[row]),
      name: nameOf(engine, row),
    }
  })
}

function nameOf({ names, firstName }: FiguresEngine, row: number): string {
  const entry = firstName[row]!
  return Buffer.from(names.text.subarray(names.startOf(entry), names.startOf(entry + 1))).toString()
}

/** The downline of a partner as the index finds it, with ranks. */
async function teamOf(replica: Replica, id: number) {
  const index = await replica.teams(PLAN)
  const { engine } = index
  const { rows, total } = index.find({
    top: engine.rowOf(id),
    scope: 'downline',
    sort: 'teamTurnover',
    isDescending: true,
    offset: 0,
    limit: 1_000,
    bounds: [],
    rank: null,
    active: null,
    now: NOW,
    name: null,
  })
  expect(total).toBe(rows.length)
  return rows.map((row) => [engine.ids[row], index.rankOf(row)])
}

// Every step of long work becomes a slice of its own, so that facts arrive between any two steps.
beforeEach(() => {
  let now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => (now += 1_000))
})
afterEach(() => vi.restoreAllMocks())

test('an index built while facts arrive has the same figures as the facts', async () => {
  await fc.assert(
    fc.asyncProperty(
      randomFacts(),
      fc.nat(60),
      fc.array(fc.nat(12), { maxLength: 60 }),
      async (facts, before, pauses) => {
        const replica = new Replica(engineOf(facts.slice(0, before)))
        const indexing = replica.reindex(PLAN)
        for (const [at, fact] of facts.slice(before).entries()) {
          for (let turns = pauses[at] ?? 0; turns > 0; turns -= 1) await turn()
          replica.apply([fact])
          if (fact.kind === 'order') {
            const names = { firstName: `Renamed ${fact.fact}`, lastName: '' }
            replica.rename({ id: fact.partnerId, ...names })
          }
        }
        expect(await indexing).toBe(true)

        const reference = engineOf(facts)
        for (const fact of facts.slice(before)) {
          if (fact.kind !== 'order') continue
          reference.rename(reference.rowOf(fact.partnerId), `Renamed ${fact.fact}`, '')
        }
        expect(answersOf(replica.engine)).toEqual(answersOf(reference))
        expect(replica.engine.asOf).toBe(reference.asOf)
        expect(replica.engine.turnover).toBe(reference.turnover)
        const plain = new Replica(reference)
        for (const id of reference.ids.subarray(0, reference.size)) {
          expect(await teamOf(replica, id)).toEqual(await teamOf(plain, id))
        }
      },
    ),
    { numRuns: 150 },
  )
}, 120_000)

const PARTNER = { kind: 'partner', sponsorId: null, registeredAt: 0 } as const

test('a held replica keeps its rows, and a replaced engine does not come back', async () => {
  const first = engineOf([{ ...PARTNER, fact: 1, id: 1 }])
  const replica = new Replica(first)
  const release = replica.hold()
  const held = replica.reindex(PLAN)
  for (let turns = 0; turns < 200; turns += 1) await turn()
  expect(replica.engine).toBe(first)
  release()
  expect(await held).toBe(true)
  expect(replica.engine).not.toBe(first)

  const replaced = replica.reindex(PLAN)
  const other = engineOf([{ ...PARTNER, fact: 1, id: 2 }])
  replica.replace(other, null)
  expect(await replaced).toBe(false)
  expect(replica.engine).toBe(other)
})

test('facts that are read twice are applied once, with all facts of one number', () => {
  const partners = Array.from({ length: 5_000 }, (_, at) => ({
    ...PARTNER,
    fact: at + 1,
    id: at + 1,
  }))
  const ranks = partners.map(({ fact, id }) => ({
    kind: 'rank' as const,
    fact,
    partnerId: id,
    ladder: 'ordinary' as const,
    rankId: 3,
  }))
  const replica = new Replica(engineOf([]))
  const facts = partners.flatMap((partner, at) => [partner, ranks[at]!])
  replica.apply(facts)
  replica.apply(facts)
  const { engine } = replica
  expect(engine.size).toBe(5_000)
  expect(engine.heldOrdinary.subarray(0, 5_000).every((rank) => rank === 3)).toBe(true)
})

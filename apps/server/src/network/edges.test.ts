import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { Core } from '../core/core.ts'
import { recordOrder } from '../testing/record-order.ts'
import { importPartners } from '../business/partners/import-partners.ts'
import { asUpload, openTestCore, TEST_NOW } from '../testing/core.ts'
import { openEmbedded } from '../testing/databases.ts'
import type { Fact } from './facts.ts'
import { FiguresDraft } from './figures-draft.ts'
import { NO_ROW } from './columns.ts'
import { FiguresEngine, type FiguresRules } from './figures-engine.ts'
import { IdIndex } from './id-index.ts'
import { loadEngine } from './load-engine.ts'
import { lastFact, readFacts } from './read-facts.ts'
import { reindexed } from './reindex.ts'

const START = 1_000
const RULES: FiguresRules = {
  activityDays: (cents) => (cents >= 5_000 ? 30 : 0),
  turnoverStarts: [Number.NEGATIVE_INFINITY, START],
  legsKept: 2,
}
const DAY = 86_400_000

/** A chain of two partners, 1 above 2, with row numbers 0 and 1. */
function chain(): FiguresEngine {
  const engine = new FiguresEngine(RULES, 1)
  engine.apply({ kind: 'partner', fact: 1, id: 1, sponsorId: null, registeredAt: 0 })
  engine.apply({ kind: 'partner', fact: 2, id: 2, sponsorId: 1, registeredAt: 0 })
  return engine
}

const order = (fact: number, paidAt: number, cents = 700): Fact => ({
  kind: 'order',
  fact,
  partnerId: 2,
  paidAt,
  cents,
})

/** Own turnover of partner 2 and team turnover of partner 1 since `START`. */
const since = ({ measures: [, measure] }: FiguresEngine) => [measure!.own[1], measure!.team[0]]

test.each([
  ['one below', START - 1, [0, 0]],
  ['equal', START, [700, 700]],
  ['one above', START + 1, [700, 700]],
])('an order counts from the start of a measure: %s', (_, paidAt, expected) => {
  const single = chain()
  single.apply(order(3, paidAt))
  expect(since(single)).toEqual(expected)

  const together = reindexed(chain())
  const others = Array.from({ length: 100 }, (_unused, at) => order(4 + at, START - 10, 1))
  together.applyAll([order(3, paidAt), ...others])
  expect(since(together)).toEqual(expected)

  const bulk = chain()
  bulk.addOwnOnly(1, paidAt, 700)
  bulk.rollUp()
  expect(since(bulk)).toEqual(expected)

  const draft = new FiguresDraft(chain())
  draft.addTurnover(1, paidAt, 700)
  const measure = draft.measureFrom(START)
  expect([draft.ownTurnover(measure, 1), draft.teamTurnover(measure, 0)]).toEqual(expected)
})

test.each([63, 64, 65])('%d facts at once have the same result as one after the other', (count) => {
  const facts = Array.from({ length: count }, (_, at) => order(3 + at, at))
  const [together, single] = [reindexed(chain()), chain()]
  together.applyAll(facts)
  for (const fact of facts) single.apply(fact)
  expect(together.figuresAt(0)).toEqual(single.figuresAt(0))
  expect(together.figuresAt(1)).toEqual(single.figuresAt(1))
})

test.each([
  ['one below', -1, null],
  ['equal', 0, START + 30 * DAY],
  ['one above', 1, START + 30 * DAY],
])('activity counts orders paid up to an instant: %s', (_, off, expected) => {
  const engine = chain()
  engine.apply(order(3, START, 5_000))
  expect(engine.activeUntil(1, START + off)).toBe(expected)
  expect(engine.activityOf(1, START + off)).toHaveLength(expected === null ? 0 : 1)
})

test.each([
  ['one below', 4_999, null],
  ['equal', 5_000, START + 30 * DAY],
  ['one above', 5_001, START + 30 * DAY],
])('an order of at least the minimum makes its buyer active: %s', (_, cents, expected) => {
  const engine = chain()
  engine.apply(order(3, START, cents))
  expect(engine.activeUntil(1)).toBe(expected)
})

test.each([
  ['one below', -1, true],
  ['equal', 0, false],
  ['one above', 1, false],
])('C8 a partner of a draft is active until strictly before the end: %s', (_, off, isActive) => {
  const end = START + 30 * DAY
  const drafted = new FiguresDraft(chain())
  drafted.addActivity(1, START, 5_000)
  expect(drafted.isActiveAt(1, end + off)).toBe(isActive)

  const recorded = chain()
  recorded.apply(order(3, START, 5_000))
  expect(new FiguresDraft(recorded).isActiveAt(1, end + off)).toBe(isActive)
})

test.each([
  ['one below', 2 ** 32 - 2, Uint32Array],
  ['equal', 2 ** 32 - 1, Uint32Array],
  ['one above', 2 ** 32, Float64Array],
  ['far above', 2 ** 53 - 1, Float64Array],
])('ids are kept exactly beyond 32 bits: %s', (_, id, kind) => {
  const engine = chain()
  engine.apply({ kind: 'partner', fact: 3, id, sponsorId: 2, registeredAt: 0 })
  expect(engine.ids).toBeInstanceOf(kind)
  expect([1, 2, id].map((each) => engine.rowOf(each))).toEqual([0, 1, 2])
  expect(engine.rowOf(id - 2 ** 32)).toBe(NO_ROW)
  const copy = reindexed(engine)
  expect(copy.ids[copy.rowOf(id)]).toBe(id)
})

test('facts are applied in order: one below and equal are refused, the next one is applied', () => {
  const refused = (fact: number) => () => chain().apply(order(fact, 0))
  expect(refused(1)).toThrow('Fact 1 came after fact 2')
  expect(refused(2)).toThrow('Fact 2 came after fact 2')
  const engine = chain()
  engine.apply(order(3, 0))
  engine.apply({ kind: 'rank', fact: 3, partnerId: 2, ladder: 'ordinary', rankId: 4 })
  expect([engine.asOf, engine.heldRankAt(1).ordinary]).toEqual([3, 4])
  const early = { kind: 'rank', fact: 2, partnerId: 2, ladder: 'ordinary', rankId: 5 } as const
  expect(() => engine.apply(early)).toThrow('Fact 2 came after fact 3')
})

test.each([
  [3, 4],
  [4, 3],
  [4, 4],
  [4, 5],
])('of held ranks %d and %d the higher one stays', (first, second) => {
  const engine = chain()
  for (const [at, rankId] of [first, second].entries()) {
    engine.apply({ kind: 'rank', fact: 3 + at, partnerId: 2, ladder: 'bonus', rankId })
  }
  expect(engine.heldRankAt(1)).toEqual({ ordinary: 0, bonus: Math.max(first, second) })
})

test.each([3, 4, 5, 6])(
  'the largest legs of %d children are right, before and after a cancellation',
  (count) => {
    const engine = new FiguresEngine(RULES, 1)
    engine.apply({ kind: 'partner', fact: 1, id: 1, sponsorId: null, registeredAt: 0 })
    const measure = engine.measures[0]!
    for (let id = 2; id <= 1 + count; id += 1) {
      engine.apply({ kind: 'partner', fact: id, id, sponsorId: 1, registeredAt: 0 })
    }
    let fact = 100
    for (let id = 2; id <= 1 + count; id += 1) {
      engine.apply({ kind: 'order', fact: fact++, partnerId: id, paidAt: 0, cents: id * 100 })
    }
    const [first, second, third] = [1 + count, count, count - 1].map((id) => id * 100)
    expect(engine.topLegs(measure, 0)).toEqual([first, second])
    const cancelled = { partnerId: 1 + count, paidAt: 0, cents: first! }
    engine.apply({ kind: 'cancellation', fact: fact++, ...cancelled })
    expect(engine.topLegs(measure, 0)).toEqual([second, third])
  },
)

test.each([20, 21, 22, 31, 32, 33])('an id table finds %d ids, and no other', (count) => {
  const ids = Float64Array.from({ length: count }, (_, at) => at * 8 + 1)
  const [single, bulk] = [new IdIndex(), new IdIndex()]
  ids.forEach((id, row) => single.set(ids, id, row))
  bulk.setAll(ids, 0, count)
  for (const index of [single, bulk, IdIndex.restored(bulk.slots)]) {
    ids.forEach((id, row) => expect(index.get(ids, id)).toBe(row))
    expect(index.get(ids, count * 8 + 1)).toBe(NO_ROW)
  }
})

describe('the network on a database', () => {
  let core: Core
  /** Partner 1, registered at 1 000, partner 2 below, registered at 2 000, and an order of partner 2, paid at 3 000. */
  beforeAll(async () => {
    core = await openTestCore(await openEmbedded())
    const text = `id,sponsorId,email,firstName,lastName,registeredAt,countryId,phone,password
1,,one@example.com,Ada,Root,1000,DE,,
2,1,two@example.com,Bea,Leg,2000,DE,,
`
    await importPartners(core, asUpload(text))
    await recordOrder(core, { orderId: 1, partnerId: 2, paidAt: 3_000, cents: 700 })
  })
  afterAll(() => core.database.close())

  test('facts are read after one number and up to another', async () => {
    const { read } = core.database
    const last = await lastFact(read)
    const numbersOf = async (wanted: Parameters<typeof readFacts>[1]) =>
      (await readFacts(read, wanted)).map(({ fact }) => fact)
    const numbers = await numbersOf({ after: 0, upTo: last })
    expect(numbers).toHaveLength(3)
    const [first, second, third] = numbers as [number, number, number]
    for (const [after, upTo, expected] of [
      [first - 1, third, numbers],
      [first, third, [second, third]],
      [first, third - 1, [second]],
      [second, third, [third]],
      [second, second, []],
      [third, third + 1, []],
    ] as const) {
      expect(await numbersOf({ after, upTo })).toEqual(expected)
    }
    expect(await numbersOf({ after: 0, upTo: last, of: [2] })).toEqual([second, third])
  })

  test('the figures before an instant count what happened before it, not at it', async () => {
    for (const [before, size, turnover] of [
      [1_000, 0, 0],
      [1_001, 1, 0],
      [2_000, 1, 0],
      [2_001, 2, 0],
      [3_000, 2, 0],
      [3_001, 2, 700],
    ] as const) {
      const engine = await loadEngine(core.database.read, RULES, { before })
      expect([before, engine.size, engine.turnover]).toEqual([before, size, turnover])
    }
  })

  test('everything is reindexed when more than 10,000 partners are not indexed', async () => {
    const { network } = core
    const joinUpTo = (size: number) => {
      const { engine } = network
      for (let id = engine.size + 1; id <= size; id += 1) {
        const fact = engine.asOf + 1
        engine.apply({ kind: 'partner', fact, id, sponsorId: 1, registeredAt: 0 })
      }
    }
    for (const [size, isDue] of [
      [9_999, false],
      [10_000, false],
      [10_001, true],
    ] as const) {
      joinUpTo(size)
      expect([size, await network.reindexIfDue(TEST_NOW)]).toEqual([size, isDue])
    }
    expect(network.engine.indexed).toBe(10_001)
  })
})

import { DEFAULT_PLAN_DOCUMENT, type Plan, readPlan } from '@partner-office/domain'
import fc from 'fast-check'
import { expect, test } from 'vitest'

import { SeededRandom } from '../../demo/random.ts'
import type { Fact } from '../facts.ts'
import { NO_ROW } from '../columns.ts'
import { FiguresEngine, type FiguresRules } from '../figures-engine.ts'
import { NameBook } from '../name-book.ts'
import { reindexed } from '../reindex.ts'
import { naiveTeam } from '../../testing/naive-team.ts'
import { MEASURES, SORT_FIELDS, type TeamQuestion } from './question.ts'
import { RankLadder } from './rank-ladder.ts'
import { type Limits, TeamIndex } from './team-index.ts'

const RULES: FiguresRules = {
  activityDays: (cents) => (cents >= 5_000 ? 30 : 0),
  turnoverStarts: [Number.NEGATIVE_INFINITY],
  legsKept: 2,
}
const PLAN = (readPlan(DEFAULT_PLAN_DOCUMENT) as { plan: Plan }).plan
const PLANS: readonly Plan[] = [
  PLAN,
  { ...PLAN, ranksAreKept: false },
  { ...PLAN, legRule: 'sequential', ranksAreKept: false },
  { ...PLAN, countOwnTurnover: true },
]
const DAY = 86_400_000

const FIRST_NAMES = [
  'Anna',
  'Zoë',
  'Иван',
  'Ἀλέξανδρος',
  'Mary Ann',
  'Ana',
  '美丽',
  '小龙',
  '민수',
  'Łucja',
  'Bo',
  'ÅSA',
  '',
]
const LAST_NAMES = [
  'Müller',
  'de la Cruz',
  'Петров',
  'Παπαδόπουλος',
  'Annan',
  'O',
  '王',
  'Bo',
  'Ana',
  'O’Neil',
  'Østby-Åse',
  '李',
  '김',
]
const NEEDLES = [
  'ann',
  'ana bo',
  'mul',
  'MÜL',
  'cruz la',
  'luc',
  'ŁUC o’n',
  'oneil',
  'st-å',
  '李小龙',
  '李 小',
  '小龙李',
  '김민수',
  'a na',
  'петр',
  '美丽',
  'ος',
  'zoe',
  'xyz',
  'nn a',
]

/** With limits this small even a small network is searched in every way. */
const EARLY: Limits = { smallTeam: 3, mostHeld: 12, fewRows: 8 }

type Shape = 'random' | 'chain' | 'star' | 'roots'

type OfficeOptions = { readonly limits?: Limits; readonly plan?: Plan }

/** A network that changes by random facts, and random questions with the answers of the plain search. */
class Office {
  engine = new FiguresEngine(RULES, 1)
  index: TeamIndex
  readonly #random: SeededRandom
  readonly #shape: Shape
  readonly #limits: Limits | undefined
  readonly #ladder: RankLadder
  readonly #names = new Map<number, readonly [string, string]>()
  readonly #standing: { partnerId: number; paidAt: number; cents: number }[] = []

  constructor(seed: number, shape: Shape, { limits, plan = PLAN }: OfficeOptions = {}) {
    this.#random = new SeededRandom(seed)
    this.#shape = shape
    this.#limits = limits
    this.#ladder = new RankLadder(plan, RULES.legsKept)
    this.index = TeamIndex.of(this.engine, this.#ladder, limits)
    this.join()
  }

  /** Starts anew with all rows indexed and all names sorted. */
  reindex(): void {
    this.engine = reindexed(this.engine)
    this.engine.names = NameBook.restored(this.engine.names.text)
    this.index = TeamIndex.of(this.engine, this.#ladder, this.#limits)
  }

  join(): void {
    const { size } = this.engine
    const id = 1 + ((size * 7_919) % 999_983)
    const sponsorId = size === 0 ? null : this.#sponsor(size)
    const registeredAt = this.#random.integer(0, 400) * DAY
    this.engine.apply({ kind: 'partner', ...this.#next(), id, sponsorId, registeredAt })
    this.rename(size)
  }

  rename(row = this.#anyRow()): void {
    const [first, last] = [this.#random.pick(FIRST_NAMES), this.#random.pick(LAST_NAMES)]
    this.engine.rename(row, first, last)
    this.#names.set(this.engine.ids[row]!, [first, last])
  }

  act(): void {
    const draw = this.#random.integer(0, 99)
    const partnerId = this.engine.ids[this.#anyRow()]!
    if (draw < 30) this.join()
    else if (draw < 35) this.rename()
    else if (draw < 45 && this.#standing.length > 0) this.#cancel()
    else if (draw < 50) {
      const rank = { ladder: 'ordinary' as const, rankId: this.#random.integer(1, 9) }
      this.engine.apply({ kind: 'rank', ...this.#next(), partnerId, ...rank })
    } else if (draw < 52) this.#orderTogether()
    else this.engine.apply({ kind: 'order', ...this.#next(), ...this.#order(partnerId) })
  }

  /** A random question, and the answers of the index and of the plain search. */
  ask() {
    const question = this.#question()
    const namesOf = (row: number) => this.#names.get(this.engine.ids[row]!)!
    const answer = this.index.find(question)
    return { question, answer, plain: naiveTeam(this.engine, this.#ladder, namesOf, question) }
  }

  #order(partnerId: number) {
    const cents = this.#random.pick([1, 4_999, 5_000, 70_000, 1_234_567])
    const order = { partnerId, paidAt: this.#random.integer(0, 60) * DAY, cents }
    this.#standing.push(order)
    return order
  }

  /** Enough orders for the engine to add them up together. */
  #orderTogether(): void {
    const { asOf, ids } = this.engine
    const facts = Array.from({ length: 100 }, (_, at): Fact => {
      return { kind: 'order', fact: asOf + 1 + at, ...this.#order(ids[this.#anyRow()]!) }
    })
    this.engine.applyAll(facts)
  }

  #cancel(): void {
    const at = this.#random.integer(0, this.#standing.length - 1)
    const [order] = this.#standing.splice(at, 1)
    this.engine.apply({ kind: 'cancellation', ...this.#next(), ...order! })
  }

  #question(): TeamQuestion {
    const random = this.#random
    const bounds = MEASURES.filter(() => random.chance(0.2)).map((field) => {
      const values = [0, 1, 2, 5, 4_999, 5_000, 10_000, 75_000, 500_000]
      const [min, max] = [random.pick(values), random.pick(values)]
      return random.pick([
        { field, min, max: Number.POSITIVE_INFINITY },
        { field, min: Number.NEGATIVE_INFINITY, max },
        { field, min, max },
      ])
    })
    return {
      top: random.chance(0.4) ? 0 : this.#anyRow(),
      scope: random.pick(['firstLine', 'downline', 'downline'] as const),
      sort: random.pick(SORT_FIELDS),
      isDescending: random.chance(0.5),
      offset: random.pick([0, 0, 0, 3, 20, 100, 700]),
      limit: random.pick([1, 5, 20]),
      bounds,
      rank: random.chance(0.15) ? random.integer(0, 12) : null,
      active: random.chance(0.3) ? random.chance(0.5) : null,
      now: random.integer(0, 90) * DAY + random.integer(-1, 1),
      name: random.chance(0.3) ? random.pick(NEEDLES) : null,
    }
  }

  #sponsor(size: number): number | null {
    const { ids } = this.engine
    switch (this.#shape) {
      case 'random':
        return ids[this.#random.integer(0, size - 1)]!
      case 'chain':
        return ids[size - 1]!
      case 'star':
        return ids[0]!
      case 'roots':
        return this.#random.chance(0.2) ? null : ids[this.#random.integer(0, size - 1)]!
    }
  }

  #anyRow(): number {
    return this.#random.integer(0, this.engine.size - 1)
  }

  #next(): { fact: number } {
    return { fact: this.engine.asOf + 1 }
  }
}

function expectSound(office: Office, questions: number): void {
  for (let each = 0; each < questions; each += 1) {
    const { question, answer, plain } = office.ask()
    expect(answer, JSON.stringify(question)).toEqual(plain)
  }
}

const offices = (limits: Limits) =>
  fc
    .tuple(
      fc.integer(),
      fc.constantFrom<Shape>('random', 'chain', 'star', 'roots'),
      fc.constantFrom(...PLANS),
    )
    .map(([seed, shape, plan]) => new Office(seed, shape, { limits, plan }))

test('TEA-064 the search equals the plain search after any facts, with and without indexing between', () => {
  fc.assert(
    fc.property(
      offices(EARLY),
      fc.array(fc.constantFrom('facts', 'facts', 'ask', 'ask', 'reindex'), { maxLength: 25 }),
      (office, steps) => {
        for (const step of steps) {
          if (step === 'reindex') office.reindex()
          if (step === 'facts') for (let each = 0; each < 25; each += 1) office.act()
          if (step === 'ask') expectSound(office, 8)
        }
      },
    ),
    { numRuns: 150 },
  )
})

test.each<Shape>(['random', 'roots', 'star'])(
  'TEA-064 a network of thousands, %s, is searched correctly, with many rows not indexed',
  (shape) => {
    const office = new Office(5, shape)
    for (let each = 0; each < 9_000; each += 1) office.join()
    for (let each = 0; each < 6_000; each += 1) office.act()
    office.reindex()
    expectSound(office, 150)
    for (let each = 0; each < 4_000; each += 1) office.act()
    expectSound(office, 150)
  },
)

const question = (top: number): TeamQuestion => ({
  top,
  scope: 'downline',
  sort: 'teamTurnover',
  isDescending: true,
  offset: 0,
  limit: 20,
  bounds: [],
  rank: null,
  active: null,
  now: 0,
  name: null,
})

/** Partners 1, 2, 3 … in preorder, with the parents of `parentOf`. */
function indexOf(
  size: number,
  parentOf: (row: number) => number,
  { limits, plan = PLAN }: OfficeOptions = {},
): TeamIndex {
  const engine = new FiguresEngine(RULES, size)
  for (let row = 0; row < size; row += 1) engine.appendRow(row + 1, parentOf(row), row)
  engine.rollUp()
  return TeamIndex.of(engine, new RankLadder(plan, RULES.legsKept), limits)
}

test.each([
  ['kept', true, [1, 2]],
  ['not kept', false, [3, 0]],
])('the rank filter follows a cancellation when ranks are %s', (_, ranksAreKept, found) => {
  // Small teams are filtered by their values; only the codes of larger ones must follow.
  const limits = { ...EARLY, smallTeam: 0 }
  const index = indexOf(4, (row) => row - 1, { limits, plan: { ...PLAN, ranksAreKept } })
  const { engine } = index
  const order = { partnerId: 4, paidAt: 1, cents: 100_000 }
  const totalOf = (rank: number) => index.find({ ...question(0), rank }).total
  expect([totalOf(0), totalOf(1)]).toEqual([3, 0])
  engine.apply({ kind: 'order', fact: 1, ...order })
  expect([totalOf(0), totalOf(1)]).toEqual([1, 2])
  for (const partnerId of [2, 3]) {
    engine.apply({ kind: 'rank', fact: 2, partnerId, ladder: 'ordinary', rankId: 2 })
  }
  engine.apply({ kind: 'cancellation', fact: 3, ...order })
  expect([totalOf(0), totalOf(1)]).toEqual(found)
})

test('the rank filter follows a rank that falls through more turnover, under the sequential leg rule', () => {
  const limits = { ...EARLY, smallTeam: 0 }
  const plan: Plan = { ...PLAN, legRule: 'sequential', ranksAreKept: false }
  // Row 1 has three legs, rows 2 to 4.
  const index = indexOf(5, (row) => Math.min(row - 1, 1), { limits, plan })
  const { engine } = index
  const buy = (fact: number, partnerId: number, cents: number) =>
    engine.apply({ kind: 'order', fact, partnerId, paidAt: 1, cents })
  buy(1, 3, 240_000)
  buy(2, 4, 230_000)
  buy(3, 5, 30_000)
  const rowsOfRank = (rank: number) => index.find({ ...question(0), rank }).rows
  expect([rowsOfRank(1), rowsOfRank(2)]).toEqual([[], [1]])
  // The first leg is at its cap now, so both legs are cut: 2,500 + 1,500 + 300.
  buy(4, 3, 20_000)
  expect([rowsOfRank(1), rowsOfRank(2)]).toEqual([[1], []])
})

test('the memory of every part of the index is counted, and grows with the rows', () => {
  const [small, large] = [1_000, 100_000].map((size) => indexOf(size, (row) => row - 1).bytes())
  for (const [part, bytes] of Object.entries(small!)) {
    expect(bytes, part).toBeGreaterThan(0)
    if (part !== 'name suffixes') expect(large![part], part).toBeGreaterThan(bytes)
  }
})

test('a chain 100,000 deep is searched and takes orders', () => {
  const depth = 100_000
  const index = indexOf(depth, (row) => row - 1)
  index.engine.apply({ kind: 'order', fact: 1, partnerId: 50_001, paidAt: 1, cents: 700 })
  index.engine.apply({ kind: 'partner', fact: 2, id: 200_001, sponsorId: depth, registeredAt: 9 })
  expect(index.find(question(0)).total).toBe(depth)
  const bound = { field: 'teamTurnover', min: 700, max: 700 } as const
  const { rows, total } = index.find({ ...question(10_000), bounds: [bound], isDescending: false })
  expect(total).toBe(39_999)
  expect(rows.slice(0, 3)).toEqual([10_001, 10_002, 10_003])
})

test('1,000,000 partners in one first line are searched and take orders', () => {
  const size = 1_000_001
  const index = indexOf(size, (row) => (row === 0 ? NO_ROW : 0))
  index.engine.apply({ kind: 'order', fact: 1, partnerId: 777_777, paidAt: 1, cents: 700 })
  index.engine.apply({ kind: 'order', fact: 2, partnerId: 5, paidAt: 1, cents: 7_000 })
  for (const scope of ['firstLine', 'downline'] as const) {
    const sort = { scope, sort: 'ownTurnover' as const }
    const { rows, total } = index.find({ ...question(0), ...sort, limit: 3 })
    expect([total, ...rows]).toEqual([1_000_000, 4, 777_776, 1])
    const last = index.find({ ...question(0), ...sort, offset: 999_999, limit: 20 })
    expect(last.rows).toEqual([size - 1])
    const bound = { field: 'ownTurnover', min: 1, max: 6_999 } as const
    expect(index.find({ ...question(0), ...sort, bounds: [bound] })).toEqual({
      rows: [777_776],
      total: 1,
    })
  }
})

test('of many equal values only the blocks with the first ids are read', () => {
  const size = 2 ** 14
  const engine = new FiguresEngine(RULES, size)
  for (let row = 0; row < size; row += 1) {
    const id = 1 + ((row * 7_919) % size)
    engine.appendRow(id, row === 0 ? NO_ROW : 0, row)
    if (id <= size / 2) engine.addOwnOnly(row, 1, 700)
  }
  engine.rollUp()
  const index = TeamIndex.of(engine, new RankLadder(PLAN, RULES.legsKept))
  const sort = { sort: 'ownTurnover', isDescending: false } as const
  const { rows } = index.find({ ...question(0), ...sort, limit: 5 })
  expect(rows.map((row) => engine.ids[row]! - size / 2)).toEqual([1, 2, 3, 4, 5])
  expect(index.visited).toBeLessThanOrEqual(5 * 256)
})

test('a name is found by any part of it, without diacritics and in any order, but not by an empty one', () => {
  const index = indexOf(3_000, (row) => (row === 0 ? NO_ROW : 0))
  const byName = (name: string) => index.find({ ...question(0), name }).rows
  index.engine.rename(7, 'José María', 'Weiß-Łukasz')
  index.engine.rename(2_990, 'Ὀδυσσεύς', 'Ξ')
  for (const name of ['jose', 'RÍA jo', 'ß-l', 'weiss‐Lu', 'WEIẞŁUK', 'weiß maria', 'é a ia']) {
    expect(byName(name), name).toEqual([7])
  }
  expect(byName('οδυσσευσ')).toEqual([2_990])
  expect(byName('josé  ξ')).toEqual([])
  expect(byName('\u0301\u0301\u0301')).toEqual([])
})

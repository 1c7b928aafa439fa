import { foldActivity } from '@partner-office/domain'

import type { Fact, Ladder } from './facts.ts'
import { IdIndex } from './id-index.ts'

/** What the engine must know of the compensation plans: which orders make active, and what the ladders look at. */
export type FiguresRules = {
  /** The days of activity that an order brings, 0 for none. */
  readonly activityDays: (cents: number, paidAt: number) => number
  /** Orders from these instants on are summed apart, one measure each; the first is -Infinity: all orders. */
  readonly turnoverStarts: readonly number[]
  /** How many of the largest legs the 50 % rule looks at. */
  readonly legsKept: number
}

/** One sum of turnovers, as columns by row. Units: whole euro cents, exact in a double up to 2^53. */
export type Measure = {
  readonly start: number
  readonly own: Float64Array
  readonly team: Float64Array
  /** The largest legs of a row, largest first: `legsKept` values a row, and whose they are (-1: none). */
  readonly legTurnover: Float64Array
  readonly legChild: Int32Array
}

export type PartnerFigures = {
  readonly ownTurnover: number
  readonly flSize: number
  readonly flTurnover: number
  readonly teamSize: number
  readonly teamTurnover: number
  readonly activeUntil: number | null
}

export const NO_ROW = -1

/**
 * The figures of the whole network in columns, one row a partner, in depth-first preorder: a downline is the interval
 * that follows its top. Partners who came after the last indexing stand behind, in order of arrival; a parent's row is
 * always below its children's, so one reverse pass rolls everything up.
 *
 * Derived state: made from facts alone, in the order of their numbers, and equal in every process at the same number.
 *
 * Source: decisions C0, C8, C11.3; docs/architecture.md, "The figures engine".
 */
export class FiguresEngine {
  readonly rules: FiguresRules
  readonly legsKept: number
  /** The number of the last fact applied. */
  asOf = 0
  size = 0
  /** The turnover of everybody. Units: cents. */
  turnover = 0
  /** Rows below this one are in preorder. */
  indexed = 0

  ids = new Float64Array(0)
  parent = new Int32Array(0)
  depth = new Int32Array(0)
  registeredAt = new Float64Array(0)
  blocked = new Uint8Array(0)
  heldRank = { ordinary: new Int16Array(0), bonus: new Int16Array(0) }
  flTurnover = new Float64Array(0)
  flSize = new Int32Array(0)
  teamSize = new Int32Array(0)
  firstChild = new Int32Array(0)
  nextSibling = new Int32Array(0)
  /** The newest entry of a partner's activity list, which goes on through `activityNext`, newest first. */
  activityHead = new Int32Array(0)
  measures: Measure[]

  activityCount = 0
  activityAt = new Float64Array(0)
  activityDays = new Uint16Array(0)
  activityNext = new Int32Array(0)

  #rows = new IdIndex()

  constructor(rules: FiguresRules, capacity = 1024) {
    this.rules = rules
    this.legsKept = rules.legsKept
    this.measures = rules.turnoverStarts.map((start) => ({
      start,
      own: new Float64Array(0),
      team: new Float64Array(0),
      legTurnover: new Float64Array(0),
      legChild: new Int32Array(0),
    }))
    this.#reserve(capacity)
    this.#reserveActivity(capacity)
  }

  /** The row of a partner, or `NO_ROW`. */
  rowOf(id: number): number {
    return this.#rows.get(id)
  }

  /** Refuses (a bug): a fact out of order, or about a partner that is not there. */
  apply(fact: Fact): void {
    if (fact.fact < this.asOf || (fact.fact === this.asOf && fact.kind !== 'rank')) {
      throw new Error(`Fact ${fact.fact} came after fact ${this.asOf}`)
    }
    this.#applyKind(fact)
    this.asOf = fact.fact
  }

  #applyKind(fact: Fact): void {
    switch (fact.kind) {
      case 'partner':
        return this.#addPartner(fact.id, fact.sponsorId, fact.registeredAt)
      case 'order':
        return this.#addTurnover(this.#mustFind(fact.partnerId), fact.paidAt, fact.cents)
      case 'cancellation':
        return this.#takeTurnover(this.#mustFind(fact.partnerId), fact.paidAt, fact.cents)
      case 'block':
        this.blocked[this.#mustFind(fact.partnerId)] = fact.blocked ? 1 : 0
        return
      case 'rank': {
        const held = this.heldRank[fact.ladder]
        const row = this.#mustFind(fact.partnerId)
        held[row] = Math.max(held[row]!, fact.rankId)
        return
      }
    }
  }

  /** Figures as of `asOf`. Units: cents and milliseconds. */
  figuresAt(row: number): PartnerFigures {
    const { own, team } = this.measures[0]!
    return {
      ownTurnover: own[row]!,
      flSize: this.flSize[row]!,
      flTurnover: this.flTurnover[row]!,
      teamSize: this.teamSize[row]!,
      teamTurnover: team[row]!,
      activeUntil: this.activeUntil(row),
    }
  }

  /** The highest rank credited or reached so far on each ladder, 0 for none. */
  heldRankAt(row: number): Record<Ladder, number> {
    return { ordinary: this.heldRank.ordinary[row]!, bonus: this.heldRank.bonus[row]! }
  }

  /** The end of the activity that the orders paid up to `paidUpTo` give, also when it is past (C8, C11.3). */
  activeUntil(row: number, paidUpTo = Number.POSITIVE_INFINITY): number | null {
    return foldActivity(this.activityOf(row, paidUpTo))
  }

  /** Orders that make active, paid up to an instant, oldest first. */
  activityOf(row: number, paidUpTo: number): ActivityEntry[] {
    const entries: ActivityEntry[] = []
    for (let entry = this.activityHead[row]!; entry !== NO_ROW; entry = this.activityNext[entry]!) {
      const paidAt = this.activityAt[entry]!
      if (paidAt <= paidUpTo) entries.push({ paidAt, days: this.activityDays[entry]! })
    }
    return entries.toReversed()
  }

  /** The turnover of the leg that begins with `row`. */
  legTurnover(measure: Measure, row: number): number {
    return measure.own[row]! + measure.team[row]!
  }

  *children(row: number): Generator<number> {
    for (let child = this.firstChild[row]!; child !== NO_ROW; child = this.nextSibling[child]!)
      yield child
  }

  /** The rows above `row`, nearest first. */
  *ancestors(row: number): Generator<number> {
    for (let above = this.parent[row]!; above !== NO_ROW; above = this.parent[above]!) yield above
  }

  /** The same network, every row in preorder. */
  reindexed(): FiguresEngine {
    return reindex(this)
  }

  /**
   * Take over rows whose own turnovers are known and roll them up: the bulk counterpart of `apply`.
   *
   * The caller has filled ids, parent (below its children), depth, own turnovers, activity and ranks up to `size`.
   */
  rollUp(): void {
    this.flTurnover.fill(0)
    this.flSize.fill(0)
    this.teamSize.fill(0)
    this.firstChild.fill(NO_ROW, 0, this.size)
    for (const measure of this.measures) {
      measure.team.fill(0)
      measure.legTurnover.fill(0)
      measure.legChild.fill(NO_ROW)
    }
    const { own } = this.measures[0]!
    for (let row = this.size - 1; row >= 0; row -= 1) {
      const above = this.parent[row]!
      if (above === NO_ROW) continue
      this.flSize[above]! += 1
      this.flTurnover[above]! += own[row]!
      this.teamSize[above]! += 1 + this.teamSize[row]!
      this.nextSibling[row] = this.firstChild[above]!
      this.firstChild[above] = row
      for (const measure of this.measures) {
        const leg = this.legTurnover(measure, row)
        measure.team[above]! += leg
        this.#raiseLeg(measure, above, row, leg)
      }
    }
  }

  /** A row with its place in the tree and nothing else. */
  appendRow(id: number, parent: number, registeredAt: number): number {
    const row = this.size
    if (row === this.ids.length) this.#reserve(Math.max(1024, row * 2))
    this.ids[row] = id
    this.parent[row] = parent
    this.depth[row] = parent === NO_ROW ? 0 : this.depth[parent]! + 1
    this.registeredAt[row] = registeredAt
    this.firstChild[row] = NO_ROW
    this.nextSibling[row] = NO_ROW
    this.activityHead[row] = NO_ROW
    this.#rows.set(id, row)
    this.size += 1
    return row
  }

  /** Own turnover without rolling it up, for loading in bulk before `rollUp`. */
  addOwnOnly(row: number, paidAt: number, cents: number): void {
    this.turnover += cents
    for (const { start, own } of this.measures) if (paidAt >= start) own[row]! += cents
    this.#addActivity(row, paidAt, cents)
  }

  addActivityEntry(row: number, paidAt: number, days: number): void {
    if (this.activityCount === this.activityAt.length) this.#reserveActivity(this.activityCount * 2)
    const entry = this.activityCount++
    this.activityAt[entry] = paidAt
    this.activityDays[entry] = days
    let before = NO_ROW
    let after = this.activityHead[row]!
    while (after !== NO_ROW && this.activityAt[after]! > paidAt) {
      before = after
      after = this.activityNext[after]!
    }
    this.activityNext[entry] = after
    if (before === NO_ROW) this.activityHead[row] = entry
    else this.activityNext[before] = entry
  }

  #addPartner(id: number, sponsorId: number | null, registeredAt: number): void {
    const parent = sponsorId === null ? NO_ROW : this.#mustFind(sponsorId)
    const row = this.appendRow(id, parent, registeredAt)
    if (parent === NO_ROW) return
    this.nextSibling[row] = this.firstChild[parent]!
    this.firstChild[parent] = row
    this.flSize[parent]! += 1
    for (const measure of this.measures) this.#raiseLeg(measure, parent, row, 0)
    for (const above of this.ancestors(row)) this.teamSize[above]! += 1
  }

  #addTurnover(row: number, paidAt: number, cents: number): void {
    this.#moveTurnover(row, paidAt, cents)
    this.#addActivity(row, paidAt, cents)
  }

  #takeTurnover(row: number, paidAt: number, cents: number): void {
    this.#moveTurnover(row, paidAt, -cents)
    const days = this.rules.activityDays(cents, paidAt)
    if (days > 0) this.#dropActivity(row, paidAt, days)
  }

  #moveTurnover(row: number, paidAt: number, cents: number): void {
    this.turnover += cents
    const above = this.parent[row]!
    if (above !== NO_ROW) this.flTurnover[above]! += cents
    for (const measure of this.measures) {
      if (paidAt < measure.start) continue
      measure.own[row]! += cents
      this.#moveUp(measure, row, cents)
    }
  }

  #moveUp(measure: Measure, row: number, cents: number): void {
    let child = row
    for (let above = this.parent[row]!; above !== NO_ROW; above = this.parent[above]!) {
      measure.team[above]! += cents
      if (cents > 0) this.#raiseLeg(measure, above, child, this.legTurnover(measure, child))
      else this.#rescanLegs(measure, above)
      child = above
    }
  }

  /** A leg that has grown takes its place among the largest. Ties keep their order: the rule only sees the turnovers. */
  #raiseLeg(
    { legTurnover, legChild }: Measure,
    row: number,
    child: number,
    turnover: number,
  ): void {
    const first = row * this.legsKept
    const last = first + this.legsKept - 1
    let place = first
    while (place < last && legChild[place] !== child && legChild[place] !== NO_ROW) place += 1
    if (legChild[place] !== child && legChild[place] !== NO_ROW && legTurnover[place]! >= turnover)
      return
    for (; place > first && legTurnover[place - 1]! < turnover; place -= 1) {
      legTurnover[place] = legTurnover[place - 1]!
      legChild[place] = legChild[place - 1]!
    }
    legTurnover[place] = turnover
    legChild[place] = child
  }

  #rescanLegs(measure: Measure, row: number): void {
    const first = row * this.legsKept
    measure.legTurnover.fill(0, first, first + this.legsKept)
    measure.legChild.fill(NO_ROW, first, first + this.legsKept)
    for (const child of this.children(row)) {
      this.#raiseLeg(measure, row, child, this.legTurnover(measure, child))
    }
  }

  #addActivity(row: number, paidAt: number, cents: number): void {
    const days = this.rules.activityDays(cents, paidAt)
    if (days > 0) this.addActivityEntry(row, paidAt, days)
  }

  #dropActivity(row: number, paidAt: number, days: number): void {
    let before = NO_ROW
    for (let entry = this.activityHead[row]!; entry !== NO_ROW; entry = this.activityNext[entry]!) {
      if (this.activityAt[entry] === paidAt && this.activityDays[entry] === days) {
        if (before === NO_ROW) this.activityHead[row] = this.activityNext[entry]!
        else this.activityNext[before] = this.activityNext[entry]!
        return
      }
      before = entry
    }
    throw new Error(`Partner ${this.ids[row]} has no activity from an order paid at ${paidAt}`)
  }

  #mustFind(id: number): number {
    const row = this.rowOf(id)
    if (row === NO_ROW) throw new Error(`The figures do not know partner ${id}`)
    return row
  }

  #reserve(rows: number): void {
    this.ids = grown(this.ids, rows)
    this.parent = grown(this.parent, rows)
    this.depth = grown(this.depth, rows)
    this.registeredAt = grown(this.registeredAt, rows)
    this.blocked = grown(this.blocked, rows)
    this.heldRank = {
      ordinary: grown(this.heldRank.ordinary, rows),
      bonus: grown(this.heldRank.bonus, rows),
    }
    this.flTurnover = grown(this.flTurnover, rows)
    this.flSize = grown(this.flSize, rows)
    this.teamSize = grown(this.teamSize, rows)
    this.firstChild = grown(this.firstChild, rows)
    this.nextSibling = grown(this.nextSibling, rows)
    this.activityHead = grown(this.activityHead, rows)
    this.measures = this.measures.map(({ start, own, team, legTurnover, legChild }) => ({
      start,
      own: grown(own, rows),
      team: grown(team, rows),
      legTurnover: grown(legTurnover, rows * this.legsKept),
      legChild: grown(legChild, rows * this.legsKept, NO_ROW),
    }))
  }

  #reserveActivity(entries: number): void {
    this.activityAt = grown(this.activityAt, entries)
    this.activityDays = grown(this.activityDays, entries)
    this.activityNext = grown(this.activityNext, entries)
  }
}

export type ActivityEntry = { readonly paidAt: number; readonly days: number }

type Column = Float64Array | Int32Array | Int16Array | Uint16Array | Uint8Array

function grown<C extends Column>(column: C, length: number, filler = 0): C {
  const bigger = new (column.constructor as new (length: number) => C)(length)
  bigger.set(column)
  if (filler !== 0) bigger.fill(filler, column.length)
  return bigger
}

function reindex(engine: FiguresEngine): FiguresEngine {
  const order = preorder(engine)
  const newRow = new Int32Array(engine.size)
  order.forEach((row, position) => (newRow[row] = position))

  const next = new FiguresEngine(engine.rules, Math.max(1024, engine.size))
  order.forEach((row, position) => {
    const above = engine.parent[row]!
    next.appendRow(
      engine.ids[row]!,
      above === NO_ROW ? NO_ROW : newRow[above]!,
      engine.registeredAt[row]!,
    )
    next.blocked[position] = engine.blocked[row]!
    for (const ladder of ['ordinary', 'bonus'] satisfies Ladder[]) {
      next.heldRank[ladder][position] = engine.heldRank[ladder][row]!
    }
    engine.measures.forEach(
      ({ own }, measure) => (next.measures[measure]!.own[position] = own[row]!),
    )
    for (const { paidAt, days } of engine.activityOf(row, Number.POSITIVE_INFINITY)) {
      next.addActivityEntry(position, paidAt, days)
    }
  })
  next.rollUp()
  next.indexed = next.size
  next.asOf = engine.asOf
  next.turnover = engine.turnover
  return next
}

/** Rows in depth-first preorder, without recursion: chains are as deep as the network. */
function preorder(engine: FiguresEngine): Int32Array {
  const position = new Int32Array(engine.size)
  const filled = new Int32Array(engine.size)
  let nextRoot = 0
  for (let row = 0; row < engine.size; row += 1) {
    const above = engine.parent[row]!
    if (above === NO_ROW) {
      position[row] = nextRoot
      nextRoot += 1 + engine.teamSize[row]!
    } else {
      position[row] = position[above]! + 1 + filled[above]!
      filled[above]! += 1 + engine.teamSize[row]!
    }
  }
  const order = new Int32Array(engine.size)
  position.forEach((place, row) => (order[place] = row))
  return order
}

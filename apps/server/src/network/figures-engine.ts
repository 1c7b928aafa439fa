import { GIVEN_COLUMNS, grown, namesOf, NO_ROW, ROLLED_COLUMNS } from './columns.ts'
import type { Fact, Ladder } from './facts.ts'
import type { Measure } from './measure.ts'
import { NameBook } from './name-book.ts'
import { PartnerTree } from './partner-tree.ts'
import { rollRows } from './roll-up.ts'
import { TopLegs } from './top-legs.ts'
import { TurnoverMoves } from './turnover-moves.ts'

/** What the engine takes from the compensation plans: which orders count for activity, and the inputs of the ladders. */
export type FiguresRules = {
  /** The days of activity of an order, 0 for none. */
  readonly activityDays: (cents: number, paidAt: number) => number
  /** One measure sums the orders from each of these instants on; the first is -Infinity, for all orders. */
  readonly turnoverStarts: readonly number[]
  /** How many of the largest legs the 50 % rule uses. */
  readonly legsKept: number
}

/** The figures of one partner. Units: cents and people; `activeUntil` in epoch milliseconds. */
export type PartnerFigures = {
  readonly ownTurnover: number
  readonly flSize: number
  readonly flTurnover: number
  readonly teamSize: number
  readonly teamTurnover: number
  readonly activeUntil: number | null
}

/** Derives data from the figures: the engine calls it after each fact that changes any. */
export type FiguresWatcher = {
  /** The last row was added. */
  joined(row: number): void
  /** Figures of a row, and perhaps of its ancestors, have changed. They have not decreased unless `hasFallen`. */
  moved(row: number, hasFallen: boolean): void
  /** The names of a row have changed. */
  renamed(row: number): void
}

/** With up to this many children, legs are compared at each read; with more, the largest legs are cached. */
const FEW_CHILDREN = 4

const SMALLEST_CAPACITY = 1024
/** Below this count, applying facts one by one is faster. */
const FEW_FACTS = 64
const LARGEST_32_BITS = 2 ** 32 - 1

/**
 * The figures of the whole network in columns, one row per partner. A parent's row number is always less than those of its
 * children, so one pass from the last row to the first rolls everything up.
 *
 * Derived state: computed from facts alone, in the order of their numbers, and equal in every process at the same number.
 * columns.ts lists all columns; each is a field of the engine.
 *
 * Source: decisions C0, C8, C11.3; docs/architecture.md, "The figures engine".
 */
export class FiguresEngine extends PartnerTree {
  readonly rules: FiguresRules
  readonly legsKept: number
  /** The number of the last fact applied. */
  asOf = 0
  /** The turnover of all partners. Units: cents. */
  turnover = 0
  measures: Measure[]
  /** The names that `firstName` and `lastName` refer to. */
  names = new NameBook()
  watcher: FiguresWatcher | null = null

  constructor(rules: FiguresRules, capacity = SMALLEST_CAPACITY) {
    super(capacity)
    this.rules = rules
    this.legsKept = rules.legsKept
    this.measures = rules.turnoverStarts.map((start) => ({
      start,
      own: new Float64Array(0),
      team: new Float64Array(0),
      legs: new TopLegs(rules.legsKept),
    }))
    this.#reserve(capacity)
  }

  /** The memory of all columns and tables. Units: bytes, by name. */
  bytes(): Record<string, number> {
    return {
      ...this.columnBytes(),
      own: sum(this.measures.map(({ own }) => own.byteLength)),
      team: sum(this.measures.map(({ team }) => team.byteLength)),
      'largest legs': sum(this.measures.map(({ legs }) => legs.bytes)),
      ...this.treeBytes(),
      ...this.names.bytes(),
    }
  }

  /** Applies the next fact. Refuses (a bug): a fact out of order, or about an unknown partner. */
  apply(fact: Fact): void {
    this.#applyTo(NO_ROW, fact)
  }

  /**
   * Applies many facts in their order. Looks up all rows first, so that the processor overlaps the memory reads, and adds up
   * turnovers together, as most orders share their upper ancestors.
   *
   * Refuses (a bug): like `apply`; the facts before the refused one are applied.
   */
  applyAll(facts: readonly Fact[]): void {
    const rows = new Int32Array(facts.length)
    for (let at = 0; at < facts.length; at += 1) {
      const fact = facts[at]!
      rows[at] = fact.kind === 'partner' ? NO_ROW : this.rowOf(fact.partnerId)
    }
    const moves = facts.length < FEW_FACTS ? null : new TurnoverMoves(facts.length)
    try {
      for (let at = 0; at < facts.length; at += 1) this.#applyTo(rows[at]!, facts[at]!, moves)
    } finally {
      if (moves !== null) this.#moveAll(moves)
    }
  }

  /** `known` is the partner's row, or `NO_ROW` if it must be looked up, as the partner may be new. */
  #applyTo(known: number, fact: Fact, moves: TurnoverMoves | null = null): void {
    if (fact.fact < this.asOf || (fact.fact === this.asOf && fact.kind !== 'rank')) {
      throw new Error(`Fact ${fact.fact} came after fact ${this.asOf}`)
    }
    if (fact.kind === 'partner') this.#addPartner(fact)
    else this.#applyKind(known === NO_ROW ? this.#mustFind(fact.partnerId) : known, fact, moves)
    this.asOf = fact.fact
  }

  #applyKind(
    row: number,
    fact: Exclude<Fact, { kind: 'partner' }>,
    moves: TurnoverMoves | null,
  ): void {
    switch (fact.kind) {
      case 'order':
        this.#addActivity(row, fact.paidAt, fact.cents)
        return this.#moveTurnover(row, fact.paidAt, fact.cents, moves)
      case 'cancellation':
        this.#takeActivity(row, fact.paidAt, fact.cents)
        return this.#moveTurnover(row, fact.paidAt, -fact.cents, moves)
      case 'block':
        this.blocked[row] = fact.blocked ? 1 : 0
        return
      case 'rank':
        return this.holdRank(fact.ladder, row, fact.rankId)
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

  /** The id of the highest rank credited or reached so far on each ladder, 0 for none. */
  heldRankAt(row: number): Record<Ladder, number> {
    return { ordinary: this.heldOrdinary[row]!, bonus: this.heldBonus[row]! }
  }

  /** Stores a held rank, unless a higher one is held. */
  holdRank(ladder: Ladder, row: number, rankId: number): void {
    const held = ladder === 'ordinary' ? this.heldOrdinary : this.heldBonus
    held[row] = Math.max(held[row]!, rankId)
    this.watcher?.moved(row, false)
  }

  /** The turnover of the leg that starts with `row`. */
  legTurnover(measure: Measure, row: number): number {
    return measure.own[row]! + measure.team[row]!
  }

  /** The turnovers of the `legsKept` largest legs, largest first, padded with 0. */
  topLegs(measure: Measure, row: number): number[] {
    return this.topLegChildren(measure, row).map((child) =>
      child === NO_ROW ? 0 : this.legTurnover(measure, child),
    )
  }

  /** Like `topLegs`, written into the caller's array: for hot loops, without allocations. */
  readTopLegs(measure: Measure, row: number, into: Float64Array): void {
    const { own, team, legs } = measure
    if (legs.keeps(row)) {
      if (legs.areForgotten(row)) this.#raiseAllLegs(measure, row)
      return legs.read(row, measure, into)
    }
    into.fill(0)
    let left = this.flSize[row]!
    const last = row < this.indexed ? row + this.span[row]! : row
    for (let child = row + 1; child <= last; child += this.span[child]! + 1, left -= 1) {
      insertLargest(into, own[child]! + team[child]!)
    }
    if (left === 0) return
    for (let late = this.firstLate(row); late !== NO_ROW; late = this.nextSibling(late)) {
      insertLargest(into, own[late]! + team[late]!)
    }
  }

  /** The children with the `legsKept` largest legs, largest first, padded with `NO_ROW`. */
  topLegChildren(measure: Measure, row: number): number[] {
    if (measure.legs.keeps(row)) {
      if (measure.legs.areForgotten(row)) this.#raiseAllLegs(measure, row)
      return Array.from({ length: this.legsKept }, (_, place) => measure.legs.child(row, place))
    }
    const children = [...this.children(row)]
    children.sort((a, b) => this.legTurnover(measure, b) - this.legTurnover(measure, a))
    return Array.from({ length: this.legsKept }, (_, place) => children[place] ?? NO_ROW)
  }

  /**
   * Rolls everything up and marks all rows as indexed: the bulk counterpart of `apply`.
   *
   * Requires all rows in preorder, with filled given columns and own turnovers.
   */
  rollUp(): void {
    for (const _slice of this.rollingUp());
  }

  /** `rollUp` in slices of a few milliseconds. The figures are only valid after the last one. */
  *rollingUp(rowsAPiece = 2 ** 18): Generator<void> {
    for (let start = 0; start < this.size; start += rowsAPiece) {
      for (const name of namesOf(ROLLED_COLUMNS)) this[name].fill(0, start, start + rowsAPiece)
      for (const { team } of this.measures) team.fill(0, start, start + rowsAPiece)
      yield
    }
    for (const measure of this.measures) measure.legs = new TopLegs(this.legsKept)
    for (let end = this.size; end > 0; end -= rowsAPiece) {
      this.#rollRows(Math.max(0, end - rowsAPiece), end)
      yield
    }
    for (let start = 0; start < this.size; start += rowsAPiece) {
      this.span.set(this.teamSize.subarray(start, Math.min(this.size, start + rowsAPiece)), start)
      yield
    }
    this.markIndexed()
    for (let start = 0; start < this.size; start += rowsAPiece) {
      this.#keepLegs(start, Math.min(this.size, start + rowsAPiece))
      yield
    }
  }

  #rollRows(from: number, to: number): void {
    const { parent } = this
    const [all, ...others] = this.measures as [Measure, ...Measure[]]
    const { flTurnover, flSize, teamSize } = this
    rollRows({ parent, own: all.own }, { flTurnover, flSize, teamSize, team: all.team }, from, to)
    for (const measure of others) {
      for (let row = to - 1; row >= from; row -= 1) {
        const above = parent[row]!
        if (above !== NO_ROW) measure.team[above]! += this.legTurnover(measure, row)
      }
    }
  }

  #keepLegs(from: number, to: number): void {
    for (let row = from; row < to; row += 1) {
      if (this.flSize[row]! <= FEW_CHILDREN) continue
      for (const measure of this.measures) this.#raiseAllLegs(measure, row)
    }
  }

  /** Adds a row with its place in the tree, without figures. */
  appendRow(id: number, parent: number, registeredAt: number): number {
    const row = this.size
    if (row === this.ids.length) this.#reserve(Math.max(SMALLEST_CAPACITY, Math.ceil(row * 1.25)))
    if (id > LARGEST_32_BITS && this.ids instanceof Uint32Array) {
      this.ids = Float64Array.from(this.ids)
    }
    this.ids[row] = id
    this.parent[row] = parent
    this.registeredAt[row] = registeredAt
    this.activityHead[row] = NO_ROW
    this.addRow(id)
    return row
  }

  /** Adds an order to own turnovers only, for bulk loading before `rollUp`. */
  addOwnOnly(row: number, paidAt: number, cents: number): void {
    this.turnover += cents
    for (const { start, own } of this.measures) if (paidAt >= start) own[row]! += cents
    this.#addActivity(row, paidAt, cents)
  }

  /** Changes the names of a partner. */
  rename(row: number, firstName: string, lastName: string): void {
    this.firstName[row] = this.names.add(firstName)
    this.lastName[row] = this.names.add(lastName)
    this.watcher?.renamed(row)
  }

  #addPartner({ id, sponsorId, registeredAt, names }: Extract<Fact, { kind: 'partner' }>): void {
    const parent = sponsorId === null ? NO_ROW : this.#mustFind(sponsorId)
    const row = this.appendRow(id, parent, registeredAt)
    if (names !== undefined) {
      this.firstName[row] = this.names.add(names.firstName)
      this.lastName[row] = this.names.add(names.lastName)
    }
    this.addLate(row)
    if (parent !== NO_ROW) this.#addChild(parent, row)
    this.watcher?.joined(row)
  }

  #addChild(parent: number, row: number): void {
    this.flSize[parent]! += 1
    for (let above = parent; above !== NO_ROW; above = this.parent[above]!)
      this.teamSize[above]! += 1
    if (this.flSize[parent]! <= FEW_CHILDREN) return
    for (const measure of this.measures) {
      if (this.flSize[parent] === FEW_CHILDREN + 1) this.#raiseAllLegs(measure, parent)
      else measure.legs.raise(parent, row, measure)
    }
  }

  /** Adds cents to the turnovers, at once or through `moves`. Late rows are not in preorder and are always added at once. */
  #moveTurnover(row: number, paidAt: number, cents: number, moves: TurnoverMoves | null): void {
    this.turnover += cents
    if (moves !== null && row < this.indexed) return moves.add(row, paidAt, cents)
    const above = this.parent[row]!
    if (above !== NO_ROW) this.flTurnover[above]! += cents
    for (const measure of this.measures) {
      if (paidAt < measure.start) continue
      measure.own[row]! += cents
      this.#moveUp(measure, row, cents)
    }
    this.watcher?.moved(row, cents < 0)
  }

  #moveAll(moves: TurnoverMoves): void {
    const [all, ...others] = this.measures as [Measure, ...Measure[]]
    moves.sort(this.indexed)
    moves.rollUp(all, this.parent, this.flTurnover)
    for (const measure of others) moves.rollUp(measure, this.parent, null)
    moves.take((row, cents) => this.watcher?.moved(row, cents < 0))
  }

  #moveUp(measure: Measure, row: number, cents: number): void {
    const { parent } = this
    const { team, legs } = measure
    let child = row
    for (let above = parent[row]!; above !== NO_ROW; above = parent[above]!) {
      team[above]! += cents
      if (legs.keeps(above)) legs.move(above, child, measure, cents)
      child = above
    }
  }

  #raiseAllLegs(measure: Measure, row: number): void {
    measure.legs.clear(row)
    for (let child = this.firstChild(row); child !== NO_ROW; child = this.nextSibling(child)) {
      measure.legs.raise(row, child, measure)
    }
  }

  #addActivity(row: number, paidAt: number, cents: number): void {
    const days = this.rules.activityDays(cents, paidAt)
    if (days > 0) this.addActivityEntry(row, paidAt, days)
  }

  #takeActivity(row: number, paidAt: number, cents: number): void {
    const days = this.rules.activityDays(cents, paidAt)
    if (days > 0) this.dropActivityEntry(row, paidAt, days)
  }

  #mustFind(id: number): number {
    const row = this.rowOf(id)
    if (row === NO_ROW) throw new Error(`The figures do not know partner ${id}`)
    return row
  }

  #reserve(rows: number): void {
    for (const name of namesOf({ ...GIVEN_COLUMNS, ...ROLLED_COLUMNS })) {
      Object.assign(this, { [name]: grown(this[name], rows) })
    }
    for (const measure of this.measures) {
      measure.own = grown(measure.own, rows)
      measure.team = grown(measure.team, rows)
    }
  }
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, each) => all + each, 0)

function insertLargest(into: Float64Array, turnover: number): void {
  let place = into.length - 1
  if (turnover <= into[place]!) return
  for (; place > 0 && into[place - 1]! < turnover; place -= 1) into[place] = into[place - 1]!
  into[place] = turnover
}

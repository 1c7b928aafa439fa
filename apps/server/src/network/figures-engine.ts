import { activeUntilAfter } from '@partner-office/domain'

import {
  ACTIVITY_COLUMNS,
  ColumnHolder,
  GIVEN_COLUMNS,
  grown,
  namesOf,
  ROLLED_COLUMNS,
} from './columns.ts'
import type { Fact, Ladder } from './facts.ts'
import { IdIndex } from './id-index.ts'
import { NameBook } from './name-book.ts'
import { rollRows } from './roll-up.ts'
import { RowMap } from './row-map.ts'
import { TopLegs } from './top-legs.ts'
import type { Measure } from './measure.ts'
import { TurnoverMoves } from './turnover-moves.ts'

/** What the engine must know of the compensation plans: which orders make active, and what the ladders look at. */
export type FiguresRules = {
  /** The days of activity that an order brings, 0 for none. */
  readonly activityDays: (cents: number, paidAt: number) => number
  /** Orders from these instants on are summed apart, one measure each; the first is -Infinity: all orders. */
  readonly turnoverStarts: readonly number[]
  /** How many of the largest legs the 50 % rule looks at. */
  readonly legsKept: number
}

export type PartnerFigures = {
  readonly ownTurnover: number
  readonly flSize: number
  readonly flTurnover: number
  readonly teamSize: number
  readonly teamTurnover: number
  readonly activeUntil: number | null
}

/** Whoever derives more from the figures and must follow them, told after each fact that moves any. */
export type FiguresWatcher = {
  /** The last row has come. */
  joined(row: number): void
  /** Figures of a row, and perhaps of everybody above, have moved: upwards, unless they have fallen. */
  moved(row: number, hasFallen: boolean): void
  renamed(row: number): void
}

export const NO_ROW = -1

/** Up to this many children are looked at each time; of more the largest legs are kept. */
const FEW_CHILDREN = 4

const SMALLEST_CAPACITY = 1024
/** So few are applied one by one sooner than together. */
const FEW_FACTS = 64
const LARGEST_32_BITS = 2 ** 32 - 1

/**
 * The figures of the whole network in columns, one row a partner, in depth-first preorder: a downline is the interval
 * that follows its top. Partners who came after the last indexing stand behind, in order of arrival; a parent's row is
 * always below its children's, so one reverse pass rolls everything up.
 *
 * Derived state: made from facts alone, in the order of their numbers, and equal in every process at the same number.
 * What columns there are says columns.ts, and only that: each is a field here under its name.
 *
 * Source: decisions C0, C8, C11.3; docs/architecture.md, "The figures engine".
 */
export class FiguresEngine extends ColumnHolder {
  readonly rules: FiguresRules
  readonly legsKept: number
  /** The number of the last fact applied. */
  asOf = 0
  size = 0
  /** The turnover of everybody. Units: cents. */
  turnover = 0
  /** Rows below this one are in preorder. */
  indexed = 0
  activityCount = 0
  measures: Measure[]
  /** The names that `firstName` and `lastName` point into. */
  names = new NameBook()
  watcher: FiguresWatcher | null = null

  #rows: IdIndex
  #lateFirst = new RowMap()
  /** The next child of the same parent, of the rows behind the index. */
  #lateNext = new Int32Array(0)

  constructor(rules: FiguresRules, capacity = SMALLEST_CAPACITY) {
    super()
    this.rules = rules
    this.legsKept = rules.legsKept
    this.measures = rules.turnoverStarts.map((start) => ({
      start,
      own: new Float64Array(0),
      team: new Float64Array(0),
      legs: new TopLegs(rules.legsKept),
    }))
    this.#rows = new IdIndex(capacity)
    this.#reserve(capacity)
  }

  /** What the columns and what finds rows in them take. Units: bytes, by name. */
  bytes(): Record<string, number> {
    return {
      ...this.columnBytes(),
      own: sum(this.measures.map(({ own }) => own.byteLength)),
      team: sum(this.measures.map(({ team }) => team.byteLength)),
      'largest legs': sum(this.measures.map(({ legs }) => legs.bytes)),
      'rows by id': this.#rows.bytes,
      'children behind the index': this.#lateFirst.bytes + this.#lateNext.byteLength,
      ...this.names.bytes(),
    }
  }

  /** The row of a partner, or `NO_ROW`. */
  rowOf(id: number): number {
    return this.#rows.get(this.ids, id)
  }

  /** Refuses (a bug): a fact out of order, or about a partner that is not there. */
  apply(fact: Fact): void {
    this.#applyTo(NO_ROW, fact)
  }

  /**
   * Many facts in their order. Whom they are about is looked up beforehand, as memory then answers many questions at
   * once; and what they move is added up together, as most of it goes up the same ways.
   *
   * Refuses (a bug): as `apply`, with those before applied.
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

  /** `known` is the row of the partner, or `NO_ROW`, as of somebody who has come only just now. */
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

  /** The highest rank credited or reached so far on each ladder, 0 for none. */
  heldRankAt(row: number): Record<Ladder, number> {
    return { ordinary: this.heldOrdinary[row]!, bonus: this.heldBonus[row]! }
  }

  /** A rank is held from here on, unless a higher one is. */
  holdRank(ladder: Ladder, row: number, rankId: number): void {
    const held = ladder === 'ordinary' ? this.heldOrdinary : this.heldBonus
    held[row] = Math.max(held[row]!, rankId)
    this.watcher?.moved(row, false)
  }

  /** The end of the activity that the orders paid up to `paidUpTo` give, also when it is past (C8, C11.3). */
  activeUntil(row: number, paidUpTo = Number.POSITIVE_INFINITY): number | null {
    const end = this.activityEnd(row, paidUpTo)
    return end === Number.NEGATIVE_INFINITY ? null : end
  }

  /**
   * As `activeUntil`, with -Infinity for never: the fold of C8 is the largest sum of an instant of payment and the days
   * of that order and all later ones, which needs no list turned round.
   */
  activityEnd(row: number, paidUpTo = Number.POSITIVE_INFINITY): number {
    let end = Number.NEGATIVE_INFINITY
    let days = 0
    for (let entry = this.activityHead[row]!; entry !== NO_ROW; entry = this.activityNext[entry]!) {
      const paidAt = this.activityAt[entry]!
      if (paidAt > paidUpTo) continue
      days += this.activityDays[entry]!
      end = Math.max(end, activeUntilAfter(null, paidAt, days))
    }
    return end
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

  /** The turnovers of the largest legs, largest first: `legsKept` of them, 0 where there is none. */
  topLegs(measure: Measure, row: number): number[] {
    return this.topLegChildren(measure, row).map((child) =>
      child === NO_ROW ? 0 : this.legTurnover(measure, child),
    )
  }

  /** As `topLegs`, into a place of the caller's, for whoever asks millions of times. */
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
    for (let late = this.#lateFirst.get(row); late !== NO_ROW; late = this.nextSibling(late)) {
      insertLargest(into, own[late]! + team[late]!)
    }
  }

  /** Whose legs are the largest, largest first: `legsKept` of them, `NO_ROW` where there is none. */
  topLegChildren(measure: Measure, row: number): number[] {
    if (measure.legs.keeps(row)) {
      if (measure.legs.areForgotten(row)) this.#raiseAllLegs(measure, row)
      return Array.from({ length: this.legsKept }, (_, place) => measure.legs.child(row, place))
    }
    const children = [...this.children(row)]
    children.sort((a, b) => this.legTurnover(measure, b) - this.legTurnover(measure, a))
    return Array.from({ length: this.legsKept }, (_, place) => children[place] ?? NO_ROW)
  }

  *children(row: number): Generator<number> {
    for (let child = this.firstChild(row); child !== NO_ROW; child = this.nextSibling(child))
      yield child
  }

  /** The first child of a row, those in the index before those behind; `nextSibling` goes on. */
  firstChild(row: number): number {
    if (row < this.indexed && this.span[row]! > 0) return row + 1
    return this.firstLate(row)
  }

  /** The first child of a row behind the index; `nextSibling` goes on. */
  firstLate(row: number): number {
    return this.#lateFirst.get(row)
  }

  nextSibling(child: number): number {
    if (child >= this.indexed) return this.#lateNext[child - this.indexed]!
    const above = this.parent[child]!
    const next = child + this.span[child]! + 1
    return next <= above + this.span[above]! ? next : this.#lateFirst.get(above)
  }

  /** The rows above `row`, nearest first. */
  *ancestors(row: number): Generator<number> {
    for (let above = this.parent[row]!; above !== NO_ROW; above = this.parent[above]!) yield above
  }

  /** The rows below `row`, each after its parent. */
  *downline(row: number): Generator<number> {
    const last = row < this.indexed ? row + this.span[row]! : row
    for (let below = row + 1; below <= last; below += 1) yield below
    for (let late = this.indexed; late < this.size; late += 1) {
      let above = late
      do above = this.parent[above]!
      while (above >= this.indexed && above !== row)
      if (above >= row && above <= last) yield late
    }
  }

  /** How many lines `row` stands below its root. */
  depthOf(row: number): number {
    let depth = 0
    for (let above = this.parent[row]!; above !== NO_ROW; above = this.parent[above]!) depth += 1
    return depth
  }

  /**
   * Roll everything up and take the rows as indexed: the bulk counterpart of `apply`.
   *
   * The given columns and own turnovers are filled up to `size`, and the rows stand in preorder.
   */
  rollUp(): void {
    for (const _slice of this.rollingUp());
  }

  /** `rollUp` in pieces of a few milliseconds. Nothing but the last state is of use. */
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
    this.indexed = this.size
    this.#lateFirst = new RowMap()
    this.#lateNext = new Int32Array(0)
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

  /** A row with its place in the tree and nothing else. */
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
    this.#rows.set(this.ids, id, row)
    this.size += 1
    return row
  }

  /** Take over rows whose ids and other columns have been filled in: the bulk counterpart of `appendRow`. */
  *takingOver(size: number, rowsAPiece: number): Generator<void> {
    while (this.size < size) {
      const end = Math.min(size, this.size + rowsAPiece)
      this.#rows.setAll(this.ids, this.size, end)
      this.size = end
      yield
    }
  }

  /** The same with the table that finds them. */
  takeOver(size: number, rowsById: Int32Array): void {
    this.#rows = IdIndex.restored(rowsById)
    this.size = size
  }

  /** What finds rows by id, to be taken over. */
  get rowsById(): Int32Array {
    return this.#rows.slots
  }

  /** Own turnover without rolling it up, for loading in bulk before `rollUp`. */
  addOwnOnly(row: number, paidAt: number, cents: number): void {
    this.turnover += cents
    for (const { start, own } of this.measures) if (paidAt >= start) own[row]! += cents
    this.#addActivity(row, paidAt, cents)
  }

  addActivityEntry(row: number, paidAt: number, days: number): void {
    if (this.activityCount === this.activityAt.length) this.reserveActivity()
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

  /** What a partner is called, as it is shown. */
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
    if (row - this.indexed >= this.#lateNext.length) {
      this.#lateNext = grown(this.#lateNext, Math.max(64, this.#lateNext.length * 2))
    }
    this.#lateNext[row - this.indexed] = NO_ROW
    if (parent !== NO_ROW) this.#addChild(parent, row)
    this.watcher?.joined(row)
  }

  #addChild(parent: number, row: number): void {
    this.#lateNext[row - this.indexed] = this.#lateFirst.get(parent)
    this.#lateFirst.set(parent, row)
    this.flSize[parent]! += 1
    for (let above = parent; above !== NO_ROW; above = this.parent[above]!)
      this.teamSize[above]! += 1
    if (this.flSize[parent]! <= FEW_CHILDREN) return
    for (const measure of this.measures) {
      if (this.flSize[parent] === FEW_CHILDREN + 1) this.#raiseAllLegs(measure, parent)
      else measure.legs.raise(parent, row, measure)
    }
  }

  /** At once, or with others; whoever came after the last indexing does not wait, as their rows are in no order. */
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
    if (days > 0) this.#dropActivity(row, paidAt, days)
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
    for (const name of namesOf({ ...GIVEN_COLUMNS, ...ROLLED_COLUMNS })) {
      Object.assign(this, { [name]: grown(this[name], rows) })
    }
    for (const measure of this.measures) {
      measure.own = grown(measure.own, rows)
      measure.team = grown(measure.team, rows)
    }
  }

  /** Room for that many entries of activity. */
  reserveActivity(entries = Math.max(64, Math.ceil(this.activityCount * 1.25))): void {
    for (const name of namesOf(ACTIVITY_COLUMNS)) {
      Object.assign(this, { [name]: grown(this[name], entries) })
    }
  }
}

export type ActivityEntry = { readonly paidAt: number; readonly days: number }

const sum = (numbers: readonly number[]): number => numbers.reduce((all, each) => all + each, 0)

function insertLargest(into: Float64Array, turnover: number): void {
  let place = into.length - 1
  if (turnover <= into[place]!) return
  for (; place > 0 && into[place - 1]! < turnover; place -= 1) into[place] = into[place - 1]!
  into[place] = turnover
}

import { foldActivity, isActiveAt } from '@partner-office/domain'

import type { ActivityEntry } from './activity-columns.ts'
import type { Ladder } from './facts.ts'
import { grown, NO_ROW } from './columns.ts'
import type { FiguresEngine } from './figures-engine.ts'
import type { Measure } from './measure.ts'

const PAGE_BITS = 7
const PAGE_ROWS = 2 ** PAGE_BITS
const PAGE_MASK = PAGE_ROWS - 1

/** A copy-on-write view of a column, copied page by page on the first write to a page. */
class ColumnDraft {
  readonly #base: ArrayLike<number>
  readonly #pages: (Float64Array | undefined)[] = []

  constructor(base: ArrayLike<number>, rows = base.length) {
    this.#base = base
    // With a length it stays an array: a few pages at high numbers would make it a slow table.
    this.#pages.length = Math.ceil(rows / PAGE_ROWS)
  }

  get(index: number): number {
    const page = this.#pages[index >> PAGE_BITS]
    return page === undefined ? this.#base[index]! : page[index & PAGE_MASK]!
  }

  set(index: number, value: number): void {
    const number = index >> PAGE_BITS
    this.#pages[number] ??= this.#copyOf(number)
    this.#pages[number][index & PAGE_MASK] = value
  }

  #copyOf(number: number): Float64Array {
    const page = new Float64Array(PAGE_ROWS)
    const start = number * PAGE_ROWS
    const end = Math.min(this.#base.length, start + PAGE_ROWS)
    for (let index = start; index < end; index += 1) page[index - start] = this.#base[index]!
    return page
  }
}

const FIRST_ENTRIES = 16

/** Orders that add activity, as linked lists in columns: a million of them as objects would take four times the memory. */
class AddedActivity {
  #paidAt = new Float64Array(0)
  #days = new Uint16Array(0)
  #next = new Int32Array(0)
  #count = 0

  /** Returns the place of the new entry. `next`: the entry behind it in its list. */
  push(paidAt: number, days: number, next: number): number {
    if (this.#count === this.#paidAt.length) {
      const length = Math.max(FIRST_ENTRIES, this.#count * 2)
      this.#paidAt = grown(this.#paidAt, length)
      this.#days = grown(this.#days, length)
      this.#next = grown(this.#next, length)
    }
    this.#paidAt[this.#count] = paidAt
    this.#days[this.#count] = days
    this.#next[this.#count] = next
    return this.#count++
  }

  /** The entries of a list that were paid up to `paidUpTo`. */
  paidUpTo(first: number, paidUpTo: number): ActivityEntry[] {
    const entries: ActivityEntry[] = []
    for (let entry = first; entry !== NO_ROW; entry = this.#next[entry]!) {
      const paidAt = this.#paidAt[entry]!
      // Orders of several intakes come in any order.
      if (paidAt <= paidUpTo) entries.push({ paidAt, days: this.#days[entry]! })
    }
    return entries
  }
}

type MeasureDraft = {
  readonly base: Measure
  readonly own: ColumnDraft
  readonly team: ColumnDraft
  /** The rows that start the largest legs, largest first, of each row read so far. */
  readonly legs: Map<number, number[]>
}

/**
 * The figures as they will be after some orders, before these are recorded.
 *
 * The engine must not change while a draft is in use: the caller holds the lock on
 * the fact log. A draft has only the figures that decide about orders: turnovers, largest legs, activity, held ranks.
 */
export class FiguresDraft {
  readonly #engine: FiguresEngine
  readonly #measures: MeasureDraft[]
  readonly #held: Record<Ladder, ColumnDraft>

  // The added activity, one linked list per row, newest first.
  readonly #addedHead: ColumnDraft
  readonly #added = new AddedActivity()

  constructor(engine: FiguresEngine) {
    this.#engine = engine
    this.#measures = engine.measures.map((measure: Measure) => ({
      base: measure,
      own: new ColumnDraft(measure.own),
      team: new ColumnDraft(measure.team),
      legs: new Map(),
    }))
    this.#held = {
      ordinary: new ColumnDraft(engine.heldOrdinary),
      bonus: new ColumnDraft(engine.heldBonus),
    }
    this.#addedHead = new ColumnDraft({ length: 0 }, engine.size)
  }

  /** Returns the measure that counts orders from `start` on. */
  measureFrom(start: number): number {
    const found = this.#measures.findIndex(({ base }) => base.start === start)
    if (found < 0) throw new Error(`The engine keeps no turnover from ${start} on`)
    return found
  }

  /** Units: cents. */
  ownTurnover(measure: number, row: number): number {
    return this.#measures[measure]!.own.get(row)
  }

  /** Units: cents. */
  teamTurnover(measure: number, row: number): number {
    return this.#measures[measure]!.team.get(row)
  }

  /** Turnover of the `place`-th largest leg, counted from 0; 0 when there is none. Units: cents. */
  topLeg(measure: number, row: number, place: number): number {
    const draft = this.#measures[measure]!
    const child = this.#legsOf(draft, row)[place]!
    return child === NO_ROW ? 0 : legTurnover(draft, child)
  }

  heldRank(ladder: Ladder, row: number): number {
    return this.#held[ladder].get(row)
  }

  holdRank(ladder: Ladder, row: number, rankId: number): void {
    this.#held[ladder].set(row, rankId)
  }

  /** Whether the recorded and drafted orders paid up to `at` make the partner active at `at` (C8: ends strictly later). */
  isActiveAt(row: number, at: number): boolean {
    const drafted = this.#added.paidUpTo(this.#firstAdded(row), at)
    const recorded = this.#engine.activityOf(row, at)
    if (drafted.length === 0 && recorded.length === 0) return false
    return isActiveAt(foldActivity([...recorded, ...drafted]), at)
  }

  /** Adds an order to its buyer's activity. */
  addActivity(row: number, paidAt: number, cents: number): void {
    const days = this.#engine.rules.activityDays(cents, paidAt)
    if (days === 0) return
    this.#addedHead.set(row, this.#added.push(paidAt, days, this.#firstAdded(row)) + 1)
  }

  /** Adds an order to the turnovers of its buyer and of all ancestors. */
  addTurnover(row: number, paidAt: number, cents: number): void {
    for (const measure of this.#measures) {
      if (paidAt >= measure.base.start) this.#moveUp(measure, row, cents)
    }
  }

  #moveUp(measure: MeasureDraft, row: number, cents: number): void {
    measure.own.set(row, measure.own.get(row) + cents)
    let child = row
    for (let above = this.#engine.parent[row]!; above !== NO_ROW;) {
      // The legs are copied before the turnover changes, so that the copy is sorted.
      const legs = this.#legsOf(measure, above)
      measure.team.set(above, measure.team.get(above) + cents)
      raiseLeg(measure, legs, child)
      child = above
      above = this.#engine.parent[above]!
    }
  }

  #legsOf(measure: MeasureDraft, row: number): number[] {
    const known = measure.legs.get(row)
    if (known !== undefined) return known
    const legs = this.#engine.topLegChildren(measure.base, row)
    measure.legs.set(row, legs)
    return legs
  }

  /** List positions are stored from 1, so that a new page of zeros means no entries. */
  #firstAdded(row: number): number {
    return (this.#addedHead.get(row) || 0) - 1
  }
}

const legTurnover = ({ own, team }: MeasureDraft, child: number): number =>
  own.get(child) + team.get(child)

/** Moves a leg that has grown to its place among the largest. */
function raiseLeg(measure: MeasureDraft, legs: number[], child: number): void {
  if (legs[0] === child) return
  const turnover = legTurnover(measure, child)
  const last = legs.length - 1
  let place = legs.findIndex((holder) => holder === child || holder === NO_ROW)
  if (place < 0) {
    if (legTurnover(measure, legs[last]!) >= turnover) return
    place = last
  }
  for (; place > 0 && legTurnover(measure, legs[place - 1]!) < turnover; place -= 1) {
    legs[place] = legs[place - 1]!
  }
  legs[place] = child
}

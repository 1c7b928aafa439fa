import { NO_ROW } from '../columns.ts'
import { type FiguresEngine, type FiguresWatcher } from '../figures-engine.ts'
import { atOnce } from '../in-slices.ts'
import { BlockOffers } from './block-offers.ts'
import { BestRows, type RowOrder } from './best-rows.ts'
import { CodedFields } from './coded-fields.ts'
import { type Candidates, deepPage } from './deep-page.ts'
import { firstLine, LateRows } from './late-rows.ts'
import { type NameWord, wordsOf } from './name-question.ts'
import { type Range, rangesOf, type SortField, type TeamQuestion, valuesOf } from './question.ts'
import type { RangeKernel } from './range-kernel.ts'
import type { RankLadder } from './rank-ladder.ts'
import { countRows, rowsOf, type RowSet } from './row-bits.ts'
import { TeamNames } from './team-names.ts'
import { BLOCK_ROWS, type Values } from './zones.ts'

/** Matching rows of one page, sorted (ties by id), and the total count. */
export type TeamPage = { readonly rows: readonly number[]; readonly total: number }

/** Scanning up to this many unneeded rows is faster than starting a new run. */
const BRIDGED_ROWS = 4 * BLOCK_ROWS
/** Fewer matches than one row in eight are few. */
const ROWS_OF_FEW = 8

/** Thresholds between search strategies. They change the speed, never the result. */
export type Limits = {
  /** Downlines up to this size are filtered row by row. */
  readonly smallTeam: number
  /** Pages that end behind this row are found by `deepPage`, others by a heap of all rows up to their end. */
  readonly mostHeld: number
  /** Up to this many matches are read in row order; more are read by the bounds of their blocks. */
  readonly fewRows: number
}

const LIMITS: Limits = { smallTeam: 512, mostHeld: 1_024, fewRows: 1_024 }

type Parts = {
  readonly ladder: RankLadder
  readonly limits: Limits
  readonly coded: CodedFields
  readonly late: LateRows
  readonly names: TeamNames
}

const NO_ROWS: RowSet = { from: 0, to: 0, bits: null }

/**
 * Searches the team of any partner: filters, sorts, and counts exactly, on the engine's columns.
 *
 * The downline of an indexed row is the interval of rows that follow it:
 *
 *     1. A kernel filters the interval, 16 rows per step, by the 8-bit codes of each field (`RangeKernel`). Blocks of 256
 *        rows whose bounds exclude a condition are skipped (`Zones`).
 *     2. The values of rows whose code contains a bound are checked, then the names (`TeamNames`).
 *     3. The set bits are the total. The first rows of the order come from the most promising blocks (`BlockOffers`), pages
 *        far behind from counting codes (`deepPage`).
 *
 * Small teams and first lines are filtered row by row, and so are the few partners behind the index (`LateRows`). The index
 * watches the engine to follow its changes.
 *
 * Source: decisions D-065 to D-068; docs/architecture.md, "The figures engine".
 */
export class TeamIndex implements FiguresWatcher {
  readonly engine: FiguresEngine
  readonly ladder: RankLadder
  /** The number of rows read by all searches so far. */
  visited = 0
  readonly #limits: Limits
  readonly #coded: CodedFields
  readonly #kernel: RangeKernel
  readonly #late: LateRows
  readonly #names: TeamNames

  private constructor(engine: FiguresEngine, { ladder, limits, coded, late, names }: Parts) {
    this.engine = engine
    this.ladder = ladder
    this.#limits = limits
    this.#coded = coded
    this.#kernel = coded.kernel
    this.#late = late
    this.#names = names
  }

  /** Builds the index at once; it then watches the engine. */
  static of(engine: FiguresEngine, ladder: RankLadder, limits = LIMITS): TeamIndex {
    return atOnce(TeamIndex.building(engine, ladder, limits))
  }

  /** Builds the index in slices of a few milliseconds, between which the engine must not change. */
  static *building(
    engine: FiguresEngine,
    ladder: RankLadder,
    limits = LIMITS,
  ): Generator<void, TeamIndex> {
    const late = new LateRows(engine)
    const coded = yield* CodedFields.building(engine, ladder, late)
    const names = yield* TeamNames.of(engine)
    const index = new TeamIndex(engine, { ladder, limits, coded, late, names })
    engine.watcher = index
    return index
  }

  /** Units: bytes, by name. */
  bytes(): Record<string, number> {
    return { ...this.#coded.bytes(), ...this.#names.bytes() }
  }

  joined(row: number): void {
    this.#late.add(row)
    this.#coded.joined(row)
  }

  moved(row: number, hasFallen: boolean): void {
    this.#coded.moved(row, hasFallen)
  }

  renamed(row: number): void {
    if (row < this.engine.indexed) this.#names.renamed(row)
  }

  /** Returns the place of a row on the ordinary ladder, from 0. */
  rankOf(row: number): number {
    return this.ladder.placeOf(this.engine, row)
  }

  /** Returns a page of matching members, sorted (ties by id), and the total count. */
  find(question: TeamQuestion): TeamPage {
    this.#coded.follow()
    const ranges = rangesOf(question)
    const words = question.name === null ? [] : wordsOf(question.name)
    if (words === null || ranges.some(({ min, max }) => min > max)) return { rows: [], total: 0 }
    const { top, scope } = question
    const { span: spans, indexed } = this.engine
    if (scope === 'firstLine') {
      return this.#pageOfList(this.#meeting(firstLine(this.engine, top), ranges, words), question)
    }
    if (top >= indexed) {
      return this.#pageOfList(this.#meeting(this.#late.belowLate(top), ranges, words), question)
    }
    const late = this.#meeting(this.#late.belowIndexed(top), ranges, words)
    const span = top === NO_ROW ? indexed : spans[top]!
    if (span <= this.#limits.smallTeam) {
      for (const row of this.#meetingWithin(top + 1, top + 1 + span, ranges, words)) late.push(row)
      return this.#pageOfList(late, question)
    }
    return this.#pageOfInterval(top + 1, top + 1 + span, late, { ...question, ranges, words })
  }

  /** The same among some rows of the network. */
  findAmong(rows: readonly number[], question: TeamQuestion): TeamPage {
    const words = question.name === null ? [] : wordsOf(question.name)
    if (words === null) return { rows: [], total: 0 }
    return this.#pageOfList(this.#meeting([...rows], rangesOf(question), words), question)
  }

  /** Whether the names of a row have all words of a text. */
  isCalled(row: number, name: string): boolean {
    const words = wordsOf(name)
    return words !== null && this.#names.isCalled(row, words)
  }

  #pageOfList(rows: readonly number[], question: TeamQuestion): TeamPage {
    this.visited += rows.length
    const order = this.#orderOf(question)
    const { offset, limit } = question
    const total = rows.length
    if (offset >= total || limit === 0) return { rows: [], total }
    if (offset + limit > this.#limits.mostHeld) {
      const candidates = this.#candidates(NO_ROWS, rows, question.sort)
      return { rows: deepPage(candidates, order, { offset, limit }), total }
    }
    const best = new BestRows(order, offset + limit)
    // Rows are roughly sorted by registration: for the newest first, start at the end, so that the heap changes rarely.
    const isBackwards = question.sort === 'registeredAt' && question.isDescending
    if (isBackwards) for (let at = total - 1; at >= 0; at -= 1) best.offer(rows[at]!)
    else for (const row of rows) best.offer(row)
    return { rows: best.sorted().slice(offset), total }
  }

  #pageOfInterval(
    from: number,
    to: number,
    late: readonly number[],
    question: TeamQuestion & { ranges: readonly Range[]; words: readonly NameWord[] },
  ): TeamPage {
    const { ranges, words, offset, limit, sort } = question
    const { count, bits } = this.#matches(from, to, ranges, words)
    const total = count + late.length
    if (offset >= total || limit === 0) return { rows: [], total }
    const order = this.#orderOf(question)
    const set = { from, to, bits }
    if (offset + limit > this.#limits.mostHeld) {
      const candidates = this.#candidates(set, late, sort)
      return { rows: deepPage(candidates, order, { offset, limit }), total }
    }
    return { rows: this.#firstRows(set, count, late, { order, question }).slice(offset), total }
  }

  #firstRows(
    set: RowSet,
    count: number,
    late: readonly number[],
    { order, question }: { order: RowOrder; question: TeamQuestion },
  ): number[] {
    const { offset, limit, sort, isDescending } = question
    const isFew = count <= this.#limits.fewRows || count * ROWS_OF_FEW < set.to - set.from
    const best = new BestRows(order, offset + limit)
    for (const row of late) best.offer(row)
    const offers = new BlockOffers(best, set, isDescending, this.#coded.zonesOf(sort))
    if (isFew) offers.oneAfterTheOther()
    else offers.mostPromisingFirst()
    this.visited += offers.visited
    return best.sorted()
  }

  #orderOf({ sort, isDescending }: TeamQuestion): RowOrder {
    return { values: valuesOf(this.engine, sort), ids: this.engine.ids, isDescending }
  }

  /** Returns the matching rows of an interval as bits, null when all match, and their number. */
  #matches(
    from: number,
    to: number,
    ranges: readonly Range[],
    words: readonly NameWord[],
  ): { count: number; bits: Uint32Array | null } {
    if (ranges.length === 0 && words.length === 0) return { count: to - from, bits: null }
    const { sure, unsure } = this.#kernel
    let count = to - from
    if (ranges.length > 0) count = this.#scan(from, to, ranges)
    if (words.length === 0) return { count, bits: sure }
    const bits = ranges.length > 0 ? sure : null
    this.#names.mark(words, { from, to, bits, count }, unsure)
    return { count: countRows(unsure, from, to), bits: unsure }
  }

  /** Sets the bits of the rows in all ranges in the kernel's `sure`; returns how many there are. */
  #scan(from: number, to: number, ranges: readonly Range[]): number {
    const { sure, unsure } = this.#kernel
    this.#kernel.lookFor(ranges.map((range) => this.#coded.codeRange(range)))
    const start = from - (from % BLOCK_ROWS)
    const end = Math.ceil(to / BLOCK_ROWS) * BLOCK_ROWS
    sure.fill(0, start >> 5, end >> 5)
    unsure.fill(0, start >> 5, end >> 5)
    let count = 0
    for (const run of this.#runs(start, end, ranges)) {
      count += this.#kernel.scan(run.from, run.to)
      this.visited += run.to - run.from
    }
    count -= countRows(sure, start, from) + countRows(sure, to, end)
    let rows = rowsOf(unsure, from, to)
    for (const range of ranges) if (rows.length > 0) rows = this.#within(rows, range)
    for (const row of rows) sure[row >> 5]! |= 1 << (row & 31)
    return count + rows.length
  }

  /** Keeps the rows whose values are in a range. A rank needs no check: each of its codes stands for one place. */
  #within(rows: Int32Array, range: Range): Int32Array {
    const { field, min, max } = range
    if (field === 'rank') return rows
    if (field !== 'activeUntil') return rowsWithin(rows, valuesOf(this.engine, field), range)
    let count = 0
    for (let at = 0; at < rows.length; at += 1) {
      const row = rows[at]!
      const end = this.engine.activityEnd(row)
      if (end >= min && end <= max) rows[count++] = row
    }
    return rows.subarray(0, count)
  }

  /** Returns the runs of blocks of [start, end) that may have matching rows. Short gaps are bridged. */
  #runs(start: number, end: number, ranges: readonly Range[]): { from: number; to: number }[] {
    const first = start / BLOCK_ROWS
    const isOpen = new Uint8Array(end / BLOCK_ROWS - first).fill(1)
    for (const range of ranges) this.#coded.zonesOf(range.field).close(isOpen, first, range)
    const runs: { from: number; to: number }[] = []
    let last = { from: 0, to: Number.NEGATIVE_INFINITY }
    for (let at = isOpen.indexOf(1); at >= 0; at = isOpen.indexOf(1, at + 1)) {
      const from = (first + at) * BLOCK_ROWS
      if (from - last.to > BRIDGED_ROWS) {
        last = { from, to: from }
        runs.push(last)
      }
      last.to = from + BLOCK_ROWS
    }
    return runs
  }

  /** Returns a check whether the values of a row are in all ranges. */
  #meetsAll(ranges: readonly Range[]): (row: number) => boolean {
    const checks = ranges.map((range) => this.#check(range))
    return (row) => {
      for (const check of checks) if (!check(row)) return false
      return true
    }
  }

  #check({ field, min, max }: Range): (row: number) => boolean {
    if (field === 'rank') return (row) => this.rankOf(row) === min
    if (field === 'activeUntil') {
      return (row) => {
        const end = this.engine.activityEnd(row)
        return end >= min && end <= max
      }
    }
    const values = valuesOf(this.engine, field)
    return (row) => values[row]! >= min && values[row]! <= max
  }

  #meeting(rows: Iterable<number>, ranges: readonly Range[], words: readonly NameWord[]): number[] {
    if (ranges.length + words.length === 0) return Array.isArray(rows) ? rows : [...rows]
    const meets = this.#meetsAll(ranges)
    const found: number[] = []
    for (const row of rows) {
      if (meets(row) && (words.length === 0 || this.#names.isCalled(row, words))) found.push(row)
    }
    return found
  }

  #meetingWithin(
    from: number,
    to: number,
    ranges: readonly Range[],
    words: readonly NameWord[],
  ): number[] {
    const rows = Array.from({ length: to - from }, (_, at) => from + at)
    return this.#meeting(rows, ranges, words)
  }

  #candidates(set: RowSet, more: readonly number[], field: SortField): Candidates {
    const { codes, ofRows } = this.#coded.codesOf(field, more)
    return { set, codes, more, codesOfMore: ofRows }
  }
}

/** Keeps the rows whose values are in a range. Branch-free, so that the processor overlaps the reads of many values. */
function rowsWithin(rows: Int32Array, values: Values, { min, max }: Range): Int32Array {
  let count = 0
  for (let at = 0; at < rows.length; at += 1) {
    const row = rows[at]!
    const value = values[row]!
    rows[count] = row
    count += Number(value >= min) & Number(value <= max)
  }
  return rows.subarray(0, count)
}

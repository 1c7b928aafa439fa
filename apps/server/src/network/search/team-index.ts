import { type FiguresEngine, type FiguresWatcher, NO_ROW } from '../figures-engine.ts'
import { grown } from '../columns.ts'
import { BlockOffers } from './block-offers.ts'
import { BestRows, type RowOrder } from './best-rows.ts'
import { CodeCuts } from './code-cuts.ts'
import { type Candidates, deepPage } from './deep-page.ts'
import { wordsOf } from './name-question.ts'
import {
  CODED,
  type CodedField,
  type Range,
  rangesOf,
  SORT_FIELDS,
  type SortField,
  type TeamQuestion,
  valuesOf,
} from './question.ts'
import { type CodeRange, RangeKernel } from './range-kernel.ts'
import type { RankLadder } from './rank-ladder.ts'
import { countRows, rowsOf, type RowSet } from './row-bits.ts'
import { TeamNames } from './team-names.ts'
import { TouchedRows } from './touched-rows.ts'
import { BLOCK_ROWS, type Values, Zones } from './zones.ts'

/** A page of a team, in order, and how many rows meet the question in all. */
export type TeamPage = { readonly rows: readonly number[]; readonly total: number }

/** How one field is coded and bounded: its column of codes begins at `codesAt`. */
type Field = {
  readonly column: number
  readonly codesAt: number
  cuts: CodeCuts
  readonly zones: Zones
}

const ROWS_A_PIECE = 2 ** 13
/** So many rows are looked at in less time than a new run takes. */
const BRIDGED_ROWS = 4 * BLOCK_ROWS
/** A row in so many is few. */
const ROWS_OF_FEW = 8
const SAMPLED_ROWS = 2 ** 14

/** Where one way of searching takes over from another; no answer depends on it. */
export type Limits = {
  /** Downlines up to this size are looked at row by row. */
  readonly smallTeam: number
  /** Pages that end further behind are found by counting. */
  readonly mostHeld: number
  /** So few rows are offered in their order; of more the blocks say which come first. */
  readonly fewRows: number
}

const LIMITS: Limits = { smallTeam: 512, mostHeld: 1_024, fewRows: 1_024 }

/** So many rows wait at most for the next question, which then takes some milliseconds longer. */
const MOST_TOUCHED = 65_536

const NO_ROWS: RowSet = { from: 0, to: 0, bits: null }
const NO_CUTS = new CodeCuts(new Float64Array(1))

/**
 * Answers every question about anybody's team, with the exact total, from the columns of the engine.
 *
 * A downline is an interval of rows, which a kernel looks at 16 rows at once by their 8-bit codes; bounds of blocks
 * say where the first rows of an order can be; names have an index of their own. All of it follows the engine as its
 * watcher. Partners who came after the last indexing are few: they are looked at one by one.
 *
 * Source: decisions D-065 to D-068; docs/architecture.md, "The figures engine".
 */
export class TeamIndex implements FiguresWatcher {
  readonly engine: FiguresEngine
  readonly ladder: RankLadder
  /** How many rows all questions so far have looked at. */
  visited = 0
  readonly #limits: Limits
  readonly #rows: number
  readonly #kernel: RangeKernel
  readonly #fields: Readonly<Record<CodedField, Field>>
  #names: TeamNames | null = null
  /** Whose own figures, whose team turnovers, and whose team sizes, codes and bounds do not say yet. */
  readonly #buyers: TouchedRows
  readonly #turnovers: TouchedRows
  readonly #sizes: TouchedRows
  /** Who may stand lower on the ladder than codes say. */
  readonly #fallen: TouchedRows
  /** The nearest row in the index above each row behind it. */
  #anchors = new Int32Array(64)

  private constructor(engine: FiguresEngine, ladder: RankLadder, limits: Limits) {
    this.engine = engine
    this.#limits = limits
    this.ladder = ladder
    this.#rows = engine.indexed
    this.#kernel = new RangeKernel(this.#rows, CODED.length)
    this.#buyers = new TouchedRows(this.#rows)
    this.#turnovers = new TouchedRows(this.#rows)
    this.#sizes = new TouchedRows(this.#rows)
    this.#fallen = new TouchedRows(this.#rows)
    const fields = CODED.map((name, column) => [
      name,
      {
        column,
        codesAt: column * this.#kernel.stride,
        cuts: NO_CUTS,
        zones: new Zones(this.#rows),
      },
    ])
    this.#fields = Object.fromEntries(fields)
  }

  /** The index of the rows that are in preorder; it watches the engine from when it is done. */
  static of(engine: FiguresEngine, ladder: RankLadder, limits = LIMITS): TeamIndex {
    const building = TeamIndex.building(engine, ladder, limits)
    for (;;) {
      const step = building.next()
      if (step.done === true) return step.value
    }
  }

  /** The same in pieces of a few milliseconds, between which the engine may not change. */
  static *building(
    engine: FiguresEngine,
    ladder: RankLadder,
    limits = LIMITS,
  ): Generator<void, TeamIndex> {
    const index = new TeamIndex(engine, ladder, limits)
    yield* index.#build()
    index.#names = yield* TeamNames.of(engine)
    for (let row = engine.indexed; row < engine.size; row += 1) index.#anchor(row)
    engine.watcher = index
    return index
  }

  /** Units: bytes, by name. */
  bytes(): Record<string, number> {
    const zones = Object.values(this.#fields).map((field) => field.zones)
    return {
      'codes and row bits': this.#kernel.bytes + this.#turnovers.bytes * 4,
      zones: zones.reduce((sum, { bytes }) => sum + bytes, 0),
      ...this.#names!.bytes(),
    }
  }

  joined(row: number): void {
    const { parent, flSize } = this.engine
    this.#anchor(row)
    const sponsor = parent[row]!
    if (sponsor === NO_ROW) return
    this.#move(this.#fields.flSize, sponsor, flSize[sponsor]!)
    this.#sizes.addUpwards(this.#indexedAbove(row), parent)
    if (this.#sizes.count > MOST_TOUCHED) this.#follow()
  }

  moved(row: number, hasFallen: boolean): void {
    const { parent } = this.engine
    const indexed = this.#indexedAbove(row)
    if (row === indexed) this.#buyers.add(row)
    else this.#moveLine(row)
    this.#turnovers.addUpwards(indexed, parent)
    if (hasFallen || !this.ladder.onlyRises) this.#fallen.addUpwards(indexed, parent)
    if (this.#turnovers.count > MOST_TOUCHED) this.#follow()
  }

  renamed(row: number): void {
    if (row < this.#rows) this.#names!.renamed(row)
  }

  /** Where a row stands on the ordinary ladder, from 0. */
  rankOf(row: number): number {
    return this.ladder.placeOf(this.engine, row)
  }

  /** A page of the rows that meet a question; ties by id. */
  find(question: TeamQuestion): TeamPage {
    this.#follow()
    const ranges = rangesOf(question)
    const words = question.name === null ? [] : wordsOf(question.name)
    if (words === null || ranges.some(({ min, max }) => min > max)) return { rows: [], total: 0 }
    const { top, scope } = question
    if (scope === 'firstLine') {
      return this.#pageOfList(this.#meeting(this.#children(top), ranges, words), question)
    }
    if (top >= this.#rows) {
      return this.#pageOfList(this.#meeting(this.#lateBelow(top), ranges, words), question)
    }
    const late = this.#meeting(this.#lateAnchored(top), ranges, words)
    const span = this.engine.span[top]!
    if (span <= this.#limits.smallTeam) {
      for (const row of this.#meetingWithin(top + 1, top + 1 + span, ranges, words)) late.push(row)
      return this.#pageOfList(late, question)
    }
    return this.#pageOfInterval(top + 1, top + 1 + span, late, { ...question, ranges, words })
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
    // About in the order in which partners came: where the last are wanted, taking the first would be in vain.
    const isBackwards = question.sort === 'registeredAt' && question.isDescending
    if (isBackwards) for (let at = total - 1; at >= 0; at -= 1) best.offer(rows[at]!)
    else for (const row of rows) best.offer(row)
    return { rows: best.sorted().slice(offset), total }
  }

  #pageOfInterval(
    from: number,
    to: number,
    late: readonly number[],
    question: TeamQuestion & { ranges: readonly Range[]; words: readonly Uint8Array[] },
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
    const offers = new BlockOffers(best, set, isDescending, this.#fields[sort].zones)
    if (isFew) offers.oneAfterTheOther()
    else offers.mostPromisingFirst()
    this.visited += offers.visited
    return best.sorted()
  }

  #orderOf({ sort, isDescending }: TeamQuestion): RowOrder {
    return { values: valuesOf(this.engine, sort), ids: this.engine.ids, isDescending }
  }

  /** Which rows of an interval meet everything, as bits; null: all of them. */
  #matches(
    from: number,
    to: number,
    ranges: readonly Range[],
    words: readonly Uint8Array[],
  ): { count: number; bits: Uint32Array | null } {
    if (ranges.length === 0 && words.length === 0) return { count: to - from, bits: null }
    const { sure, unsure } = this.#kernel
    let count = to - from
    if (ranges.length > 0) count = this.#scan(from, to, ranges)
    if (words.length === 0) return { count, bits: sure }
    const bits = ranges.length > 0 ? sure : null
    this.#names!.mark(words, { from, to, bits, count }, unsure)
    return { count: countRows(unsure, from, to), bits: unsure }
  }

  /** Sets the bits of the rows that are in all ranges in the kernel's `sure`. Answers how many they are. */
  #scan(from: number, to: number, ranges: readonly Range[]): number {
    const { sure, unsure } = this.#kernel
    this.#kernel.lookFor(ranges.map((range) => this.#codeRange(range)))
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

  /** Those of some rows whose values are in a range; codes of places on the ladder stand for one place each. */
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

  /** The blocks of [start, end) that may have rows in all ranges, put together unless many lie between them. */
  #runs(start: number, end: number, ranges: readonly Range[]): { from: number; to: number }[] {
    const first = start / BLOCK_ROWS
    const isOpen = new Uint8Array(end / BLOCK_ROWS - first).fill(1)
    for (const range of ranges) this.#fields[range.field].zones.close(isOpen, first, range)
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

  #codeRange({ field, min, max }: Range): CodeRange {
    const { column, cuts } = this.#fields[field]
    return { column, ...cuts.rangeOf(min, max) }
  }

  /** Whether a row is in all ranges, on the values themselves. */
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

  #meeting(
    rows: Iterable<number>,
    ranges: readonly Range[],
    words: readonly Uint8Array[],
  ): number[] {
    if (ranges.length + words.length === 0) return Array.isArray(rows) ? rows : [...rows]
    const meets = this.#meetsAll(ranges)
    const found: number[] = []
    for (const row of rows) {
      if (meets(row) && (words.length === 0 || this.#names!.isCalled(row, words))) found.push(row)
    }
    return found
  }

  #meetingWithin(
    from: number,
    to: number,
    ranges: readonly Range[],
    words: readonly Uint8Array[],
  ): number[] {
    const rows = Array.from({ length: to - from }, (_, at) => from + at)
    return this.#meeting(rows, ranges, words)
  }

  /** The rows behind the index that are below a row in it. */
  *#lateAnchored(top: number): Generator<number> {
    const { indexed, size, span, teamSize } = this.engine
    if (teamSize[top] === span[top]) return
    const last = top + span[top]!
    for (let row = indexed; row < size; row += 1) {
      const anchor = this.#anchors[row - indexed]!
      if (anchor >= top && anchor <= last) yield row
    }
  }

  #children(top: number): number[] {
    const { engine } = this
    const { span, indexed } = engine
    const rows: number[] = []
    const end = top < indexed ? top + span[top]! : top
    for (let child = top + 1; child <= end; child += span[child]! + 1) rows.push(child)
    if (rows.length === engine.flSize[top]!) return rows
    for (let late = engine.firstLate(top); late !== NO_ROW; late = engine.nextSibling(late)) {
      rows.push(late)
    }
    return rows
  }

  /** Everybody below a row behind the index. */
  *#lateBelow(top: number): Generator<number> {
    const waiting = [top]
    for (let row = waiting.pop(); row !== undefined; row = waiting.pop()) {
      for (const child of this.#children(row)) {
        yield child
        waiting.push(child)
      }
    }
  }

  #anchor(row: number): void {
    const late = row - this.#rows
    if (late >= this.#anchors.length) this.#anchors = grown(this.#anchors, late * 2)
    this.#anchors[late] = this.#indexedAbove(this.engine.parent[row]!)
  }

  /** The row itself if it is in the index, or the nearest above that is. */
  #indexedAbove(row: number): number {
    return row < this.#rows ? row : this.#anchors[row - this.#rows]!
  }

  /** What has moved since the last question. */
  #follow(): void {
    if (this.#turnovers.count + this.#sizes.count === 0) return
    const { measures, teamSize } = this.engine
    const { own, team } = measures[0]!
    const buyers = this.#buyers.take()
    const turnovers = this.#turnovers.take()
    this.#followColumn(this.#fields.ownTurnover, buyers, own)
    for (const row of buyers) {
      this.#move(this.#fields.activeUntil, row, this.engine.activityEnd(row))
      this.#moveLine(row)
    }
    this.#followTurnovers(turnovers, team)
    for (const row of this.#fallen.take()) {
      this.#move(this.#fields.rank, row, this.ladder.placeOf(this.engine, row))
    }
    this.#followColumn(this.#fields.teamSize, this.#sizes.take(), teamSize)
  }

  #followColumn({ codesAt, cuts, zones }: Field, rows: Int32Array, values: Values): void {
    const { codes } = this.#kernel
    const { ids } = this.engine
    for (const row of rows) {
      const value = values[row]!
      if (!cuts.holds(codes[codesAt + row]!, value)) codes[codesAt + row] = cuts.codeOf(value)
      zones.widen(row, value, ids[row]!)
    }
  }

  /** Whose turnovers have only grown, stands no lower than before: few of them need a look at their legs. */
  #followTurnovers(rows: Int32Array, team: Float64Array): void {
    const { engine, ladder } = this
    const { rank, teamTurnover } = this.#fields
    const { cuts, zones, codesAt } = teamTurnover
    const { codes } = this.#kernel
    const lowest = rank.cuts.codeOf(0)
    for (let at = 0; at < rows.length; at += 1) {
      const row = rows[at]!
      const value = team[row]!
      if (!cuts.holds(codes[codesAt + row]!, value)) codes[codesAt + row] = cuts.codeOf(value)
      zones.widen(row, value, engine.ids[row]!)
      const before = codes[rank.codesAt + row]! - lowest
      const place = ladder.placeOf(engine, row, before)
      if (place !== before) this.#move(rank, row, place)
    }
  }

  /** The first line that a row is in has bought. */
  #moveLine(row: number): void {
    const sponsor = this.engine.parent[row]!
    if (sponsor === NO_ROW) return
    this.#move(this.#fields.flTurnover, sponsor, this.engine.flTurnover[sponsor]!)
  }

  /** The value of a row has changed: its code and the bounds of its blocks follow. */
  #move({ codesAt, cuts, zones }: Field, row: number, value: number): void {
    if (row >= this.#rows) return
    const { codes } = this.#kernel
    if (!cuts.holds(codes[codesAt + row]!, value)) codes[codesAt + row] = cuts.codeOf(value)
    zones.widen(row, value, this.engine.ids[row]!)
  }

  /** Rows that came after the index have no code in it. */
  #candidates(set: RowSet, more: readonly number[], field: SortField): Candidates {
    const { cuts, codesAt } = this.#fields[field]
    const codes = this.#kernel.codes.subarray(codesAt)
    const values = valuesOf(this.engine, field)
    const codesOfMore = more.map((row) =>
      row < this.#rows ? codes[row]! : cuts.codeOf(values[row]!),
    )
    return { set, codes, more, codesOfMore }
  }

  *#build(): Generator<void> {
    for (const name of SORT_FIELDS) {
      yield* this.#code(this.#fields[name], columnOf(valuesOf(this.engine, name)))
    }
    yield* this.#code(this.#fields.activeUntil, (from, into, step) => {
      for (let at = 0; at < into.length; at += 1) {
        into[at] = this.engine.activityEnd(from + at * step)
      }
    })
    this.#fields.rank.cuts = new CodeCuts(Float64Array.from(this.ladder.codes, (_, at) => at))
    yield* this.#bound(this.#fields.rank, (from, into, step) => {
      for (let at = 0; at < into.length; at += 1) into[at] = this.rankOf(from + at * step)
    })
  }

  *#code(field: Field, read: ReadValues): Generator<void> {
    const step = Math.max(1, Math.floor(this.#rows / SAMPLED_ROWS))
    const sample = new Float64Array(Math.ceil(this.#rows / step))
    read(0, sample, step)
    field.cuts = new CodeCuts(sample)
    yield* this.#bound(field, read)
  }

  *#bound({ codesAt, cuts, zones }: Field, read: ReadValues): Generator<void> {
    const { codes } = this.#kernel
    const readIds = columnOf(this.engine.ids)
    const ids = new Float64Array(ROWS_A_PIECE)
    yield* this.#inPieces(read, (from, values) => {
      cuts.codeAll(values, codes.subarray(codesAt + from))
      const idsOfPiece = ids.subarray(0, values.length)
      readIds(from, idsOfPiece, 1)
      zones.widenAll(from, values, idsOfPiece)
    })
  }

  *#inPieces(
    read: ReadValues,
    work: (from: number, values: Float64Array) => void,
  ): Generator<void> {
    const piece = new Float64Array(ROWS_A_PIECE)
    for (let from = 0; from < this.#rows; from += ROWS_A_PIECE) {
      const values = piece.subarray(0, this.#rows - from)
      read(from, values, 1)
      work(from, values)
      yield
    }
  }
}

/** Reads all values before it decides about any: memory answers many questions at once. */
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

/**
 * The values of each `step`-th row from `from` on, as many as there is room for: as doubles, whatever their column is
 * of, because loops over columns of one kind are compiled several times faster.
 */
type ReadValues = (from: number, into: Float64Array, step: number) => void

const columnOf =
  (values: Values): ReadValues =>
  (from, into, step) => {
    if (step === 1) return into.set(values.subarray(from, from + into.length))
    for (let at = 0; at < into.length; at += 1) into[at] = values[from + at * step]!
  }

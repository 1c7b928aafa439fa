import { NO_ROW } from '../columns.ts'
import type { FiguresEngine } from '../figures-engine.ts'
import { CodeCuts } from './code-cuts.ts'
import type { LateRows } from './late-rows.ts'
import {
  CODED,
  type CodedField,
  type Range,
  SORT_FIELDS,
  type SortField,
  valuesOf,
} from './question.ts'
import { type CodeRange, RangeKernel } from './range-kernel.ts'
import type { RankLadder } from './rank-ladder.ts'
import { TouchedRows } from './touched-rows.ts'
import { type Values, Zones } from './zones.ts'

/** The codes and bounds of one field. Its column of codes starts at `codesAt` in the kernel's memory. */
type Field = {
  readonly column: number
  readonly codesAt: number
  cuts: CodeCuts
  readonly zones: Zones
}

const ROWS_A_PIECE = 2 ** 13
const SAMPLED_ROWS = 2 ** 14

/** With more changed rows than this, codes and bounds are updated at once, and not before the next search. */
const MOST_TOUCHED = 65_536

const NO_CUTS = new CodeCuts(new Float64Array(1))

/**
 * The 8-bit codes and block bounds of all indexed rows, kept current while the engine changes.
 *
 * A change only records which rows it has touched. `follow` updates codes and bounds before the next search, so that a row
 * that has changed many times is updated once:
 *
 *     order of partner P    buyers += P; turnovers += P and its ancestors; fallen too, if a place may have become lower
 *     new partner below S   sizes += S and its ancestors
 *     follow                buyers -> own turnover, activity, first line of the sponsor
 *                           turnovers -> team turnover, rank (which can only rise)
 *                           fallen -> rank, computed anew
 *                           sizes -> team size
 */
export class CodedFields {
  readonly kernel: RangeKernel
  readonly #engine: FiguresEngine
  readonly #ladder: RankLadder
  readonly #late: LateRows
  /** The number of indexed rows. */
  readonly #rows: number
  readonly #fields: Readonly<Record<CodedField, Field>>
  // Rows whose own figures, team turnover, team size or rank may differ from their codes and bounds.
  readonly #buyers: TouchedRows
  readonly #turnovers: TouchedRows
  readonly #sizes: TouchedRows
  readonly #fallen: TouchedRows

  private constructor(engine: FiguresEngine, ladder: RankLadder, late: LateRows) {
    this.#engine = engine
    this.#ladder = ladder
    this.#late = late
    this.#rows = engine.indexed
    this.kernel = new RangeKernel(this.#rows, CODED.length)
    this.#buyers = new TouchedRows(this.#rows)
    this.#turnovers = new TouchedRows(this.#rows)
    this.#sizes = new TouchedRows(this.#rows)
    this.#fallen = new TouchedRows(this.#rows)
    const fields = CODED.map((name, column) => [
      name,
      {
        column,
        codesAt: column * this.kernel.stride,
        cuts: NO_CUTS,
        zones: new Zones(this.#rows),
      },
    ])
    this.#fields = Object.fromEntries(fields)
  }

  /** Codes all indexed rows, in slices between which the engine must not change. */
  static *building(
    engine: FiguresEngine,
    ladder: RankLadder,
    late: LateRows,
  ): Generator<void, CodedFields> {
    const coded = new CodedFields(engine, ladder, late)
    yield* coded.#build()
    return coded
  }

  /** Units: bytes, by name. */
  bytes(): Record<string, number> {
    const zones = Object.values(this.#fields).map((field) => field.zones)
    return {
      'codes and row bits': this.kernel.bytes + this.#turnovers.bytes * 4,
      zones: zones.reduce((sum, { bytes }) => sum + bytes, 0),
    }
  }

  /** The bounds of a field. */
  zonesOf(field: CodedField): Zones {
    return this.#fields[field].zones
  }

  /** A condition as a range of codes. */
  codeRange({ field, min, max }: Range): CodeRange {
    const { column, cuts } = this.#fields[field]
    return { column, ...cuts.rangeOf(min, max) }
  }

  /** The codes of a field by row, and the codes of some rows, which may be behind the index. */
  codesOf(field: SortField, rows: readonly number[]): { codes: Uint8Array; ofRows: number[] } {
    const { cuts, codesAt } = this.#fields[field]
    const codes = this.kernel.codes.subarray(codesAt)
    const values = valuesOf(this.#engine, field)
    const ofRows = rows.map((row) => (row < this.#rows ? codes[row]! : cuts.codeOf(values[row]!)))
    return { codes, ofRows }
  }

  /** Records that a partner has joined. */
  joined(row: number): void {
    const { parent, flSize } = this.#engine
    const sponsor = parent[row]!
    if (sponsor === NO_ROW) return
    this.#move(this.#fields.flSize, sponsor, flSize[sponsor]!)
    this.#sizes.addUpwards(this.#late.indexedAbove(row), parent)
    if (this.#sizes.count > MOST_TOUCHED) this.follow()
  }

  /** Records that figures of a row and its ancestors have changed; `hasFallen` if they may have become lower. */
  moved(row: number, hasFallen: boolean): void {
    const { parent } = this.#engine
    const indexed = this.#late.indexedAbove(row)
    if (row === indexed) this.#buyers.add(row)
    else this.#moveLine(row)
    this.#turnovers.addUpwards(indexed, parent)
    if (hasFallen || !this.#ladder.onlyRises) this.#fallen.addUpwards(indexed, parent)
    if (this.#turnovers.count > MOST_TOUCHED) this.follow()
  }

  /** Updates the codes and bounds of all rows touched since the last call. */
  follow(): void {
    if (this.#turnovers.count + this.#sizes.count === 0) return
    const { measures, teamSize } = this.#engine
    const { own, team } = measures[0]!
    const buyers = this.#buyers.take()
    const turnovers = this.#turnovers.take()
    this.#followColumn(this.#fields.ownTurnover, buyers, own)
    for (const row of buyers) {
      this.#move(this.#fields.activeUntil, row, this.#engine.activityEnd(row))
      this.#moveLine(row)
    }
    this.#followTurnovers(turnovers, team)
    for (const row of this.#fallen.take()) {
      this.#move(this.#fields.rank, row, this.#ladder.placeOf(this.#engine, row))
    }
    this.#followColumn(this.#fields.teamSize, this.#sizes.take(), teamSize)
  }

  #followColumn({ codesAt, cuts, zones }: Field, rows: Int32Array, values: Values): void {
    const { codes } = this.kernel
    const { ids } = this.#engine
    for (const row of rows) {
      const value = values[row]!
      if (!cuts.holds(codes[codesAt + row]!, value)) codes[codesAt + row] = cuts.codeOf(value)
      zones.widen(row, value, ids[row]!)
    }
  }

  /** Starts from the place in the codes, since growing turnovers do not lower it: few rows need a look at their legs. */
  #followTurnovers(rows: Int32Array, team: Float64Array): void {
    const engine = this.#engine
    const ladder = this.#ladder
    const { rank, teamTurnover } = this.#fields
    const { cuts, zones, codesAt } = teamTurnover
    const { codes } = this.kernel
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

  /** Updates the sponsor of a row that has bought. */
  #moveLine(row: number): void {
    const sponsor = this.#engine.parent[row]!
    if (sponsor === NO_ROW) return
    this.#move(this.#fields.flTurnover, sponsor, this.#engine.flTurnover[sponsor]!)
  }

  /** Updates the code of a row and the bounds of its blocks. */
  #move({ codesAt, cuts, zones }: Field, row: number, value: number): void {
    if (row >= this.#rows) return
    const { codes } = this.kernel
    if (!cuts.holds(codes[codesAt + row]!, value)) codes[codesAt + row] = cuts.codeOf(value)
    zones.widen(row, value, this.#engine.ids[row]!)
  }

  *#build(): Generator<void> {
    const engine = this.#engine
    const ladder = this.#ladder
    for (const name of SORT_FIELDS) {
      yield* this.#code(this.#fields[name], columnOf(valuesOf(engine, name)))
    }
    yield* this.#code(this.#fields.activeUntil, (from, into, step) => {
      for (let at = 0; at < into.length; at += 1) into[at] = engine.activityEnd(from + at * step)
    })
    this.#fields.rank.cuts = new CodeCuts(Float64Array.from(ladder.codes, (_, at) => at))
    yield* this.#bound(this.#fields.rank, (from, into, step) => {
      for (let at = 0; at < into.length; at += 1)
        into[at] = ladder.placeOf(engine, from + at * step)
    })
  }

  /** Chooses the cuts of a field from a sample, then codes all rows. */
  *#code(field: Field, read: ReadValues): Generator<void> {
    const step = Math.max(1, Math.floor(this.#rows / SAMPLED_ROWS))
    const sample = new Float64Array(Math.ceil(this.#rows / step))
    read(0, sample, step)
    field.cuts = new CodeCuts(sample)
    yield* this.#bound(field, read)
  }

  *#bound({ codesAt, cuts, zones }: Field, read: ReadValues): Generator<void> {
    const { codes } = this.kernel
    const readIds = columnOf(this.#engine.ids)
    const piece = new Float64Array(ROWS_A_PIECE)
    const ids = new Float64Array(ROWS_A_PIECE)
    for (let from = 0; from < this.#rows; from += ROWS_A_PIECE) {
      const values = piece.subarray(0, this.#rows - from)
      const idsOfPiece = ids.subarray(0, values.length)
      read(from, values, 1)
      cuts.codeAll(values, codes.subarray(codesAt + from))
      readIds(from, idsOfPiece, 1)
      zones.widenAll(from, values, idsOfPiece)
      yield
    }
  }
}

/**
 * Reads the value of each `step`-th row from `from` on into an array of doubles. Loops over doubles only, whatever the type
 * of the column, are optimized several times better.
 */
type ReadValues = (from: number, into: Float64Array, step: number) => void

const columnOf =
  (values: Values): ReadValues =>
  (from, into, step) => {
    if (step === 1) return into.set(values.subarray(from, from + into.length))
    for (let at = 0; at < into.length; at += 1) into[at] = values[from + at * step]!
  }

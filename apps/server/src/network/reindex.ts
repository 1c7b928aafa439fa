import { type Column, GIVEN_COLUMNS, namesOf } from './columns.ts'
import { FiguresEngine, NO_ROW } from './figures-engine.ts'
import { atOnce } from './in-slices.ts'

/** How many rows may come before the columns of a fresh index must grow. */
export const ROOM = 2 ** 15
export const ROWS_A_PIECE = 2 ** 13

/**
 * The same network, every row in preorder, rolled up anew. Only the given columns of `engine` are looked at.
 *
 * Siblings keep the order of their rows.
 */
export function reindexed(engine: FiguresEngine): FiguresEngine {
  const copy = new IndexedCopy(engine)
  atOnce(copy.copying())
  atOnce(copy.rollingUp())
  return copy.next
}

/**
 * The rows that an engine has now, in preorder, made in pieces while the engine goes on.
 *
 * A row may change after it has been copied: whoever knows which ones copies them again, all at one moment, between
 * copying and rolling up. The copy is then the state of that moment, without the rows that came after the first one.
 */
export class IndexedCopy {
  readonly next: FiguresEngine
  readonly #engine: FiguresEngine
  /** How many rows are copied: those there were at first. */
  readonly size: number
  #newRow: Int32Array = new Int32Array(0)

  constructor(engine: FiguresEngine) {
    this.#engine = engine
    this.size = engine.size
    this.next = new FiguresEngine(engine.rules, engine.size + ROOM)
    this.next.names = engine.names
    this.next.asOf = engine.asOf
  }

  *copying(): Generator<void> {
    this.#newRow = yield* preorder(this.#engine.parent, this.size)
    const order = yield* inverse(this.#newRow)
    if (this.#engine.ids instanceof Float64Array) {
      this.next.ids = new Float64Array(this.next.ids.length)
    }
    for (const name of namesOf(GIVEN_COLUMNS)) {
      yield* gather(this.next[name], order, this.#engine[name])
    }
    for (const [each, { own }] of this.#engine.measures.entries()) {
      yield* gather(this.next.measures[each]!.own, order, own)
    }
    const { parent } = this.next
    for (let position = 0; position < this.size; position += 1) {
      const above = parent[position]!
      if (above !== NO_ROW) parent[position] = this.#newRow[above]!
      this.#copyActivity(order[position]!, position)
      if (position % ROWS_A_PIECE === 0) yield
    }
    yield* this.next.takingOver(this.size, ROWS_A_PIECE)
  }

  /** A row that has changed since it was copied. Refuses (a bug): a row that came later. */
  copyAgain(row: number): void {
    if (row >= this.size) throw new Error(`Row ${row} came after the copy began`)
    const position = this.#newRow[row]!
    for (const name of CHANGING) this.next[name][position] = this.#engine[name][row]!
    for (const [each, { own }] of this.#engine.measures.entries()) {
      this.next.measures[each]!.own[position] = own[row]!
    }
    this.#copyActivity(row, position)
  }

  /** Nothing that is copied afterwards counts. */
  *rollingUp(): Generator<void> {
    yield* this.next.rollingUp(ROWS_A_PIECE)
    const { own } = this.next.measures[0]!
    let turnover = 0
    for (let row = 0; row < this.size; row += 1) {
      turnover += own[row]!
      if (row % (ROWS_A_PIECE * 4) === 0) yield
    }
    this.next.turnover = turnover
  }

  #copyActivity(row: number, position: number): void {
    this.next.activityHead[position] = NO_ROW
    if (this.#engine.activityHead[row] === NO_ROW) return
    for (const { paidAt, days } of this.#engine.activityOf(row, Number.POSITIVE_INFINITY)) {
      this.next.addActivityEntry(position, paidAt, days)
    }
  }
}

/** A partner keeps id, sponsor and registration; the list of activity is more than a number. */
const CHANGING = namesOf(GIVEN_COLUMNS).filter(
  (name) => !['ids', 'parent', 'registeredAt', 'activityHead'].includes(name),
)

/** Column by column: rows far apart are read, and one column of them fits a cache better than all. */
function* gather(to: Column, order: Int32Array, from: Column): Generator<void> {
  const [target, source] = [unsigned(to), unsigned(from)]
  for (let start = 0; start < order.length; start += ROWS_A_PIECE) {
    gatherPiece(target, source, order.subarray(start, start + ROWS_A_PIECE), start)
    yield
  }
}

function gatherPiece(to: Column, from: Column, order: Int32Array, start: number): void {
  for (let at = 0; at < order.length; at += 1) to[start + at] = from[order[at]!]!
}

/** Loops over up to four kinds of columns are compiled for each kind; one more, and they are ten times as slow. */
const unsigned = (column: Column): Column =>
  column instanceof Int32Array
    ? new Uint32Array(column.buffer, column.byteOffset, column.length)
    : column

function* inverse(places: Int32Array): Generator<void, Int32Array> {
  const order = new Int32Array(places.length)
  for (let row = 0; row < places.length; row += 1) {
    order[places[row]!] = row
    if (row % ROWS_A_PIECE === 0) yield
  }
  return order
}

/** The place of each row in depth-first preorder, without recursion: chains are as deep as the network. */
function* preorder(parent: Int32Array, size: number): Generator<void, Int32Array> {
  const below = new Int32Array(size)
  for (let row = size - 1; row >= 0; row -= 1) {
    const above = parent[row]!
    if (above !== NO_ROW) below[above]! += 1 + below[row]!
    if (row % ROWS_A_PIECE === 0) yield
  }
  const position = new Int32Array(size)
  const filled = new Int32Array(size)
  let nextRoot = 0
  for (let row = 0; row < size; row += 1) {
    const above = parent[row]!
    if (above === NO_ROW) {
      position[row] = nextRoot
      nextRoot += 1 + below[row]!
    } else {
      position[row] = position[above]! + 1 + filled[above]!
      filled[above]! += 1 + below[row]!
    }
    if (row % ROWS_A_PIECE === 0) yield
  }
  return position
}

import { type Column, GIVEN_COLUMNS, namesOf, NO_ROW } from './columns.ts'
import { FiguresEngine } from './figures-engine.ts'
import { atOnce } from './in-slices.ts'

/** Spare rows of a new index, so that its columns need not grow for the next partners. */
export const ROOM = 2 ** 15
export const ROWS_A_PIECE = 2 ** 13

/**
 * Returns a copy of the engine with all rows in preorder, rolled up anew. Reads only the given columns.
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
 * A copy of an engine with all its rows in preorder, made in slices while the engine keeps changing.
 *
 * A row may change after it was copied. The caller records which rows change, and copies them again with `copyAgain` at
 * one moment between `copying` and `rollingUp`. The copy is then the state of that moment, without rows added later.
 */
export class IndexedCopy {
  readonly next: FiguresEngine
  readonly #engine: FiguresEngine
  /** The number of copied rows: the rows when copying began. */
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

  /** Copies a row that has changed since. Refuses (a bug): a row added after copying began. */
  copyAgain(row: number): void {
    if (row >= this.size) throw new Error(`Row ${row} came after the copy began`)
    const position = this.#newRow[row]!
    for (const name of CHANGING) this.next[name][position] = this.#engine[name][row]!
    for (const [each, { own }] of this.#engine.measures.entries()) {
      this.next.measures[each]!.own[position] = own[row]!
    }
    this.#copyActivity(row, position)
  }

  /** Computes the rolled-up columns. Rows must not be copied again after this. */
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

/** The given columns that can change, without the activity list, which is copied separately. */
const CHANGING = namesOf(GIVEN_COLUMNS).filter(
  (name) => !['ids', 'parent', 'registeredAt', 'activityHead'].includes(name),
)

/** Copies one column at a time: the reads are at random rows, and one column fits the cache better than all. */
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

/** V8 optimizes a loop for up to four types of columns. A fifth type makes it ten times slower, so two types share one. */
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

/**
 * Returns the position of each row in depth-first preorder. Without recursion, as a chain is as deep as the network.
 *
 * Parents have lower rows than children, so two passes suffice. Example: row 0 is the root, rows 1 and 2 are its children,
 * row 3 is below row 1.
 *
 *     backward:  below = [3, 1, 0, 0]      the number of rows below each row
 *     forward:   row 0 -> 0                roots follow each other
 *                row 1 -> 0 + 1 + 0 = 1    behind its parent and the siblings filled so far; filled[0] = 2
 *                row 2 -> 0 + 1 + 2 = 3    filled[0] = 3
 *                row 3 -> 1 + 1 + 0 = 2    behind row 1, before row 2
 */
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

import { ActivityColumns } from './activity-columns.ts'
import { grown, NO_ROW } from './columns.ts'
import { IdIndex } from './id-index.ts'
import { RowMap } from './row-map.ts'

/**
 * The columns as a tree: finds rows by id, and parents, children and downlines of rows.
 *
 * Rows below `indexed` are in preorder: the downline of a row is the `span` rows that follow it, and its next sibling comes
 * behind them. Later partners follow in order of arrival; each parent has a linked list of its late children.
 *
 *     row      0   1   2   3   4       indexed = 4; row 4 joined later
 *     parent  -1   0   1   0   1
 *     span     3   1   0   0           downline of row 1: row 2 by its span, row 4 by its late children
 */
export class PartnerTree extends ActivityColumns {
  size = 0
  /** Rows below this one are in preorder. */
  indexed = 0
  #rows: IdIndex
  #lateFirst = new RowMap()
  /** The next late child of the same parent, by position behind the index. */
  #lateNext = new Int32Array(0)

  constructor(capacity: number) {
    super()
    this.#rows = new IdIndex(capacity)
  }

  /** Returns the row of a partner, or `NO_ROW`. */
  rowOf(id: number): number {
    return this.#rows.get(this.ids, id)
  }

  /** The children of a row, indexed ones first. */
  *children(row: number): Generator<number> {
    for (let child = this.firstChild(row); child !== NO_ROW; child = this.nextSibling(child))
      yield child
  }

  /** The first child of a row, indexed ones before late ones; `nextSibling` continues. */
  firstChild(row: number): number {
    if (row < this.indexed && this.span[row]! > 0) return row + 1
    return this.firstLate(row)
  }

  /** The first late child of a row; `nextSibling` continues. */
  firstLate(row: number): number {
    return this.#lateFirst.get(row)
  }

  /** The next child of the same parent, or `NO_ROW`. */
  nextSibling(child: number): number {
    if (child >= this.indexed) return this.#lateNext[child - this.indexed]!
    const above = this.parent[child]!
    const next = child + this.span[child]! + 1
    return next <= above + this.span[above]! ? next : this.#lateFirst.get(above)
  }

  /** The ancestors of a row, nearest first. */
  *ancestors(row: number): Generator<number> {
    for (let above = this.parent[row]!; above !== NO_ROW; above = this.parent[above]!) yield above
  }

  /** The downline of a row, each partner after its parent. */
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

  /** The number of ancestors of a row. */
  depthOf(row: number): number {
    let depth = 0
    for (let above = this.parent[row]!; above !== NO_ROW; above = this.parent[above]!) depth += 1
    return depth
  }

  /** Takes over rows with filled columns, in slices: the bulk counterpart of `appendRow`. */
  *takingOver(size: number, rowsAPiece: number): Generator<void> {
    while (this.size < size) {
      const end = Math.min(size, this.size + rowsAPiece)
      this.#rows.setAll(this.ids, this.size, end)
      this.size = end
      yield
    }
  }

  /** Takes over rows with filled columns, and the table that finds them by id. */
  takeOver(size: number, rowsById: Int32Array): void {
    this.#rows = IdIndex.restored(rowsById)
    this.size = size
  }

  /** The table that finds rows by id, for `takeOver`. */
  get rowsById(): Int32Array {
    return this.#rows.slots
  }

  /** Units: bytes, by name. */
  protected treeBytes(): Record<string, number> {
    return {
      'rows by id': this.#rows.bytes,
      'children behind the index': this.#lateFirst.bytes + this.#lateNext.byteLength,
    }
  }

  /** Adds the next row, whose columns are filled. */
  protected addRow(id: number): void {
    this.#rows.set(this.ids, id, this.size)
    this.size += 1
  }

  /** Adds the newest row to its parent's late children. */
  protected addLate(row: number): void {
    const late = row - this.indexed
    if (late >= this.#lateNext.length) {
      this.#lateNext = grown(this.#lateNext, Math.max(64, this.#lateNext.length * 2))
    }
    const parent = this.parent[row]!
    this.#lateNext[late] = parent === NO_ROW ? NO_ROW : this.#lateFirst.get(parent)
    if (parent !== NO_ROW) this.#lateFirst.set(parent, row)
  }

  /** Marks all rows as indexed. */
  protected markIndexed(): void {
    this.indexed = this.size
    this.#lateFirst = new RowMap()
    this.#lateNext = new Int32Array(0)
  }
}

import { grown, NO_ROW } from '../columns.ts'
import type { FiguresEngine } from '../figures-engine.ts'

/** The rows behind the index: partners who joined after the last indexing. They are few, and searched one by one. */
export class LateRows {
  readonly #engine: FiguresEngine
  /** The number of indexed rows. */
  readonly #indexed: number
  /** The nearest indexed ancestor of each late row. */
  #anchors = new Int32Array(64)

  constructor(engine: FiguresEngine) {
    this.#engine = engine
    this.#indexed = engine.indexed
    for (let row = this.#indexed; row < engine.size; row += 1) this.add(row)
  }

  /** Adds the next row behind the index. */
  add(row: number): void {
    const late = row - this.#indexed
    if (late >= this.#anchors.length) this.#anchors = grown(this.#anchors, late * 2)
    this.#anchors[late] = this.indexedAbove(this.#engine.parent[row]!)
  }

  /** The row itself if it is indexed, else its nearest indexed ancestor, or `NO_ROW`. */
  indexedAbove(row: number): number {
    return row < this.#indexed ? row : this.#anchors[row - this.#indexed]!
  }

  /** The late rows below an indexed row; all of them below `NO_ROW`. */
  *belowIndexed(top: number): Generator<number> {
    const { indexed, size, span, teamSize } = this.#engine
    if (top === NO_ROW) {
      for (let row = indexed; row < size; row += 1) yield row
      return
    }
    if (teamSize[top] === span[top]) return
    const last = top + span[top]!
    for (let row = indexed; row < size; row += 1) {
      const anchor = this.#anchors[row - indexed]!
      if (anchor >= top && anchor <= last) yield row
    }
  }

  /** The downline of a late row. */
  *belowLate(top: number): Generator<number> {
    const waiting = [top]
    for (let row = waiting.pop(); row !== undefined; row = waiting.pop()) {
      for (const child of firstLine(this.#engine, row)) {
        yield child
        waiting.push(child)
      }
    }
  }
}

/** The children of a row: the indexed ones, found by their spans, then the late ones, linked as a list. */
export function firstLine(engine: FiguresEngine, top: number): number[] {
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

import { type Column, grown } from '../../../network/columns.ts'
import type { PaidOrder } from '../decide/decide-turn.ts'

/** An order of a file: the number of its line, and the buyer's row in the figures. */
export type OrderLine = PaidOrder & { readonly line: number; readonly row: number }

const FIRST_LENGTH = 1_000
const GROWTH = 1.5

const emptyColumns = () => ({
  orderId: new Float64Array(0),
  partnerId: new Float64Array(0),
  paidAt: new Float64Array(0),
  cents: new Float64Array(0),
  line: new Uint32Array(0),
  row: new Int32Array(0),
})

/** The orders of a file in typed columns: a million of them as objects would take three times the memory. */
export class OrderFile implements Iterable<OrderLine> {
  length = 0
  readonly #columns = emptyColumns()

  add(order: OrderLine): void {
    if (this.length === this.#columns.line.length) {
      const length = Math.max(FIRST_LENGTH, Math.ceil(this.length * GROWTH))
      this.#replace((column) => grown(column, length))
    }
    for (const name of NAMES) this.#columns[name][this.length] = order[name]
    this.length += 1
  }

  /** The order at a place, made anew for each call. */
  at(index: number): OrderLine | undefined {
    if (index >= this.length) return undefined
    const { orderId, partnerId, paidAt, cents, line, row } = this.#columns
    return {
      orderId: orderId[index]!,
      partnerId: partnerId[index]!,
      paidAt: paidAt[index]!,
      cents: cents[index]!,
      line: line[index]!,
      row: row[index]!,
    }
  }

  *[Symbol.iterator](): Generator<OrderLine> {
    for (let index = 0; index < this.length; index += 1) yield this.at(index)!
  }

  /** The orders in groups of at most `size`. */
  *groups(size: number): Generator<readonly OrderLine[]> {
    for (let start = 0; start < this.length; start += size) {
      const length = Math.min(size, this.length - start)
      yield Array.from({ length }, (_, index) => this.at(start + index)!)
    }
  }

  /** Notes the rows of the buyers, which the next index of the network changes. */
  setRows(rowOf: (partnerId: number) => number): void {
    const { partnerId, row } = this.#columns
    for (let index = 0; index < this.length; index += 1) row[index] = rowOf(partnerId[index]!)
  }

  /** Sorts by (paidAt, orderId). */
  sort(): void {
    const { paidAt, orderId } = this.#columns
    const places = Uint32Array.from({ length: this.length }, (_, index) => index).sort(
      (a, b) => paidAt[a]! - paidAt[b]! || orderId[a]! - orderId[b]!,
    )
    this.#replace((column) => {
      const sorted = column.slice(0, this.length)
      for (const [index, place] of places.entries()) sorted[index] = column[place]!
      return sorted
    })
  }

  /** One column after the other, so that no two whole files are in memory. */
  #replace(change: (column: Column) => Column): void {
    for (const name of NAMES) {
      Object.assign(this.#columns, { [name]: change(this.#columns[name]) })
    }
  }
}

const NAMES = Object.keys(emptyColumns()) as (keyof ReturnType<typeof emptyColumns>)[]

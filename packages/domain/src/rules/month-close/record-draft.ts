import { amountOf, type Derivation, leastOrder } from './derivation.ts'
import {
  emptyChunk,
  ENTRIES_A_CHUNK,
  type RecordChunk,
  type RecordColumns,
} from './record-columns.ts'

/** Collects records. An amount of 0 leaves no record (decisions C11.6). */
export class RecordDraft {
  readonly #cents: Float64Array
  readonly #currencies: number
  readonly #chunks: RecordChunk[] = []
  #chunk = emptyChunk()
  /** How many records there are, and how many entries the last chunk has. */
  #size = 0
  #filled = 0
  readonly #groups: (readonly number[])[] = []
  /** The smallest order for which no amount of a group is 0. Units: cents. */
  readonly #least: number[] = []
  /** The group of each derivation on its own. */
  readonly #single: number[] = []
  readonly #derivations: Derivation[] = []

  /** Units: `cents` by order; `currencies` is how many a group has at most. */
  constructor(cents: Float64Array, currencies: number) {
    this.#cents = cents
    this.#currencies = currencies
  }

  /** Keeps why something is credited in each of its currencies, and answers the number of the group. */
  derive(derivations: readonly Derivation[]): number {
    const numbers = derivations.map((derivation) => {
      const number = this.#derivations.push(derivation) - 1
      this.#single.push(this.#group([number]))
      return number
    })
    return numbers.length === 1 ? this.#single[numbers[0]!]! : this.#group(numbers)
  }

  /** A record for each row, of an amount that follows from the derivation alone. */
  addAll(derivation: Derivation, rows: readonly number[], sources: readonly number[] | null): void {
    const group = this.derive([derivation])
    if (amountOf(derivation, null).units === 0n) return
    for (let at = 0; at < rows.length; at += 1) this.#push(sources?.[at] ?? 0, rows[at]!, group)
  }

  /** The records for an order, one for each currency of the group. */
  addAccrual(order: number, row: number, group: number): void {
    const cents = this.#cents[order]!
    if (cents >= this.#least[group]!) {
      this.#push(order, row, group)
      return
    }
    for (const derivation of this.#groups[group]!) {
      const own = this.#single[derivation]!
      if (cents >= this.#least[own]!) this.#push(order, row, own)
    }
  }

  /** The collected records. */
  columns(): RecordColumns {
    return {
      size: this.#size,
      entries: this.#chunks.length * ENTRIES_A_CHUNK + this.#filled,
      currencies: this.#currencies,
      chunks: [...this.#chunks, this.#chunk],
      groups: this.#groups,
      derivations: this.#derivations,
    }
  }

  #group(numbers: readonly number[]): number {
    this.#least.push(Math.max(...numbers.map((number) => leastOrder(this.#derivations[number]!))))
    return this.#groups.push(numbers) - 1
  }

  #push(source: number, row: number, group: number): void {
    const at = this.#filled
    const chunk = this.#chunk
    chunk.source[at] = source
    chunk.row[at] = row
    chunk.group[at] = group
    this.#size += this.#groups[group]!.length
    this.#filled += 1
    if (this.#filled === ENTRIES_A_CHUNK) this.#begin()
  }

  #begin(): void {
    this.#chunks.push(this.#chunk)
    this.#chunk = emptyChunk()
    this.#filled = 0
  }
}

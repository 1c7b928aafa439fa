import { reduced } from '../../fraction.ts'
import { amountOf, unitsACent, type Derivation } from './derivation.ts'
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
  #chunk: RecordChunk
  /** How many records there are, and how many entries the last chunk has. */
  #size = 0
  #filled = 0
  readonly #large = new Map<number, bigint>()
  readonly #groups: (readonly number[])[] = []
  /** The group of each derivation on its own. */
  readonly #single: number[] = []
  readonly #derivations: Derivation[] = []
  /** Units a cent of the order, by derivation. */
  readonly #num: number[] = []
  readonly #den: number[] = []

  /** Units: `cents` by order; `currencies` is how many a group has at most. */
  constructor(cents: Float64Array, currencies: number) {
    this.#cents = cents
    this.#currencies = currencies
    this.#chunk = emptyChunk(currencies)
  }

  /** Keeps why something is credited in each of its currencies, and answers the number of the group. */
  derive(derivations: readonly Derivation[]): number {
    const numbers = derivations.map((derivation) => this.#keep(derivation))
    return numbers.length === 1 ? this.#single[numbers[0]!]! : this.#groups.push(numbers) - 1
  }

  /** A record for each row, of an amount that follows from the derivation alone. */
  addAll(derivation: Derivation, rows: readonly number[], sources: readonly number[] | null): void {
    const group = this.derive([derivation])
    const { units } = amountOf(derivation, null)
    if (units === 0n) return
    for (let at = 0; at < rows.length; at += 1) {
      this.#setAmount(units)
      this.#push(sources?.[at] ?? 0, rows[at]!, group)
    }
  }

  /** The records for an order, one for each currency of the group. */
  addAccrual(order: number, row: number, group: number): void {
    const derivations = this.#groups[group]!
    const cents = this.#cents[order]!
    const first = this.#filled * this.#currencies
    for (let place = 0; place < derivations.length; place += 1) {
      const derivation = derivations[place]!
      const product = cents * this.#num[derivation]!
      // Exact: two whole numbers below 2^53 never divide to within half a step of the next one.
      const units = Math.floor(product / this.#den[derivation]!)
      if (units === 0 || !(product <= Number.MAX_SAFE_INTEGER)) {
        this.#addOneByOne(order, row, derivations)
        return
      }
      this.#chunk.amount[first + place] = units
    }
    this.#push(order, row, group)
  }

  /** What was collected. */
  columns(): RecordColumns {
    return {
      size: this.#size,
      entries: this.#chunks.length * ENTRIES_A_CHUNK + this.#filled,
      currencies: this.#currencies,
      chunks: [...this.#chunks, this.#chunk],
      large: this.#large,
      groups: this.#groups,
      derivations: this.#derivations,
    }
  }

  #keep(derivation: Derivation): number {
    const factor = derivation.value.kind === 'order' ? factorOf(derivation) : INEXACT
    this.#num.push(factor.num)
    this.#den.push(factor.den)
    const number = this.#derivations.push(derivation) - 1
    this.#single.push(this.#groups.push([number]) - 1)
    return number
  }

  /** An entry for each currency: some amount is 0, or larger than a double holds exactly. */
  #addOneByOne(order: number, row: number, derivations: readonly number[]): void {
    for (const derivation of derivations) {
      const { num, den } = unitsACent(this.#derivations[derivation]!)
      const units = (BigInt(this.#cents[order]!) * num) / den
      if (units === 0n) continue
      this.#setAmount(units)
      this.#push(order, row, this.#single[derivation]!)
    }
  }

  /** The amounts come before: a double that is handed over is one more object on the heap. */
  #push(source: number, row: number, group: number): void {
    const at = this.#filled
    this.#chunk.source[at] = source
    this.#chunk.row[at] = row
    this.#chunk.group[at] = group
    this.#size += this.#groups[group]!.length
    this.#filled += 1
    if (this.#filled === ENTRIES_A_CHUNK) this.#begin()
  }

  #begin(): void {
    this.#chunks.push(this.#chunk)
    this.#chunk = emptyChunk(this.#currencies)
    this.#filled = 0
  }

  /** The first amount of the next entry. */
  #setAmount(units: bigint): void {
    const isSafe = units <= BigInt(Number.MAX_SAFE_INTEGER)
    const first = this.#filled * this.#currencies
    this.#chunk.amount[first] = isSafe ? Number(units) : Number.NaN
    if (isSafe) return
    const before = this.#chunks.length * ENTRIES_A_CHUNK * this.#currencies
    this.#large.set(before + first, units)
  }
}

/** Whatever is multiplied by it is beyond what a double holds exactly. */
const INEXACT = { num: Infinity, den: 1 }

/** Units a cent of the order in doubles, where they hold it exactly. */
function factorOf(derivation: Derivation): { num: number; den: number } {
  const { num, den } = reduced(unitsACent(derivation))
  const highest = BigInt(Number.MAX_SAFE_INTEGER)
  return num <= highest && den <= highest ? { num: Number(num), den: Number(den) } : INEXACT
}

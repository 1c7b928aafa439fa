import { reduced, type Fraction } from '../../fraction.ts'
import { amountOf, unitsACent, type Derivation } from './derivation.ts'

/**
 * Records in columns.
 *
 * Units: `row` is a partner's; `source` is the order, the pool or the window of a record by its
 * type, else 0; `amount` is in the currency's smallest units, NaN where `large` has it because a
 * double would not be exact.
 */
export type RecordColumns = {
  readonly size: number
  readonly row: Int32Array
  readonly source: Int32Array
  readonly level: Int32Array
  readonly derivation: Uint32Array
  readonly amount: Float64Array
  readonly large: ReadonlyMap<number, bigint>
  readonly derivations: readonly Derivation[]
}

type Factor = { readonly num: number; readonly den: number } | null

/** Collects records. An amount of 0 leaves no record (decisions C11.6). */
export class RecordDraft {
  #size = 0
  #row = new Int32Array(1024)
  #source = new Int32Array(1024)
  #level = new Int32Array(1024)
  #derivation = new Uint32Array(1024)
  #amount = new Float64Array(1024)
  readonly #large = new Map<number, bigint>()
  readonly #derivations: Derivation[] = []
  readonly #fixed: (bigint | undefined)[] = []
  readonly #factors: (Factor | undefined)[] = []

  /** Keeps a derivation and answers its number. */
  derive(derivation: Derivation): number {
    return this.#derivations.push(derivation) - 1
  }

  /** A record whose amount follows from the derivation alone. */
  add(row: number, derivation: number, source = 0): void {
    const units = (this.#fixed[derivation] ??= amountOf(this.#derivations[derivation]!, null).units)
    if (units === 0n) return
    this.#push(row, derivation, source, 0)
    this.#setAmount(units)
  }

  /** A record for an order, a level below. */
  addAccrual(accrual: {
    row: number
    derivation: number
    order: number
    level: number
    cents: number
  }): void {
    const { row, derivation, order, level, cents } = accrual
    const factor = this.#factorOf(derivation)
    const product = factor === null ? Infinity : cents * factor.num
    if (product <= Number.MAX_SAFE_INTEGER) {
      // Exact: two whole numbers below 2^53 never divide to within half a step of the next one.
      const units = Math.floor(product / factor!.den)
      if (units === 0) return
      this.#push(row, derivation, order, level)
      this.#amount[this.#size - 1] = units
      return
    }
    const { num, den } = unitsACent(this.#derivations[derivation]!)
    const units = (BigInt(cents) * num) / den
    if (units === 0n) return
    this.#push(row, derivation, order, level)
    this.#setAmount(units)
  }

  /** What was collected. */
  columns(): RecordColumns {
    const size = this.#size
    return {
      size,
      row: this.#row.subarray(0, size),
      source: this.#source.subarray(0, size),
      level: this.#level.subarray(0, size),
      derivation: this.#derivation.subarray(0, size),
      amount: this.#amount.subarray(0, size),
      large: this.#large,
      derivations: this.#derivations,
    }
  }

  #factorOf(derivation: number): Factor {
    const known = this.#factors[derivation]
    if (known !== undefined) return known
    return (this.#factors[derivation] = factorIn(unitsACent(this.#derivations[derivation]!)))
  }

  #push(row: number, derivation: number, source: number, level: number): void {
    if (this.#size === this.#row.length) this.#grow()
    const at = this.#size
    this.#row[at] = row
    this.#source[at] = source
    this.#level[at] = level
    this.#derivation[at] = derivation
    this.#size += 1
  }

  #setAmount(units: bigint): void {
    const at = this.#size - 1
    const isSafe = units <= BigInt(Number.MAX_SAFE_INTEGER)
    this.#amount[at] = isSafe ? Number(units) : Number.NaN
    if (!isSafe) this.#large.set(at, units)
  }

  #grow(): void {
    const capacity = this.#row.length * 2
    this.#row = grown(this.#row, new Int32Array(capacity))
    this.#source = grown(this.#source, new Int32Array(capacity))
    this.#level = grown(this.#level, new Int32Array(capacity))
    this.#derivation = grown(this.#derivation, new Uint32Array(capacity))
    this.#amount = grown(this.#amount, new Float64Array(capacity))
  }
}

/** The factor in doubles, where they hold it exactly. */
function factorIn(exact: Fraction): Factor {
  const { num, den } = reduced(exact)
  const highest = BigInt(Number.MAX_SAFE_INTEGER)
  return num <= highest && den <= highest ? { num: Number(num), den: Number(den) } : null
}

function grown<T extends Int32Array | Uint32Array | Float64Array>(from: T, to: T): T {
  to.set(from)
  return to
}

/**
 * Exact sums of whole numbers by row. Doubles are added many times as fast as bigints, so what they hold exactly stays in them.
 *
 * Units: those of what is added; a sum below 2^63.
 */
export class SumsByRow {
  readonly #doubles: Float64Array
  /** What the doubles of a row cannot hold. */
  readonly #beyond = new Map<number, bigint>()

  constructor(rows: number) {
    this.#doubles = new Float64Array(rows)
  }

  /** Adds a whole number: a bigint, or a double that is exact. */
  add(row: number, value: number | bigint): void {
    const double = Number(value)
    const sum = this.#doubles[row]! + double
    if (Number.isSafeInteger(double) && Number.isSafeInteger(sum)) this.#doubles[row] = sum
    else this.#beyond.set(row, (this.#beyond.get(row) ?? 0n) + BigInt(value))
  }

  /** The sums, by row. Pauses after some thousand rows. */
  *values(): Generator<void, BigInt64Array> {
    const values = new BigInt64Array(this.#doubles.length)
    for (let row = 0; row < values.length; row += 1) {
      const sum = this.#doubles[row]!
      if (sum !== 0) values[row] = BigInt(sum)
      if (row % ROWS_A_STEP === 0) yield
    }
    for (const [row, sum] of this.#beyond) values[row]! += sum
    return values
  }
}

const ROWS_A_STEP = 10_000

import { IMPOSSIBLE } from './range-kernel.ts'

const SMALL_VALUES = 256

/**
 * Maps the values of one column to codes of 8 bits. Up to 254 cuts divide the values into parts of about equal size; the
 * code is the number of cuts at or below a value. A frequent value gets a part of its own, so that a filter for it needs
 * no second check of the values.
 *
 *     cuts   10   20   21          20 is frequent and has a part of its own
 *     code 0    1    2    3        9 -> 0, 10 -> 1, 19 -> 1, 20 -> 2, 21 -> 3
 *
 * Values are whole numbers, or -Infinity for none.
 */
export class CodeCuts {
  /** Filled with NaN behind the last cut, so that comparisons with it are false. */
  readonly #cuts = new Float64Array(IMPOSSIBLE).fill(Number.NaN)
  readonly #size: number
  /** The codes of small values, which most rows have. */
  readonly #small = new Uint8Array(SMALL_VALUES)

  /** Chooses the cuts from a sample of values, which it sorts in place. */
  constructor(sample: Float64Array) {
    const cuts = cutsOf(sample.sort())
    this.#cuts.set(cuts)
    this.#size = cuts.length
    for (let value = 0; value < SMALL_VALUES; value += 1) this.#small[value] = this.codeOf(value)
  }

  codeOf(value: number): number {
    return codeAmong(this.#cuts, value)
  }

  /** Writes the codes of many values. */
  codeAll(values: Float64Array, into: Uint8Array): void {
    const cuts = this.#cuts
    const small = this.#small
    for (let at = 0; at < values.length; at += 1) {
      const value = values[at]!
      into[at] = value >= 0 && value < SMALL_VALUES ? small[value]! : codeAmong(cuts, value)
    }
  }

  /** Whether `value` has this code. */
  holds(code: number, value: number): boolean {
    const cuts = this.#cuts
    return (code === 0 || cuts[code - 1]! <= value) && !(cuts[code]! <= value)
  }

  /** The codes of the values [min, max], and the edges: codes that also contain values outside. */
  rangeOf(min: number, max: number): { low: number; high: number; edges: [number, number] } {
    const cuts = this.#cuts
    const low = this.codeOf(min)
    const high = this.codeOf(max)
    const isLowSure = low === 0 ? min === Number.NEGATIVE_INFINITY : cuts[low - 1]! >= min
    const isHighSure =
      high === this.#size ? max === Number.POSITIVE_INFINITY : cuts[high]! <= max + 1
    return { low, high, edges: [isLowSure ? IMPOSSIBLE : low, isHighSure ? IMPOSSIBLE : high] }
  }
}

/** Chooses cuts for parts of about equal size. What a frequent value takes beyond that is divided among the other parts. */
function cutsOf(sorted: Float64Array): number[] {
  const cuts: number[] = []
  let last = Number.NEGATIVE_INFINITY
  let from = 0
  while (cuts.length < IMPOSSIBLE - 1) {
    const size = Math.ceil((sorted.length - from) / (IMPOSSIBLE - cuts.length))
    const value = sorted[from + size]
    const cut = value === last ? nextAfter(last, sorted) : value
    if (cut === undefined) break
    cuts.push(cut)
    last = cut
    from = firstAbove(sorted, cut - 1)
  }
  return cuts
}

const nextAfter = (value: number, sorted: Float64Array): number | undefined =>
  Number.isFinite(value) ? value + 1 : sorted[firstAbove(sorted, value)]

/** The index of the first element above `value`. */
function firstAbove(sorted: Float64Array, value: number): number {
  let [from, to] = [0, sorted.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if (sorted[middle]! > value) to = middle
    else from = middle + 1
  }
  return from
}

/** A binary search over 255 cuts without branches, which the processor could not predict. */
function codeAmong(cuts: Float64Array, value: number): number {
  let code = 0
  code += Number(cuts[code + 127]! <= value) << 7
  code += Number(cuts[code + 63]! <= value) << 6
  code += Number(cuts[code + 31]! <= value) << 5
  code += Number(cuts[code + 15]! <= value) << 4
  code += Number(cuts[code + 7]! <= value) << 3
  code += Number(cuts[code + 3]! <= value) << 2
  code += Number(cuts[code + 1]! <= value) << 1
  code += Number(cuts[code]! <= value)
  return code
}

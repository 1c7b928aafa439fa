import { IMPOSSIBLE } from './range-kernel.ts'

const SMALL_VALUES = 256

/**
 * How the values of one column become codes of 8 bits: by cuts that leave about as many values in each part. A value
 * that many rows have gets a part of its own, so that asking for it needs no second look.
 *
 * Values are whole numbers, or -Infinity for none.
 */
export class CodeCuts {
  /** A value has the code n when n cuts are not above it. Behind the last cut NaN, which no value is compared with. */
  readonly #cuts = new Float64Array(IMPOSSIBLE).fill(Number.NaN)
  readonly #size: number
  /** The codes of the values that most rows have. */
  readonly #small = new Uint8Array(SMALL_VALUES)

  /** The sample is sorted in place. */
  constructor(sample: Float64Array) {
    const cuts = cutsOf(sample.sort())
    this.#cuts.set(cuts)
    this.#size = cuts.length
    for (let value = 0; value < SMALL_VALUES; value += 1) this.#small[value] = this.codeOf(value)
  }

  codeOf(value: number): number {
    return codeAmong(this.#cuts, value)
  }

  /** The codes of many values. */
  codeAll(values: Float64Array, into: Uint8Array): void {
    const cuts = this.#cuts
    const small = this.#small
    for (let at = 0; at < values.length; at += 1) {
      const value = values[at]!
      into[at] = value >= 0 && value < SMALL_VALUES ? small[value]! : codeAmong(cuts, value)
    }
  }

  /** Whether a value has this code. */
  holds(code: number, value: number): boolean {
    const cuts = this.#cuts
    return (code === 0 || cuts[code - 1]! <= value) && !(cuts[code]! <= value)
  }

  /** The codes of the values from `min` to `max`, and those of them that other values have as well. */
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

/** Parts of about as many values each; what frequent ones take beyond that is shared out among the parts that are left. */
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

/** The place of the first value above another one. */
function firstAbove(sorted: Float64Array, value: number): number {
  let [from, to] = [0, sorted.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if (sorted[middle]! > value) to = middle
    else from = middle + 1
  }
  return from
}

/** Halving 255 places without a jump: no processor can guess whether a value is above a cut. */
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

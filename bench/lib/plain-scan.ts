import type { FiguresEngine } from '../../apps/server/src/network/figures-engine.ts'
import { BestRows } from '../../apps/server/src/network/search/best-rows.ts'
import { wordsOf } from '../../apps/server/src/network/search/name-question.ts'
import {
  type CodedField,
  rangesOf,
  SORT_FIELDS,
  type TeamQuestion,
  valuesOf,
} from '../../apps/server/src/network/search/question.ts'
import type { TeamIndex, TeamPage } from '../../apps/server/src/network/search/team-index.ts'

/**
 * The yardstick: one loop over the interval of a downline with all conditions and a heap for the page, on typed arrays of
 * doubles with every value precomputed, and all normalized names in one buffer.
 */
export class PlainScan {
  readonly #engine: FiguresEngine
  readonly #columns: Readonly<Record<CodedField, Float64Array>>
  readonly #names: Buffer
  readonly #nameStarts: Uint32Array

  constructor(index: TeamIndex) {
    const { engine } = index
    this.#engine = engine
    const columnOf = (valueAt: (row: number) => number) =>
      Float64Array.from({ length: engine.size }, (_, row) => valueAt(row))
    const sorted = SORT_FIELDS.map((field) => [field, Float64Array.from(valuesOf(engine, field))])
    this.#columns = {
      ...Object.fromEntries(sorted),
      activeUntil: columnOf((row) => engine.activityEnd(row)),
      rank: columnOf((row) => index.rankOf(row)),
    }
    ;[this.#names, this.#nameStarts] = namesOf(engine)
  }

  page(question: TeamQuestion): TeamPage {
    const { sort, isDescending, offset, limit } = question
    const order = { values: this.#columns[sort], ids: this.#engine.ids, isDescending }
    const best = new BestRows(order, offset + limit)
    const total = this.#scan(question, (row) => best.offer(row))
    return { rows: best.sorted().slice(offset), total }
  }

  total(question: TeamQuestion): number {
    return this.#scan(question, () => {})
  }

  #scan(question: TeamQuestion, offer: (row: number) => void): number {
    const from = question.top + 1
    const to = from + this.#engine.span[question.top]!
    const words = question.name === null ? [] : wordsOf(question.name)!.map(({ bytes }) => bytes)
    const meets = this.#meets(question)
    if (words.length > 0 && rangesOf(question).length === 0) {
      return this.#scanNames(words, from, to, offer)
    }
    let total = 0
    for (let row = from; row < to; row += 1) {
      if (!meets(row)) continue
      if (words.length > 0 && !words.every((each) => this.#isCalled(row, each))) continue
      total += 1
      offer(row)
    }
    return total
  }

  /** All conditions in one expression, so that the loop keeps columns and bounds in registers. */
  #meets(question: TeamQuestion): (row: number) => boolean {
    const ranges = rangesOf(question)
    const count = ranges.length
    const [a, b, c, d, e, f, g] = Array.from({ length: 7 }, (_, at) => {
      const { field, min, max } = ranges[at] ?? { field: 'rank', min: 0, max: 0 }
      return { values: this.#columns[field], min, max }
    }) as [Condition, Condition, Condition, Condition, Condition, Condition, Condition]
    return (row) =>
      (count < 1 || (a.values[row]! >= a.min && a.values[row]! <= a.max)) &&
      (count < 2 || (b.values[row]! >= b.min && b.values[row]! <= b.max)) &&
      (count < 3 || (c.values[row]! >= c.min && c.values[row]! <= c.max)) &&
      (count < 4 || (d.values[row]! >= d.min && d.values[row]! <= d.max)) &&
      (count < 5 || (e.values[row]! >= e.min && e.values[row]! <= e.max)) &&
      (count < 6 || (f.values[row]! >= f.min && f.values[row]! <= f.max)) &&
      (count < 7 || (g.values[row]! >= g.min && g.values[row]! <= g.max))
  }

  /** Searches for the longest word, from one occurrence to the next. */
  #scanNames(
    [longest, ...others]: readonly Uint8Array[],
    from: number,
    to: number,
    offer: (row: number) => void,
  ): number {
    const end = this.#nameStarts[to]!
    let row = from
    let total = 0
    for (let at = this.#names.indexOf(longest!, this.#nameStarts[from]); at >= 0 && at < end;) {
      while (this.#nameStarts[row + 1]! <= at) row += 1
      if (others.every((each) => this.#isCalled(row, each))) {
        total += 1
        offer(row)
      }
      at = this.#names.indexOf(longest!, this.#nameStarts[row + 1])
    }
    return total
  }

  #isCalled(row: number, word: Uint8Array): boolean {
    const last = this.#nameStarts[row + 1]! - word.length
    for (let start = this.#nameStarts[row]!; start <= last; start += 1) {
      let at = 0
      while (at < word.length && this.#names[start + at] === word[at]) at += 1
      if (at === word.length) return true
    }
    return false
  }
}

type Condition = { readonly values: Float64Array; readonly min: number; readonly max: number }

function namesOf({ size, names, firstName, lastName }: FiguresEngine): [Buffer, Uint32Array] {
  const starts = new Uint32Array(size + 1)
  const { text } = names
  const lengthOf = (entry: number) => names.startOf(entry + 1) - names.startOf(entry)
  for (let row = 0; row < size; row += 1) {
    starts[row + 1] = starts[row]! + lengthOf(firstName[row]!) + lengthOf(lastName[row]!)
  }
  const bytes = Buffer.alloc(starts[size]!)
  for (let row = 0; row < size; row += 1) {
    let at = starts[row]!
    for (const entry of [firstName[row]!, lastName[row]!]) {
      for (let from = names.startOf(entry); from < names.startOf(entry + 1); from += 1) {
        bytes[at++] = text[from]!
      }
    }
  }
  return [bytes, starts]
}

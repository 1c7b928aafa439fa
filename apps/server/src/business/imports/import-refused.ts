/** Problem of one line of a file. Lines count from 1; the header is line 1. */
export type Problem = { readonly line: number; readonly problem: string }

const MOST_NAMED = 100

/** A file that cannot be imported: nothing of it was. Every bad line counts, the first 100 are named. */
export class ImportRefused extends Error {
  override readonly name = 'ImportRefused'
  readonly problems: readonly Problem[]
  readonly total: number

  constructor(problems: readonly Problem[], total: number) {
    super(`${total} bad lines`)
    this.problems = problems
    this.total = total
  }
}

/** Collects what is wrong with a file, in bounded memory. */
export class ProblemList {
  readonly #named: Problem[] = []
  readonly #most: number
  /** The named problem of the last line; null: not looked for. */
  #last: Problem | null = null
  #total = 0

  /** `most`: how many problems are named. */
  constructor(most = MOST_NAMED) {
    this.#most = most
  }

  get total(): number {
    return this.#total
  }

  /** The named problems by line. */
  get named(): readonly Problem[] {
    return this.#named.toSorted((a, b) => a.line - b.line)
  }

  add(line: number, problem: string): void {
    this.#total += 1
    if (this.#named.length < this.#most) {
      this.#named.push({ line, problem })
      return
    }
    // Problems do not come in the order of lines: a later check may name an earlier line.
    this.#last ??= this.#named.reduce((a, b) => (b.line > a.line ? b : a))
    if (line >= this.#last.line) return
    this.#named[this.#named.indexOf(this.#last)] = { line, problem }
    this.#last = null
  }

  /** Refuses: the whole file, when anything is wrong with it. */
  refuseAny(): void {
    if (this.#total === 0) return
    throw new ImportRefused(this.named, this.#total)
  }
}

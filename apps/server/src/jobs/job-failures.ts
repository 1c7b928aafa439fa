/** The last failure of a job. Units: epoch milliseconds. `text` holds no addresses. */
type JobFailure = { readonly at: number; readonly text: string }

/** Anything that may be an address of a person. */
const ADDRESS = /[^\s<>"'(]+@[^\s<>"')]+/g
const LONGEST_TEXT = 300

/** How often each background job of this process has failed, and its last failure. */
export class JobFailures {
  readonly #counts = new Map<string, number>()
  readonly #last = new Map<string, JobFailure>()

  get counts(): ReadonlyMap<string, number> {
    return this.#counts
  }

  get last(): ReadonlyMap<string, JobFailure> {
    return this.#last
  }

  add(job: string, error: unknown): void {
    this.#counts.set(job, (this.#counts.get(job) ?? 0) + 1)
    const text = String((error as Error | undefined)?.message ?? error)
    this.#last.set(job, {
      at: Date.now(),
      text: text.replaceAll(ADDRESS, '…').slice(0, LONGEST_TEXT),
    })
  }
}

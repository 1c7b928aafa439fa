/** How often each background job of this process has failed. */
export class JobFailures {
  readonly #counts = new Map<string, number>()

  get counts(): ReadonlyMap<string, number> {
    return this.#counts
  }

  add(job: string): void {
    this.#counts.set(job, (this.#counts.get(job) ?? 0) + 1)
  }
}

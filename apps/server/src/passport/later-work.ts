/** Work that an answer need not wait for, or whose failing it does not share. */
export class LaterWork {
  readonly #running = new Set<Promise<void>>()
  readonly #failed: (error: unknown) => void

  constructor(failed: (error: unknown) => void) {
    this.#failed = failed
  }

  /** Ends with the work, whatever comes of it; who must not tell how long it takes does not wait. */
  do(work: () => Promise<void>): Promise<void> {
    const running = work()
      .catch(this.#failed)
      .finally(() => this.#running.delete(running))
    this.#running.add(running)
    return running
  }

  /** Ends when everything has ended. */
  async finish(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running)
  }
}

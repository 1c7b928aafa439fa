/** Work that an answer does not wait for: how long it takes must not tell anything. */
export class LaterWork {
  readonly #running = new Set<Promise<void>>()
  readonly #failed: (error: unknown) => void

  constructor(failed: (error: unknown) => void) {
    this.#failed = failed
  }

  do(work: () => Promise<void>): void {
    const running = work()
      .catch(this.#failed)
      .finally(() => this.#running.delete(running))
    this.#running.add(running)
  }

  /** Ends when everything has ended. */
  async finish(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running)
  }
}

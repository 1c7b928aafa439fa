/** Runs tasks whose errors must not fail the call that started them. */
export class BackgroundTasks {
  readonly #running = new Set<Promise<void>>()
  readonly #onError: (error: unknown) => void

  constructor(onError: (error: unknown) => void) {
    this.#onError = onError
  }

  /**
   * Starts a task. The promise resolves when the task has ended, also when it failed. A caller whose response time must
   * not reveal the task does not await it.
   */
  run(task: () => Promise<void>): Promise<void> {
    const running = task()
      .catch(this.#onError)
      .finally(() => this.#running.delete(running))
    this.#running.add(running)
    return running
  }

  /** Waits until all tasks have ended, including tasks that start meanwhile. */
  async finish(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running)
  }
}

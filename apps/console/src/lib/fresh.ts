/** Asks the operator for the second factor in the middle of an act. Source: requirements OPR-014. */
export class Fresh {
  #waiting: ((isFresh: boolean) => void)[] = []
  readonly #listeners = new Set<() => void>()

  /** Whether the operator is asked now. */
  readonly isAsked = (): boolean => this.#waiting.length > 0

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Asks, and returns whether the operator has proved the factor. Acts that ask at the same moment share one answer. */
  ask(): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    this.#waiting = [...this.#waiting, resolve]
    this.#tell()
    return promise
  }

  /** Ends the question. */
  answer(isFresh: boolean): void {
    const waiting = this.#waiting
    this.#waiting = []
    this.#tell()
    for (const resolve of waiting) resolve(isFresh)
  }

  #tell(): void {
    for (const listener of this.#listeners) listener()
  }
}

/**
 * Spreads work over turns of the event loop: in each turn a few of the waiting tasks go on, in the order in which they
 * came, so that hundreds of bodies that arrive at once never delay other calls by more than a few of their chunks.
 */
export class EventLoopTurns {
  readonly #inOneTurn: number
  readonly #waiting: (() => void)[] = []

  constructor(inOneTurn: number) {
    this.#inOneTurn = inOneTurn
  }

  /** Resolves in a later turn of the event loop. */
  next(): Promise<void> {
    if (this.#waiting.length === 0) setImmediate(() => this.#grant())
    return new Promise((resolve) => this.#waiting.push(resolve))
  }

  #grant(): void {
    for (const goOn of this.#waiting.splice(0, this.#inOneTurn)) goOn()
    if (this.#waiting.length > 0) setImmediate(() => this.#grant())
  }
}

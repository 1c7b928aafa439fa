/** Passes failures of servers from calls to the pages, which show a notification. Source: requirements ERR-010. */
export class Notifier {
  #listener: () => void = () => {}

  /** Sets the one listener; the result removes it. */
  readonly onServerFailure = (listener: () => void): (() => void) => {
    this.#listener = listener
    return () => {
      this.#listener = () => {}
    }
  }

  readonly serverFailed = (): void => this.#listener()
}

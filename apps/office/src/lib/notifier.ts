/** Carries what calls have to tell to whoever shows notifications, inside the pages. Source: requirements ERR-010. */
export class Notifier {
  #listener: () => void = () => {}

  /** Who shows that a server failed; one at a time. */
  readonly onServerFailure = (listener: () => void): (() => void) => {
    this.#listener = listener
    return () => {
      this.#listener = () => {}
    }
  }

  readonly serverFailed = (): void => this.#listener()
}

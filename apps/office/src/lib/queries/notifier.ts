import type { CallFailed } from '@partner-office/web'

/** Failures that follow one another in less time are one outage. */
const OUTAGE_MS = 90_000

type Listener = (failure: CallFailed) => void

/**
 * Passes failures of servers from calls to the pages, which show a notification: one for each outage, because pages
 * repeat failed calls by themselves.
 *
 * Source: requirements ERR-010.
 */
export class Notifier {
  #listener: Listener = () => {}
  #onlyReadListener: () => void = () => {}
  #failedAt = Number.NEGATIVE_INFINITY

  /** Sets the one listener; the result removes it. */
  readonly onServerFailure = (listener: Listener): (() => void) => {
    this.#listener = listener
    return () => {
      this.#listener = () => {}
    }
  }

  /** Sets the one listener to acts that a view does not do; the result removes it. */
  readonly onOnlyRead = (listener: () => void): (() => void) => {
    this.#onlyReadListener = listener
    return () => {
      this.#onlyReadListener = () => {}
    }
  }

  /** Returns true, so that it can follow a condition. */
  readonly onlyRead = (): true => {
    this.#onlyReadListener()
    return true
  }

  readonly serverFailed = (failure: CallFailed): void => {
    const isNew = Date.now() - this.#failedAt >= OUTAGE_MS
    this.#failedAt = Date.now()
    if (isNew) this.#listener(failure)
  }
}

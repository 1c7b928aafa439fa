/**
 * A storage of the browser. Values that it does not take last as long as the page: a browser may forbid the storage, which
 * then throws when it is read, too, or it may be full.
 */
class BrowserStorage {
  readonly #open: () => Storage
  readonly #untaken = new Map<string, string>()

  constructor(open: () => Storage) {
    this.#open = open
  }

  read(key: string): string | null {
    const untaken = this.#untaken.get(key)
    if (untaken !== undefined) return untaken
    try {
      return this.#open().getItem(key)
    } catch {
      return null
    }
  }

  /** Returns whether the browser took the value. */
  write(key: string, value: string): boolean {
    this.remove(key)
    try {
      this.#open().setItem(key, value)
      return true
    } catch {
      this.#untaken.set(key, value)
      return false
    }
  }

  remove(key: string): void {
    this.#untaken.delete(key)
    try {
      this.#open().removeItem(key)
    } catch {
      // A forbidden storage holds nothing.
    }
  }
}

/** Values of all tabs, until the browser forgets them. */
export const lastingStorage = new BrowserStorage(() => localStorage)

/** Values of this tab, until it is closed. */
export const tabStorage = new BrowserStorage(() => sessionStorage)

import { setTimeout as wait } from 'node:timers/promises'

const LONGEST_MS = 100
/** Timers may fire a little early. */
const MARGIN_MS = 10
/** How long old values stay valid while the database does not answer. */
const LONGEST_OUTAGE_MS = 60_000
/** A read that takes longer counts as not answered. */
const READ_TIMEOUT_MS = 1_000
const MOST_ENTRIES = 20_000

/** A value that the database has answered, and when it was asked for. */
type Answered = { readonly value: Promise<unknown>; readonly askedAt: number }

type Entry = {
  value: Promise<unknown>
  readonly askedAt: number
  readonly epoch: number
  answered: Answered | null
}

/**
 * Short cache of database reads, for the many calls of one page.
 *
 * A change by this process makes the entries outdated. A change of access that another process announces drops the entries;
 * other changes of that process are visible within a tenth of a second. While the database does not answer, outdated values
 * stay valid for a minute, except dropped ones. The monotonic clock tells how old a value is.
 *
 * Source: docs/decisions/0005-signing-in.md.
 */
export class ReadCache {
  readonly #longestMs: number
  readonly #isShared: boolean
  #entries = new Map<string, Entry>()
  #epoch = 0
  /** True from a read that was not answered in time until the next answer. */
  #isSilent = false

  /** `isShared`: other processes change the database too. */
  constructor(longestMs = LONGEST_MS, { isShared = false } = {}) {
    this.#longestMs = longestMs
    this.#isShared = isShared
  }

  /** The result of `read`, cached by `key`; concurrent callers share one read. */
  read<T>(key: string, read: () => Promise<T>): Promise<T> {
    const now = performance.now()
    const found = this.#entries.get(key)
    if (found?.epoch === this.#epoch && now - found.askedAt < this.#longestMs) {
      return found.value as Promise<T>
    }
    if (this.#entries.size >= MOST_ENTRIES) this.#entries.clear()
    const last = found?.answered ?? null
    const answered = last !== null && now - last.askedAt < LONGEST_OUTAGE_MS ? last : null
    const reading = read()
    const value = answered === null ? reading : this.#orElse(reading, answered.value as Promise<T>)
    const entry: Entry = { value, askedAt: now, epoch: this.#epoch, answered }
    this.#entries.set(key, entry)
    reading.then(
      () => {
        this.#isSilent = false
        Object.assign(entry, { value: reading, answered: { value: reading, askedAt: now } })
      },
      () => answered === null && this.#forgetFailed(key, entry),
    )
    return value
  }

  /** Makes all entries outdated: later calls read again, also while a read is running. */
  outdate(): void {
    this.#epoch += 1
  }

  /** Drops all entries, so that no outdated value is answered while the database does not answer. */
  forget(): void {
    this.#entries.clear()
  }

  /** Drops all entries after a change of access, also after one whose outcome is not known. */
  async forgetAfter<T>(change: Promise<T>): Promise<T> {
    try {
      return await change
    } finally {
      this.forget()
    }
  }

  /**
   * Drops all entries after access was taken away. It resolves once no process has an entry from before: an announcement may
   * arrive after the answer, but entries of other processes are too old by then.
   */
  async revoke(): Promise<void> {
    this.forget()
    if (this.#isShared) await wait(this.#longestMs + MARGIN_MS)
  }

  /** The same after a change that takes access away. */
  async revokeAfter<T>(change: Promise<T>): Promise<T> {
    const result = await this.forgetAfter(change)
    await this.revoke()
    return result
  }

  /** Drops one entry. */
  forgetOne(key: string): void {
    this.#entries.delete(key)
  }

  #forgetFailed(key: string, entry: Entry): void {
    if (this.#entries.get(key) === entry) this.#entries.delete(key)
  }

  /** The new value, or the known one when the read fails or takes too long, or when another one just did. */
  async #orElse<T>(reading: Promise<T>, known: Promise<T>): Promise<T> {
    const { promise: tooLong, resolve } = Promise.withResolvers<T>()
    const giveUp = () => {
      this.#isSilent = true
      resolve(known)
    }
    const timer = setTimeout(giveUp, this.#isSilent ? 0 : READ_TIMEOUT_MS)
    try {
      return await Promise.race([reading.catch(() => known), tooLong])
    } finally {
      clearTimeout(timer)
    }
  }
}

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

/** The last answer to the reads of one key. A dropped key begins another one, so that no read in progress brings it back. */
type Known = { answered: Answered | null }

type Entry = {
  value: Promise<unknown>
  readonly askedAt: number
  epoch: number
  readonly known: Known
}

const isRecent = (answered: Answered | null, now: number): answered is Answered =>
  answered !== null && now - answered.askedAt < LONGEST_OUTAGE_MS

/** No epoch: an entry of it is outdated. */
const NEVER = -1

/**
 * Short cache of database reads, for the many calls of one page.
 *
 * A change by this process makes the entries outdated. A change of access that another process announces drops the entries
 * that it names; other changes of that process are visible within a tenth of a second. While the database does not answer,
 * outdated values stay valid for a minute, except dropped ones. The monotonic clock tells how old a value is.
 *
 * Source: docs/decisions/0005-signing-in.md and 0021-several-processes.md.
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
    return this.#ask(key, read)
  }

  /** The result of `read`, asked for anew by each caller; the last one while the database does not answer. */
  lastKnown<T>(key: string, read: () => Promise<T>): Promise<T> {
    return this.#isSilent ? this.read(key, read) : this.#ask(key, read)
  }

  /** Makes all entries outdated: later calls read again, also while a read is running. */
  outdate(): void {
    this.#epoch += 1
  }

  /** Makes one entry outdated. */
  outdateOne(key: string): void {
    const entry = this.#entries.get(key)
    if (entry !== undefined) entry.epoch = NEVER
  }

  /** Notes that the database has answered: reads wait for it again. */
  heard(): void {
    this.#isSilent = false
  }

  /** Drops entries, so that no outdated value is answered while the database does not answer; without keys, all. */
  forget(keys: readonly string[] | null = null): void {
    if (keys === null) return this.#entries.clear()
    for (const key of keys) this.#entries.delete(key)
  }

  /** Drops entries after a change of access, also after one whose outcome is not known. */
  async forgetAfter<T>(change: Promise<T>, keys: readonly string[] | null = null): Promise<T> {
    try {
      return await change
    } finally {
      this.forget(keys)
    }
  }

  /**
   * Drops entries after access was taken away. It resolves once no process has an entry from before: an announcement may
   * arrive after the answer, but entries of other processes are too old by then.
   */
  async revoke(keys: readonly string[] | null = null): Promise<void> {
    this.forget(keys)
    if (this.#isShared) await wait(this.#longestMs + MARGIN_MS)
  }

  /** The same after a change that takes access away. */
  async revokeAfter<T>(change: Promise<T>, keys: readonly string[] | null = null): Promise<T> {
    const result = await this.forgetAfter(change, keys)
    await this.revoke(keys)
    return result
  }

  #ask<T>(key: string, read: () => Promise<T>): Promise<T> {
    const now = performance.now()
    const known = this.#entries.get(key)?.known ?? { answered: null }
    const last = isRecent(known.answered, now) ? known.answered : null
    const reading = read()
    const value = last === null ? reading : this.#orElse(reading, last.value as Promise<T>)
    const entry: Entry = { value, askedAt: now, epoch: this.#epoch, known }
    this.#keep(key, entry)
    const noteAnswer = () => {
      this.#isSilent = false
      entry.value = reading
      // Of reads that overlap, the one that began last counts.
      if (now >= (known.answered?.askedAt ?? 0)) known.answered = { value: reading, askedAt: now }
    }
    reading.then(noteAnswer, () => last === null && this.#forgetFailed(key, entry))
    return value
  }

  /** Keeps an entry as the newest. The entries that were read longest ago make room. */
  #keep(key: string, entry: Entry): void {
    this.#entries.delete(key)
    this.#entries.set(key, entry)
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= MOST_ENTRIES) return
      this.#entries.delete(oldest)
    }
  }

  #forgetFailed(key: string, entry: Entry): void {
    if (this.#entries.get(key) !== entry) return
    if (entry.known.answered === null) this.#entries.delete(key)
    else entry.epoch = NEVER
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

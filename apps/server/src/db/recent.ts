const LONGEST_MS = 500
/** How long old values stay valid while the database does not answer. */
const LONGEST_OUTAGE_MS = 15_000
/** A read that takes longer counts as not answered. */
const READ_TIMEOUT_MS = 1_000
const MOST_ENTRIES = 20_000

type Entry = {
  value: Promise<unknown>
  readonly askedAt: number
  /** When the value was read; older than `askedAt` while the database does not answer. */
  readAt: number
}

/**
 * Short cache of database reads, for the many calls of one page.
 *
 * Every change by this process empties it, so own changes are visible at once and changes of other processes within half a
 * second. While the database does not answer, this process cannot change anything, and old values stay valid for 15
 * seconds. Time comes from the monotonic clock.
 *
 * Source: docs/decisions/0005-signing-in.md.
 */
export class Recent {
  readonly #longestMs: number
  #entries = new Map<string, Entry>()

  constructor(longestMs = LONGEST_MS) {
    this.#longestMs = longestMs
  }

  /** The result of `read`, cached by `key`; concurrent callers share one read. */
  read<T>(key: string, read: () => Promise<T>): Promise<T> {
    const now = performance.now()
    const known = this.#entries.get(key)
    if (known !== undefined && now - known.askedAt < this.#longestMs) {
      return known.value as Promise<T>
    }
    if (this.#entries.size >= MOST_ENTRIES) this.#entries.clear()
    const holds = known !== undefined && now - known.readAt < LONGEST_OUTAGE_MS ? known : null
    const reading = read()
    const value = holds === null ? reading : orElse(reading, holds.value as Promise<T>)
    const entry = { value, askedAt: now, readAt: holds?.readAt ?? now }
    this.#entries.set(key, entry)
    reading.then(
      () => Object.assign(entry, { value: reading, readAt: now }),
      () => holds === null && this.#forgetFailed(key, entry),
    )
    return value
  }

  /** Empties the cache; later calls read again, also while a read is running. */
  forget(): void {
    this.#entries.clear()
  }

  /** Removes one key. */
  forgetOne(key: string): void {
    this.#entries.delete(key)
  }

  #forgetFailed(key: string, entry: Entry): void {
    if (this.#entries.get(key) === entry) this.#entries.delete(key)
  }
}

/** The new value, or the known one when the read fails or takes too long. */
async function orElse<T>(reading: Promise<T>, known: Promise<T>): Promise<T> {
  const { promise: tooLong, resolve } = Promise.withResolvers<T>()
  const timer = setTimeout(() => resolve(known), READ_TIMEOUT_MS)
  try {
    return await Promise.race([reading.catch(() => known), tooLong])
  } finally {
    clearTimeout(timer)
  }
}

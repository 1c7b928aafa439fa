const LONGEST_MS = 500
/** How long what was read last goes on holding while the database does not answer, and when it is taken not to. */
const LONGEST_OUTAGE_MS = 15_000
const PATIENCE_MS = 1_000
const MOST_ENTRIES = 20_000

type Entry = {
  value: Promise<unknown>
  readonly askedAt: number
  /** When what it holds was read: long before it was asked for, while the database is away. */
  readAt: number
}

/**
 * What was read from the database a moment ago, for the many calls of one page.
 *
 * Every change by this process forgets all of it, so what this process has done acts at once; what another process has
 * done acts after half a second at most. While the database does not answer nobody can change anything through this
 * process, and what was read last holds for a quarter of a minute. Time is counted by a clock that nobody sets.
 *
 * Source: docs/decisions/0005-signing-in.md.
 */
export class Recent {
  readonly #longestMs: number
  #entries = new Map<string, Entry>()

  constructor(longestMs = LONGEST_MS) {
    this.#longestMs = longestMs
  }

  /** What `read` answers, or answered under that key; several who ask at once share one reading. */
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

  /** Whoever asks from now on reads anew, also where a reading is under way. */
  forget(): void {
    this.#entries.clear()
  }

  /** The same of one key. */
  forgetOne(key: string): void {
    this.#entries.delete(key)
  }

  #forgetFailed(key: string, entry: Entry): void {
    if (this.#entries.get(key) === entry) this.#entries.delete(key)
  }
}

/** What is being read, or what is known where that fails or takes long. */
async function orElse<T>(reading: Promise<T>, known: Promise<T>): Promise<T> {
  const { promise: tooLong, resolve } = Promise.withResolvers<T>()
  const patience = setTimeout(() => resolve(known), PATIENCE_MS)
  try {
    return await Promise.race([reading.catch(() => known), tooLong])
  } finally {
    clearTimeout(patience)
  }
}

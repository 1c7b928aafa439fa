import { fetchFeed, type Fetched } from './fetch-feed.ts'
import type { FeedItem } from './feed-item.ts'
import { readFeed } from './read-feed.ts'

const FRESH_MS = 5 * 60_000
const RETRY_MS = 60_000

type Entry = {
  /** The newest copy that could be read; null: none yet. */
  items: readonly FeedItem[] | null
  error: unknown
  askedAt: number
  asking: Promise<void> | null
}

/** Feeds of other hosts: each is fetched at most once in five minutes, and the last readable copy stays. */
export class ExternalFeeds {
  readonly #entries = new Map<string, Entry>()
  readonly #clock: () => number
  readonly #fetch: (address: string) => Promise<Fetched>
  readonly #failed: (error: unknown) => void

  /** `failed` hears of every fetch that failed. */
  constructor(
    clock: () => number,
    failed: (error: unknown) => void,
    fetch: (address: string) => Promise<Fetched> = fetchFeed,
  ) {
    this.#clock = clock
    this.#failed = failed
    this.#fetch = fetch
  }

  /**
   * The items of a feed. An old copy is answered at once and renewed beside the call.
   *
   * Refuses: the error of the last fetch, while there is no copy.
   */
  async read(address: string): Promise<readonly FeedItem[]> {
    const entry = this.#entryOf(address)
    if (this.#isDue(entry)) {
      entry.askedAt = this.#clock()
      entry.asking = this.#renew(entry, address)
    }
    if (entry.items === null) await entry.asking
    if (entry.items === null) throw entry.error
    return entry.items
  }

  #entryOf(address: string): Entry {
    const known = this.#entries.get(address)
    if (known !== undefined) return known
    const entry: Entry = {
      items: null,
      error: null,
      askedAt: Number.NEGATIVE_INFINITY,
      asking: null,
    }
    this.#entries.set(address, entry)
    return entry
  }

  #isDue({ asking, askedAt, error }: Entry): boolean {
    const age = Math.abs(this.#clock() - askedAt)
    return asking === null && age >= (error === null ? FRESH_MS : RETRY_MS)
  }

  async #renew(entry: Entry, address: string): Promise<void> {
    try {
      const { text, address: answered } = await this.#fetch(address)
      Object.assign(entry, { items: readFeed(text, answered), error: null })
    } catch (error) {
      entry.error = error
      this.#failed(error)
    }
    entry.asking = null
  }
}

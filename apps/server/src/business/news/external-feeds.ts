import { setTimeout as wait } from 'node:timers/promises'

import { type RawBuilder, sql } from 'kysely'

import type { Core } from '../../core/core.ts'
import type { FeedItem } from './feed-item.ts'
import { FeedRefused } from './feed-refused.ts'
import { fetchFeed, type Fetched } from './fetch-feed.ts'
import { readFeed } from './read-feed.ts'

const MINUTE = 60_000
const FRESH_MS = 5 * MINUTE
const RETRY_MS = MINUTE
/** A feed that nobody has read for this long is not renewed. */
const WANTED_MS = 10 * MINUTE
const WANTED_AGAIN_AFTER_MS = MINUTE
const FORGOTTEN_AFTER_MS = 24 * 60 * MINUTE
/** How long the first reader waits for the leader's copy. A fetch ends within 10 s. */
const FIRST_COPY_MS = 12_000
const LOOKED_AT_EVERY_MS = 200

/** The copy of a feed that all processes have. Units: epoch milliseconds. */
type Copy = {
  /** The newest copy that could be read; null: none yet. */
  readonly items: readonly FeedItem[] | null
  readonly error: string | null
  readonly askedAt: number | null
  readonly wantedAt: number
}

/**
 * Feeds of other hosts. The leader fetches each that is read at most once in five minutes, for all processes; the last readable
 * copy stays.
 *
 * Source: cluster.md, CLU-032; docs/decisions/0010-news.md.
 */
export class ExternalFeeds {
  readonly #core: Core
  readonly #fetch: (address: string) => Promise<Fetched>
  readonly #failed: (error: unknown) => void

  /** `failed` hears of every fetch that failed. */
  constructor(
    core: Core,
    failed: (error: unknown) => void,
    fetch: (address: string) => Promise<Fetched> = fetchFeed,
  ) {
    this.#core = core
    this.#failed = failed
    this.#fetch = fetch
  }

  /**
   * The items of a feed. An old copy is answered at once and renewed beside the call.
   *
   * Refuses: `FeedRefused` with the error of the last fetch, while there is no copy.
   */
  async read(address: string): Promise<readonly FeedItem[]> {
    const copy = await this.#recentCopy(address)
    const asking = this.#ask(address, copy)
    if (copy?.items) {
      // Without the database, the copy is all there is.
      asking.catch(() => {})
      return copy.items
    }
    await asking
    return this.#firstCopy(address)
  }

  /** Renews what any process reads, at the leader. */
  async renewWanted(): Promise<void> {
    const { database, clock } = this.#core
    const now = clock()
    await database.change(
      sql`delete from news_feeds where abs(${now}::bigint - wanted_at) > ${FORGOTTEN_AFTER_MS}`,
    )
    const { rows } = await sql<{ address: string }>`
      select address from news_feeds
      where abs(${now}::bigint - wanted_at) < ${WANTED_MS} and ${isDue(now)}`.execute(database.read)
    await Promise.all(rows.map(({ address }) => this.#renew(address)))
  }

  /** Notes that a feed is read, and renews it if this process is the leader. */
  async #ask(address: string, copy: Copy | undefined): Promise<void> {
    const { database, clock, leadership } = this.#core
    const now = clock()
    if (copy === undefined || Math.abs(now - copy.wantedAt) >= WANTED_AGAIN_AFTER_MS) {
      await database.change(sql`
        insert into news_feeds (address, wanted_at) values (${address}, ${now})
        on conflict (address) do update set wanted_at = excluded.wanted_at`)
    }
    if (leadership.isLeader()) await this.#renew(address)
  }

  /** Claims a fetch that is due, so that no other call begins the same one, and stores its result. */
  async #renew(address: string): Promise<void> {
    const { database, clock } = this.#core
    const now = clock()
    const claimed = await database.change(sql`
      update news_feeds set asked_at = ${now}, error = null
      where address = ${address} and ${isDue(now)} returning address`)
    if (claimed.length === 0) return
    const { items, error } = await this.#fetched(address)
    await database.change(sql`
      update news_feeds set items = coalesce(${items}::jsonb, items), error = ${error}
      where address = ${address}`)
  }

  async #fetched(address: string): Promise<{ items: string | null; error: string | null }> {
    try {
      const { text, address: answered } = await this.#fetch(address)
      return { items: JSON.stringify(readFeed(text, answered)), error: null }
    } catch (error) {
      this.#failed(error)
      return { items: null, error: (error as Error).message }
    }
  }

  async #firstCopy(address: string): Promise<readonly FeedItem[]> {
    const ends = performance.now() + FIRST_COPY_MS
    while (performance.now() < ends) {
      const copy = await this.#copy(address)
      if (copy?.items) return copy.items
      if (copy?.error) throw new FeedRefused(copy.error)
      await wait(LOOKED_AT_EVERY_MS)
    }
    throw new FeedRefused('was not read in time')
  }

  #recentCopy(address: string): Promise<Copy | undefined> {
    return this.#core.database.recent.read(`feed ${address}`, () => this.#copy(address))
  }

  async #copy(address: string): Promise<Copy | undefined> {
    const { rows } = await sql<Copy>`
      select items, error, asked_at, wanted_at from news_feeds where address = ${address}`.execute(
      this.#core.database.read,
    )
    return rows[0]
  }
}

const isDue = (now: number): RawBuilder<boolean> => sql`(asked_at is null
  or abs(${now}::bigint - asked_at) >= case when items is null or error is not null then ${RETRY_MS}::bigint else ${FRESH_MS}::bigint end)`

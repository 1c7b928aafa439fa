import type { Core } from '../../core/core.ts'
import { readSettings } from '../settings/read-settings.ts'
import { rateFeedAt } from './rate-feed.ts'
import { refreshRates } from './refresh-rates.ts'

/** Source of the rates by setting: with `internal` the operators alone, with `feed` an address that is polled. */
export class RateProvider {
  readonly #core: Core
  #readAt = Number.NEGATIVE_INFINITY

  constructor(core: Core) {
    this.#core = core
  }

  /**
   * Read the feed where there is one and `exchangeRefresh` has gone by since the last time.
   *
   * Units: answers how many rates were set.
   * Refuses: as `refreshRates`; a feed without an address.
   * Source: requirements FMT-016, CFG-006.
   */
  async refreshIfDue(): Promise<number> {
    const { exchangeProvider, exchangeRefresh, exchangeFeedUrl } = await readSettings(
      this.#core.database.read,
      ['exchangeProvider', 'exchangeRefresh', 'exchangeFeedUrl'],
    )
    const now = this.#core.clock()
    // After a clock that was ahead was set back, the last time lies in the future.
    const age = Math.abs(now - this.#readAt)
    if (exchangeProvider === 'internal' || age < Number(exchangeRefresh)) return 0
    this.#readAt = now
    if (exchangeFeedUrl === '') {
      throw new Error('exchangeProvider is feed, and exchangeFeedUrl names no address')
    }
    return refreshRates(this.#core, rateFeedAt(exchangeFeedUrl))
  }
}

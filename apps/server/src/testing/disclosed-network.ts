import { monthsLater, monthText } from '@partner-office/domain'

import { closePeriod } from '../business/months/close-period.ts'
import { cancelOrder } from '../business/orders/intake/cancel-order.ts'
import { importOrders } from '../business/orders/import/import-orders.ts'
import { erasePartner } from '../business/partners/erase-partner.ts'
import { importPartners } from '../business/partners/import-partners.ts'
import { setRates } from '../business/rates/set-rates.ts'
import type { Core } from '../core/core.ts'
import type { Database } from '../db/database.ts'
import { SeededRandom } from '../demo/random.ts'
import { asUpload, openTestCore, type TestClock } from './core.ts'
import { type OrderCells, ordersText, PARTNER_HEADER } from './network-files.ts'

const DAY_MS = 86_400_000
const COUNTRIES = ['DE', 'DE', 'DE', 'FR', 'FR', 'IT']

/** The first month that the network sells in. */
export const FIRST_SOLD = Date.UTC(2025, 0)

/** A month of the network, by its place. */
export const soldMonth = (place: number): string => monthText(monthsLater(FIRST_SOLD, place))

type NetworkOptions = { readonly partners?: number; readonly seed?: number }

/**
 * For tests: a random network that sells month after month, with orders of every size, late ones, cancelled ones, quotes
 * that change, and partners who are erased. Its clock never goes back.
 */
export class DisclosedNetwork {
  readonly core: Core
  readonly clock: TestClock
  readonly #random: SeededRandom
  readonly #partners: number
  #orders = 0
  readonly #standing: number[] = []

  private constructor(core: Core, clock: TestClock, { partners, seed }: Required<NetworkOptions>) {
    this.core = core
    this.clock = clock
    this.#partners = partners
    this.#random = new SeededRandom(seed)
  }

  static async open(
    database: Database,
    { partners = 150, seed = 1 }: NetworkOptions = {},
  ): Promise<DisclosedNetwork> {
    const clock = { now: FIRST_SOLD }
    const core = await openTestCore(database, { clock })
    const network = new DisclosedNetwork(core, clock, { partners, seed })
    await importPartners(core, asUpload(network.#partnersText()))
    return network
  }

  /** Records the orders of months, each on the second day after it, and closes it. */
  async sell(places: readonly number[], { closes = true } = {}): Promise<void> {
    for (const place of places) {
      const start = monthsLater(FIRST_SOLD, place)
      const end = monthsLater(start, 1)
      this.clock.now = Math.max(this.clock.now, end + 2 * DAY_MS)
      await importOrders(this.core, asUpload(ordersText(this.#ordersOf(place, start, end))))
      if (this.#standing.length > 5) await this.#cancel()
      await setRates(this.core, [
        { from: 'EUR', to: 'UPT', rateType: 'SELL', rate: `2.${this.#random.integer(1, 999)}` },
      ])
      if (closes) await closePeriod(this.core, soldMonth(place))
    }
  }

  /** Erases a partner within a month. */
  async erase(partnerId: number, place: number): Promise<void> {
    this.clock.now = Math.max(this.clock.now, monthsLater(FIRST_SOLD, place) + 5 * DAY_MS)
    await erasePartner(this.core, partnerId)
  }

  /** A third registers within the first months; the others stood before. */
  #partnersText(): string {
    const lines = Array.from({ length: this.#partners }, (_, at) => {
      const sponsor = at === 0 ? '' : this.#random.integer(Math.max(1, Math.ceil(at / 4)), at)
      const registered = at % 3 === 2 ? FIRST_SOLD + (at / this.#partners) * 90 * DAY_MS : 1
      const instant = new Date(Math.floor(registered)).toISOString()
      const country = this.#random.pick(COUNTRIES)
      return `${at + 1},${sponsor},p${at + 1}@example.com,First${at + 1},Last${at + 1},${instant},${country}`
    })
    return `${[PARTNER_HEADER, ...lines].join('\n')}\n`
  }

  /** Few sell much; some orders are of the month before. */
  #ordersOf(place: number, start: number, end: number): OrderCells[] {
    const random = this.#random
    const cells: OrderCells[] = []
    for (let count = 0; count < this.#partners; count += 1) {
      const partner = random.integer(1, this.#partners)
      if (random.chance(0.3)) continue
      const isLate = place > 3 && random.chance(0.05)
      const day = start + random.next() * (end - start) - (isLate ? 31 * DAY_MS : 0)
      // After the last registration.
      const paidAt = Math.max(Math.floor(day), FIRST_SOLD + (place < 3 ? 90 * DAY_MS : 0))
      if (paidAt >= end) continue
      this.#orders += 1
      this.#standing.push(this.#orders)
      const euros = random.chance(0.1) ? random.integer(1_000, 90_000) : random.integer(20, 400)
      cells.push([this.#orders, partner, paidAt, `${euros}.${random.integer(10, 99)}`])
    }
    return cells
  }

  async #cancel(): Promise<void> {
    for (let count = 0; count < 3; count += 1) {
      const [order] = this.#standing.splice(this.#random.integer(0, this.#standing.length - 1), 1)
      await cancelOrder(this.core, order!, 'returned')
    }
  }
}

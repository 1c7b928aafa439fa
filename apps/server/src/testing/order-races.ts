import { sql } from 'kysely'

import type { Core } from '../business/core.ts'
import { importOrders } from '../business/orders/import-orders.ts'
import { recordOrder } from '../business/orders/record-order.ts'
import { importPartners } from '../business/partners/import-partners.ts'
import type { Database, Tx } from '../db/database.ts'
import { Network } from '../network/network.ts'
import { asUpload, openTestCore, TEST_NOW } from './core.ts'
import { ordersText, partnersText } from './network-files.ts'
import { race, RACERS } from './races.ts'

/** Rounds of calls that race for the same effect; two replicas of the figures take turns, as two processes would. */
export type OrderRaces = {
  readonly database: Database
  /** The same order from all racers. Fails unless every call succeeds. */
  sameOrder(round: number): Promise<void>
  /** Different orders that each lift the same partner to JADE. Fails unless every call succeeds. */
  sameRank(round: number): Promise<void>
}

const holdFactLog = (tx: Tx) => sql`select from fact_log for update`.execute(tx)

export async function openOrderRaces(database: Database): Promise<OrderRaces> {
  const core = await openTestCore(database)
  const cores = [
    core,
    { ...core, network: await Network.load(database.read, core.plans.rulesSource()) },
  ]
  await importPartners(core, asUpload(partnersText([[1, null]])))

  const raceAll = async (call: (core: Core, racer: number) => Promise<void>) => {
    const calls = Array.from({ length: RACERS }, (_, racer) => () => call(cores[racer % 2]!, racer))
    for (const result of await race(database, holdFactLog, calls)) {
      if (result.status === 'rejected') throw result.reason
    }
  }
  return {
    database,
    sameOrder: (round) =>
      raceAll((each) =>
        recordOrder(each, { orderId: round, partnerId: 1, paidAt: TEST_NOW, cents: 100 }),
      ),
    sameRank: async (round) => {
      const top = round * 100
      const team = [1, 2, 3].map((leg) => [top + leg, top] as const)
      await importPartners(core, asUpload(partnersText([[top, null], ...team])))
      // One euro short of JADE, which any of the orders that race fills.
      const orders = [2_500, 1_500, 999].map(
        (amount, leg) => [round * 1_000 + leg, top + 1 + leg, TEST_NOW, String(amount)] as const,
      )
      await importOrders(core, asUpload(ordersText(orders)))
      await raceAll((each, racer) =>
        recordOrder(each, {
          orderId: round * 1_000 + 10 + racer,
          partnerId: top + 3,
          paidAt: TEST_NOW,
          cents: 100,
        }),
      )
    },
  }
}

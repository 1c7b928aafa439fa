import { sql } from 'kysely'

import type { Core } from '../core/core.ts'
import { BONUS_EXPENSE, type Transfer } from '../business/ledger/post-transfers.ts'
import { importOrders } from '../business/orders/import/import-orders.ts'
import { recordOrder } from './record-order.ts'
import { importPartners } from '../business/partners/import-partners.ts'
import type { Database, Tx } from '../db/database.ts'
import { Network } from '../network/network.ts'
import { asUpload, openTestCore, TEST_NOW } from './core.ts'
import { ordersText, partnersText } from './network-files.ts'
import { postTransfer, postTransfers } from './post-transfers.ts'
import { race, RACERS } from './races.ts'

/** Rounds of calls that race for the same effect; two replicas of the figures alternate, as two processes would. */
export type OrderRaces = {
  readonly database: Database
  /** The same order from all racers. Fails unless every call succeeds. */
  sameOrder(round: number): Promise<void>
  /** Different orders that each lift the same partner to JADE. Fails unless every call succeeds. */
  sameRank(round: number): Promise<void>
  /** One transfer under one key, through both posting functions. Fails unless every call succeeds. */
  sameKey(round: number): Promise<void>
}

/** Distance between the first ids of two rounds, so that no two rounds share a partner or an order. */
const ROUNDS_APART = 1_000_000

const holdFactLog = (tx: Tx) => sql`select from fact_log for update`.execute(tx)

export async function openOrderRaces(database: Database): Promise<OrderRaces> {
  const core = await openTestCore(database)
  const cores = [
    core,
    { ...core, network: await Network.load(database.read, core.plans.rulesSource()) },
  ]
  await importPartners(core, asUpload(partnersText([[1, null]])))

  await database.transaction((tx) => postTransfer(tx, transferOf('the account is there')))

  const raceAll = async (
    call: (core: Core, racer: number) => Promise<unknown>,
    hold: (tx: Tx) => Promise<unknown> = holdFactLog,
  ) => {
    const calls = Array.from({ length: RACERS }, (_, racer) => () => call(cores[racer % 2]!, racer))
    for (const result of await race(database, hold, calls)) {
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
      const top = ROUNDS_APART * round
      const team = [1, 2, 3].map((leg) => [top + leg, top] as const)
      await importPartners(core, asUpload(partnersText([[top, null], ...team])))
      // One euro below JADE, so that any one of the racing orders reaches it.
      const orders = [2_500, 1_500, 999].map(
        (amount, leg) =>
          [ROUNDS_APART * round + leg, top + 1 + leg, TEST_NOW, String(amount)] as const,
      )
      await importOrders(core, asUpload(ordersText(orders)))
      await raceAll((each, racer) =>
        recordOrder(each, {
          orderId: ROUNDS_APART * round + 10 + racer,
          partnerId: top + 3,
          paidAt: TEST_NOW,
          cents: 100,
        }),
      )
    },
    sameKey: (round) => {
      const transfer = { ...transferOf(`round ${round}`), kind: 'RACE' }
      return raceAll(
        (_, racer) =>
          database.transaction<unknown>((tx) =>
            racer % 2 === 0 ? postTransfer(tx, transfer) : postTransfers(tx, [transfer]),
          ),
        (tx) => sql`select from accounts where partner_id = 1 for update`.execute(tx),
      )
    },
  }
}

/** One UPT for partner 1, under an idempotency key. */
export const transferOf = (key: string): Transfer => ({
  key,
  partnerId: 1,
  account: 'UCHAIN_UPT_BONUS',
  counter: BONUS_EXPENSE,
  toPartner: true,
  currency: 'UPT',
  amount: '1',
  kind: 'OPENING',
  reference: key,
  createdAt: TEST_NOW,
})

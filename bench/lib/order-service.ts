import type { AddressInfo } from 'node:net'

import { Client } from 'pg'

import { changeSettings } from '../../apps/server/src/business/settings/change-settings.ts'
import type { Core } from '../../apps/server/src/core/core.ts'
import { openDatabase } from '../../apps/server/src/db/database.ts'
import { SeededRandom } from '../../apps/server/src/demo/random.ts'
import { openTestCore } from '../../apps/server/src/testing/core.ts'
import { PartnersService } from '../../apps/server/src/testing/partners-service.ts'
import { load } from './http-load.ts'
import { fillNetwork } from './postgres-network.ts'
import { keepStanding } from './standing.ts'

/** When the orders of a measurement are paid. */
const ORDERS_AT = Date.UTC(2026, 9, 2)
/** Ids of measured orders begin here. */
export const FIRST_ORDER = 1_000_000_000
const DAY = 86_400_000
const KEY = 'a-key-of-some-length'
/** More than any server takes in a second. */
const MOST_A_SECOND = 5_000

/** Fills a database with a network whose orders pay the levels above them, and whose ranks are reached. */
export async function fillForOrders(url: string, partners: number): Promise<void> {
  await fillNetwork(url, partners)
  await keepActive(url)
  await keepStanding(url)
}

/** Everybody who sponsors has bought lately, so that orders pay the levels above them. */
async function keepActive(url: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query(
    `insert into orders (id, partner_id, paid_at, amount_cents, recorded_at, intake, fact)
     select 500000000 + p.id, p.id, $1, 10000, $1, f.last_fact + 1, f.last_fact + row_number() over (order by p.id)
     from fact_log f, partners p where exists (select from partners c where c.sponsor_id = p.id)`,
    [ORDERS_AT - DAY],
  )
  await client.query(`update fact_log set last_fact = (select max(fact) from orders)`)
  await client.query(`vacuum analyze orders`)
  await client.end()
}

/** Answers to orders of one load. Units: `aSecond` orders answered a second, others milliseconds. */
export type Intake = Awaited<ReturnType<typeof load>> & { readonly aSecond: number }

/** The operators' port of a filled database. */
type OrderService = {
  readonly core: Core
  /** Sends orders of random partners from many connections. */
  measure(connections: number, seconds: number): Promise<Intake>
  close(): Promise<void>
}

/** Serves a filled database. */
export async function serveOrders(url: string, partners: number): Promise<OrderService> {
  const database = await openDatabase({ url })
  const clock = { now: ORDERS_AT }
  const core = await openTestCore(database, { clock })
  core.network.indexTeams(ORDERS_AT)
  const stopFollowing = await core.network.follow(database)
  await changeSettings(core, { 'rateLimit.user': '0' })
  const { operators } = await PartnersService.around(core, clock)
  await operators.listen({ port: 0, host: '127.0.0.1' })
  const { port } = operators.server.address() as AddressInfo

  const random = new SeededRandom(4)
  let nextOrder = FIRST_ORDER
  const order = () =>
    JSON.stringify({
      orderId: nextOrder++,
      userId: random.integer(1, partners),
      amount: '100.00',
      paidAt: ORDERS_AT,
    })
  return {
    core,
    measure: async (connections, seconds) => {
      const answered = await load({
        port,
        paths: ['/internal/v1/orders'],
        bodies: Array.from({ length: seconds * MOST_A_SECOND }, order),
        headers: { 'x-operator-key': KEY },
        connections,
        seconds,
      })
      if (answered.errors > 0) throw new Error(answered.firstError)
      return { ...answered, aSecond: answered.requests / seconds }
    },
    close: async () => {
      await operators.close()
      await stopFollowing()
      await database.close()
    },
  }
}

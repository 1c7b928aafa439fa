/**
 * Concurrent calls for the same effect on PostgreSQL, with one waiting backend per call at the lock.
 *
 * Figure: exactly one effect in every round: one order, one rank credit, one transfer per idempotency key.
 *
 * Usage: node soak/races.ts [--rounds 500]
 */
import { parseArgs } from 'node:util'

import { sql } from 'kysely'

import { openDatabase } from '../apps/server/src/db/database.ts'
import { openOrderRaces } from '../apps/server/src/testing/order-races.ts'
import { RACERS } from '../apps/server/src/testing/races.ts'
import { finish, withCluster } from '../bench/lib/report.ts'

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '500' } } })
const rounds = Number(values.rounds)

await withCluster(async ({ newDatabase, version }) => {
  const races = await openOrderRaces(
    await openDatabase({ url: await newDatabase('races'), connections: RACERS + 4 }),
  )
  for (let round = 1; round <= rounds; round += 1) {
    await races.sameOrder(round)
    await races.sameRank(round)
    await races.sameKey(round)
    if (round % 50 === 0) console.log(`round ${round}`)
  }
  const { rows } = await sql<{ orders: number; ranks: number; keys: number }>`
    select (select count(*) from orders where id <= ${rounds}) as orders,
      (select count(*) from bonus_records where type = 'TURNOVER') as ranks,
      (select count(*) from transfers where kind = 'RACE') as keys`.execute(races.database.read)
  const { orders, ranks, keys } = rows[0]!
  await races.database.close()
  finish({
    name: 'races',
    lines: [
      `${rounds} rounds of ${RACERS} calls each: ${orders} orders, ${ranks} rank credits, ${keys} transfers`,
    ],
    on: version,
    passed: orders === rounds && ranks === rounds && keys === rounds,
  })
})

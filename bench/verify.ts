/**
 * Imports a network with its orders into PostgreSQL, seals its ledger and its history, and verifies all of it.
 *
 * Figure: no difference; verifying takes at most twice as long as the import.
 *
 * Usage: node bench/verify.ts [--partners 200000] [--orders 200000]
 */
import { parseArgs } from 'node:util'

import { sql } from 'kysely'

import {
  sealCandidate,
  sealHistory,
  sealTransfers,
} from '../apps/server/src/business/ledger/seal-transfers.ts'
import { importOrders } from '../apps/server/src/business/orders/import/import-orders.ts'
import { importPartners } from '../apps/server/src/business/partners/import-partners.ts'
import { openDatabase } from '../apps/server/src/db/database.ts'
import { openTestCore } from '../apps/server/src/testing/core.ts'
import { verifyAll } from '../apps/server/src/verify/verify-all.ts'
import { orderFile, partnerFile, SHAPE_NOTE } from './lib/large-network.ts'
import { finish, withCluster } from './lib/report.ts'

const { values } = parseArgs({
  options: {
    partners: { type: 'string', default: '200000' },
    orders: { type: 'string', default: '200000' },
  },
})
const partners = Number(values.partners)
const orders = Number(values.orders)
const MOST_RATIO = 2

const timed = async <T>(work: () => Promise<T>): Promise<{ answer: T; ms: number }> => {
  const started = performance.now()
  const answer = await work()
  return { answer, ms: performance.now() - started }
}
const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`

await withCluster(async (cluster) => {
  const database = await openDatabase({ url: await cluster.newDatabase('verify') })
  const core = await openTestCore(database)
  const imported = await timed(async () => {
    await importPartners(core, partnerFile(partners))
    await importOrders(core, orderFile(partners, orders))
  })
  const { read } = database
  const sealed = await timed(async () => {
    await sealTransfers(read, await sealCandidate(read), core.clock())
    await sealHistory(read, await sealCandidate(read), core.clock())
  })
  const { rows } = await sql<{ transfers: number }>`
    select count(*)::int as transfers from transfers`.execute(read)
  const verified = await timed(() => verifyAll(core))
  await database.close()

  const ratio = verified.ms / imported.ms
  const { differences } = verified.answer
  finish({
    name: 'verify',
    lines: [
      SHAPE_NOTE,
      `${partners} partners, ${orders} orders and ${rows[0]!.transfers} transfers imported in ${seconds(imported.ms)}, sealed in ${seconds(sealed.ms)}`,
      `verified in ${seconds(verified.ms)}, ${ratio.toFixed(2)} x the import (at most ${MOST_RATIO})`,
      `${differences.length} differences${differences[0] === undefined ? '' : ` (${differences[0]})`}`,
    ],
    on: cluster.version,
    passed: differences.length === 0 && ratio <= MOST_RATIO,
  })
})

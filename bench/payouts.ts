/**
 * Requests and confirmations of payouts on PostgreSQL, compared with pgbench on the same cluster in alternating blocks.
 *
 * Figure: a request with its confirmation >= 0.5 x TPC-B (prepared, scale 20), both with 16 clients; `verify` is clean.
 *
 * Usage: node bench/payouts.ts [--rounds 9] [--seconds 3]
 */
import { parseArgs } from 'node:util'

import { openDatabase } from '../apps/server/src/db/database.ts'
import { CLIENTS, PayoutCrowd } from './lib/payout-crowd.ts'
import { Pgbench } from './lib/pgbench.ts'
import { finish, ratioText, spread, withCluster } from './lib/report.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '9' },
    seconds: { type: 'string', default: '3' },
  },
})
const rounds = Number(values.rounds)
const seconds = Number(values.seconds)

const SCALE = 20
const LEAST = 0.5

await withCluster(async (cluster) => {
  const tpcB = new Pgbench(cluster.origin, await cluster.newDatabase('pgbench'))
  await tpcB.fill(SCALE)
  const database = await openDatabase({
    url: await cluster.newDatabase('payouts'),
    connections: CLIENTS + 2,
  })
  const crowd = await PayoutCrowd.open(database)
  await crowd.warmUp()
  const blocks: { tpcB: number; payouts: number }[] = []
  for (let round = 0; round < rounds; round += 1) {
    const measureTpcB = () => tpcB.measure({ clients: CLIENTS, seconds })
    const isFirst = round % 2 === 0
    const before = isFirst ? await measureTpcB() : 0
    const payouts = await crowd.measure(seconds)
    blocks.push({ tpcB: isFirst ? before : await measureTpcB(), payouts })
  }
  const differences = await crowd.verify()
  await database.close()
  const rate = (kind: 'tpcB' | 'payouts') =>
    spread(blocks.map((block) => block[kind])).median.toFixed(0)
  const ratio = spread(blocks.map(({ payouts, tpcB: transactions }) => payouts / transactions))
  finish({
    name: 'payouts',
    lines: [
      `${rounds} rounds of ${seconds} s each, ${CLIENTS} clients, a payout is a request and its confirmation`,
      `a second, medians: TPC-B ${rate('tpcB')}, payouts ${rate('payouts')}`,
      `payouts to TPC-B: ${ratioText(ratio)}, at least ${LEAST}`,
      `${differences.length} differences (exactly 0)`,
      ...differences.slice(0, 20),
    ],
    on: cluster.version,
    passed: ratio.median >= LEAST && differences.length === 0,
  })
})

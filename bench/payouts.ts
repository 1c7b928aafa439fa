/**
 * Requests and confirmations of payouts on PostgreSQL, compared with pgbench on the same cluster in alternating blocks.
 *
 * Figure: a request with its confirmation >= 0.5 x TPC-B (prepared, scale 20), both with 16 clients; `verify` is clean.
 * Beside it, the same payouts from 64 clients: a turn costs as much for many as for few.
 *
 * Usage: node bench/payouts.ts [--rounds 9] [--seconds 3]
 */
import { parseArgs } from 'node:util'

import { openDatabase } from '../apps/server/src/db/database.ts'
import { PayoutCrowd } from './lib/payout-crowd.ts'
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
const CLIENTS = 16
const MANY_CLIENTS = 64
const KINDS = ['payouts', 'tpcB', 'ofMany'] as const

type Kind = (typeof KINDS)[number]

await withCluster(async (cluster) => {
  const tpcB = new Pgbench(cluster.origin, await cluster.newDatabase('pgbench'))
  await tpcB.fill(SCALE)
  const database = await openDatabase({
    url: await cluster.newDatabase('payouts'),
    connections: CLIENTS + 2,
  })
  const crowd = await PayoutCrowd.open(database)
  await crowd.warmUp(CLIENTS)
  const measures: Readonly<Record<Kind, () => Promise<number>>> = {
    payouts: () => crowd.measure(seconds, CLIENTS),
    tpcB: () => tpcB.measure({ clients: CLIENTS, seconds }),
    ofMany: () => crowd.measure(seconds, MANY_CLIENTS),
  }
  const blocks: Record<Kind, number>[] = []
  for (let round = 0; round < rounds; round += 1) {
    const block = { payouts: 0, tpcB: 0, ofMany: 0 }
    for (const kind of round % 2 === 0 ? KINDS : KINDS.toReversed()) {
      block[kind] = await measures[kind]()
    }
    blocks.push(block)
  }
  const differences = await crowd.verify()
  await database.close()
  const rate = (kind: Kind) => spread(blocks.map((block) => block[kind])).median.toFixed(0)
  const ratio = (kind: Kind) => spread(blocks.map((block) => block[kind] / block.tpcB))
  finish({
    name: 'payouts',
    lines: [
      `${rounds} rounds of ${seconds} s each, ${CLIENTS} clients, a payout is a request and its confirmation`,
      `a second, medians: TPC-B ${rate('tpcB')}, payouts ${rate('payouts')}, of ${MANY_CLIENTS} clients ${rate('ofMany')}`,
      `payouts to TPC-B: ${ratioText(ratio('payouts'))}, at least ${LEAST}`,
      `payouts of ${MANY_CLIENTS} clients to TPC-B: ${ratioText(ratio('ofMany'))}`,
      `${differences.length} differences (exactly 0)`,
      ...differences.slice(0, 20),
    ],
    on: cluster.version,
    passed: ratio('payouts').median >= LEAST && differences.length === 0,
  })
})

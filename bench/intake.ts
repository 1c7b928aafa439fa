/**
 * Orders over HTTP, one a call, at the operators' port of a large network on PostgreSQL. Each is answered after its commit,
 * with all its credits written.
 *
 * Figures: orders per second at 64 connections >= 0.5 x pgbench TPC-B (prepared, scale 20, 16 clients) on the same server,
 * in alternating blocks; the 99th percentile of the answers there <= 300 ms. One connection is measured beside it.
 *
 * Usage: node bench/intake.ts [--partners 1000000] [--rounds 5] [--seconds 5] [--connections 64]
 */
import { parseArgs } from 'node:util'

import { sql } from 'kysely'

import { fillForOrders, FIRST_ORDER, serveOrders } from './lib/order-service.ts'
import { Pgbench } from './lib/pgbench.ts'
import { finish, ratioText, spread, withCluster } from './lib/report.ts'

const { values } = parseArgs({
  options: {
    partners: { type: 'string', default: '1000000' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '5' },
    connections: { type: 'string', default: '64' },
  },
})
const partners = Number(values.partners)
const seconds = Number(values.seconds)
const SCALE = 20
const AT_LEAST = 0.5
const MOST_P99_MS = 300

await withCluster(async (cluster) => {
  const url = await cluster.newDatabase('intake')
  await fillForOrders(url, partners)
  const tpcB = new Pgbench(cluster.origin, await cluster.newDatabase('pgbench'))
  await tpcB.fill(SCALE)
  const service = await serveOrders(url, partners)
  const measure = (connections: number) => service.measure(connections, seconds)

  const measureRound = async () => ({
    tpcB: await tpcB.measure({ clients: 16, seconds }),
    many: await measure(Number(values.connections)),
    one: await measure(1),
  })
  // The first is a warm-up.
  await measure(Number(values.connections))
  const rounds: Awaited<ReturnType<typeof measureRound>>[] = []
  while (rounds.length < Number(values.rounds)) rounds.push(await measureRound())
  const { rows } = await sql<{ credits: number; orders: number }>`
    select (select count(*) from bonus_records where order_id >= ${FIRST_ORDER})::int as credits,
      (select count(*) from orders where id >= ${FIRST_ORDER})::int as orders`.execute(
    service.core.database.read,
  )
  await service.close()

  const { credits, orders: recorded } = rows[0]!
  const median = (of: (round: (typeof rounds)[number]) => number) => spread(rounds.map(of)).median
  const ratio = spread(rounds.map(({ many, tpcB: yardstick }) => many.aSecond / yardstick))
  const p99 = median(({ many }) => many.p99)
  const one = spread(rounds.map((round) => round.one.aSecond / round.tpcB))
  finish({
    name: 'intake',
    lines: [
      `${partners} partners, ${recorded} orders with ${(credits / recorded).toFixed(1)} credits each, ${values.rounds} rounds of ${seconds} s`,
      `TPC-B: ${median((round) => round.tpcB).toFixed(0)} a second`,
      `${values.connections} connections: ${median(({ many }) => many.aSecond).toFixed(0)} orders a second, ${ratioText(ratio)} x TPC-B (at least ${AT_LEAST}); median ${median(({ many }) => many.median).toFixed(0)} ms, 99th percentile ${p99.toFixed(0)} ms (at most ${MOST_P99_MS})`,
      `1 connection: ${median((round) => round.one.aSecond).toFixed(0)} orders a second, ${ratioText(one)} x TPC-B, median ${median((round) => round.one.median).toFixed(1)} ms`,
    ],
    on: cluster.version,
    passed: ratio.median >= AT_LEAST && p99 <= MOST_P99_MS,
  })
})

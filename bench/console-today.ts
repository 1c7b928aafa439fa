/**
 * TOD-006: the start page of the console on a large network on PostgreSQL: its figures and its charts, each with active partners counted anew.
 *
 * Figure: 95 of 100 answers come within 150 ms, at 1,000,000 partners and 1,000,000 orders. The network has no credits: the sums
 * that the page reads are as many as with them.
 *
 * Usage: node bench/console-today.ts [--partners 1000000] [--orders 1000000] [--url postgres://...]
 *   `--url` names a database that this measurement has filled before, or an empty one.
 */
import { parseArgs } from 'node:util'

import { ActivePartnersCache } from '../apps/server/src/console/today/active-partners-cache.ts'
import { keepSums } from '../apps/server/src/console/today/keep-sums.ts'
import { readCharts } from '../apps/server/src/console/today/read-charts.ts'
import { readFigures } from '../apps/server/src/console/today/read-figures.ts'
import { openDatabase } from '../apps/server/src/db/database.ts'
import { openTestCore } from '../apps/server/src/testing/core.ts'
import { fillNetwork } from './lib/postgres-network.ts'
import { finish, p95, withCluster } from './lib/report.ts'

const { values } = parseArgs({
  options: {
    partners: { type: 'string', default: '1000000' },
    orders: { type: 'string', default: '1000000' },
    url: { type: 'string', default: '' },
  },
})
const MOST_MS = 150
const ANSWERS = 100
/** The orders of the network end with September 2026. */
const NOW = Date.UTC(2026, 8, 30, 12)

if (values.url === '') await withCluster(async ({ newDatabase }) => run(await newDatabase('today')))
else await run(values.url)

async function run(url: string): Promise<void> {
  const empty = await openDatabase({ url })
  const first = await empty.read.selectFrom('partners').select('id').limit(1).executeTakeFirst()
  await empty.close()
  if (first === undefined) {
    await fillNetwork(url, Number(values.partners), Number(values.orders))
  }
  const database = await openDatabase({ url })
  const core = await openTestCore(database, { clock: { now: NOW } })
  const startedAt = performance.now()
  while (await keepSums(core));
  const summedMs = performance.now() - startedAt

  const figures = await p95(ANSWERS, () => readFigures(core, new ActivePartnersCache(core)))
  const charts = await p95(ANSWERS, () => readCharts(core, new ActivePartnersCache(core)))
  finish({
    name: 'console today',
    lines: [
      `figures: 95 of 100 within ${figures.toFixed(1)} ms (at most ${MOST_MS})`,
      `charts: 95 of 100 within ${charts.toFixed(1)} ms (at most ${MOST_MS})`,
      `summing up everything once took ${(summedMs / 1000).toFixed(1)} s`,
    ],
    on: `${core.network.engine.size.toLocaleString('en')} partners and ${Number(values.orders).toLocaleString('en')} orders on PostgreSQL`,
    passed: figures <= MOST_MS && charts <= MOST_MS,
  })
  await database.close()
}

/**
 * Ledger transfers on PostgreSQL, compared with pgbench on the same cluster in alternating blocks.
 *
 * Figures: single transfers >= 1.3 x TPC-B (prepared, scale 20) with 16 clients; transfers that all use one company account
 * >= 0.7 x transfers spread over a thousand; 100,000 credits in one transaction >= 15 x as many single calls in sequence;
 * posting them again posts 0.
 *
 * Usage: node bench/ledger.ts [--rounds 9] [--seconds 3] [--bulk-rounds 3] [--commit-wait 0]
 *   `--commit-wait 200` adds 200 microseconds to each commit, as for a slower disk.
 */
import { parseArgs } from 'node:util'

import { openDatabase } from '../apps/server/src/db/database.ts'
import { measureBulk, postAgain } from './lib/bulk-credits.ts'
import { delayCommits, forcedWriteMs } from './lib/commits.ts'
import { fillLedger, LEDGER_SIZE, unsoundRows } from './lib/ledger-content.ts'
import { Pgbench } from './lib/pgbench.ts'
import { finish, ratioText, spread, withCluster } from './lib/report.ts'
import { CLIENTS, measureSingle } from './lib/single-transfers.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '9' },
    seconds: { type: 'string', default: '3' },
    'bulk-rounds': { type: 'string', default: '3' },
    'commit-wait': { type: 'string', default: '0' },
  },
})
const rounds = Number(values.rounds)
const seconds = Number(values.seconds)

const SCALE = 20
const LEAST = { single: 1.3, hot: 0.7, bulk: 15 }

await withCluster(async (cluster) => {
  const [yardstick, url] = [
    await cluster.newDatabase('pgbench'),
    await cluster.newDatabase('ledger'),
  ]
  for (const each of [yardstick, url]) await delayCommits(each, Number(values['commit-wait']))
  const tpcB = new Pgbench(cluster.origin, yardstick)
  await tpcB.fill(SCALE)
  const database = await openDatabase({ url })
  await fillLedger(database, url)

  const blocks = await measureSingle(tpcB, new Pgbench(cluster.origin, url), { rounds, seconds })
  const bulk = await measureBulk(database, url, Number(values['bulk-rounds']))
  const again = await postAgain(database)
  const unsound = await unsoundRows(database)
  await database.close()

  const { partners, companyAccounts } = LEDGER_SIZE
  const rate = (kind: 'tpcB' | 'hot' | 'spread'): string =>
    spread(blocks.map((block) => block[kind])).median.toFixed(0)
  const single = spread(blocks.map((block) => block.hot / block.tpcB))
  const hot = spread(blocks.map((block) => block.hot / block.spread))
  const faster = spread(bulk.map(({ singleMs, bulkMs }) => singleMs / bulkMs))
  const bulkSeconds = spread(bulk.map(({ bulkMs }) => bulkMs / 1000)).median
  finish({
    name: 'ledger',
    lines: [
      `${rounds} rounds of ${seconds} s a variant, ${CLIENTS} clients, ${partners} partners' accounts at random`,
      `a second, medians: TPC-B ${rate('tpcB')}, transfers on one company account ${rate('hot')}, on ${companyAccounts} ${rate('spread')}`,
      `single transfers to TPC-B: ${ratioText(single)}, at least ${LEAST.single}`,
      `one company account to ${companyAccounts}: ${ratioText(hot)}, at least ${LEAST.hot}`,
      `100,000 credits in one transaction: ${bulkSeconds.toFixed(2)} s; to single calls one by one: ${ratioText(faster)}, at least ${LEAST.bulk}`,
      `forcing a page to the disk takes ${forcedWriteMs().toFixed(2)} ms here, and commits wait ${values['commit-wait']} us more`,
      `posting them again: ${again.posted} posted in ${(again.ms / 1000).toFixed(2)} s, exactly 0`,
      `currencies and balances that are off: ${unsound}, exactly 0`,
    ],
    on: cluster.version,
    passed:
      single.median >= LEAST.single &&
      hot.median >= LEAST.hot &&
      faster.median >= LEAST.bulk &&
      again.posted === 0 &&
      unsound === 0,
  })
})

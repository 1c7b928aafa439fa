/**
 * Payouts that race at their locks on PostgreSQL, with one waiting backend per call: requests and confirmations of two sources,
 * then cancelling, take-up, approval and rejection of what it paid.
 *
 * Figure: each source pays at most once and never beyond the number that may be pending, every payout ends exactly once, and
 * `verify` finds nothing: 0 double, 0 over a limit, 0 lost, every currency at zero.
 *
 * Usage: node soak/payout-races.ts [--races 1000]
 */
import { parseArgs } from 'node:util'

import { openDatabase } from '../apps/server/src/db/database.ts'
import { payoutRaces } from '../apps/server/src/testing/payout-races.ts'
import { RACERS } from '../apps/server/src/testing/races.ts'
import { finish, withCluster } from '../bench/lib/report.ts'

const { values } = parseArgs({ options: { races: { type: 'string', default: '1000' } } })

const started = performance.now()
await withCluster(async ({ newDatabase, version }) => {
  const url = await newDatabase('payout_races')
  const database = await openDatabase({ url, connections: RACERS + 4 })
  const { races, paid, ended, faults } = await payoutRaces(database, {
    races: Number(values.races),
    say: (line) => console.log(line),
  })
  const seconds = ((performance.now() - started) / 1000).toFixed(0)
  await database.close()
  const ends = Object.entries(ended).map(([status, count]) => `${count} ${status}`)
  finish({
    name: 'payout-races',
    lines: [
      `${races} races in ${seconds} s, each of ${RACERS} calls, all at their lock at once on ${RACERS} backends`,
      `${paid} paid, ended as ${ends.join(', ')}; ${faults.length} faults (exactly 0)`,
      ...faults.slice(0, 20),
    ],
    on: version,
    passed: faults.length === 0 && paid > 0,
  })
})

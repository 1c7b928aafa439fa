/**
 * Payouts that race at their locks on PostgreSQL, with one waiting backend per call: requests and confirmations of one code,
 * then cancelling, take-up, approval and rejection of what it paid.
 *
 * Figure: one code pays at most once, every payout ends exactly once, and `verify` finds nothing: 0 double, 0 lost, every
 * currency at zero.
 *
 * Usage: node soak/payout-races.ts [--rounds 500]
 */
import { parseArgs } from 'node:util'

import { openDatabase } from '../apps/server/src/db/database.ts'
import { payoutRaces } from '../apps/server/src/testing/payout-races.ts'
import { RACERS } from '../apps/server/src/testing/races.ts'
import { finish, withCluster } from '../bench/lib/report.ts'

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '500' } } })
const rounds = Number(values.rounds)

await withCluster(async ({ newDatabase, version }) => {
  const url = await newDatabase('payout_races')
  const database = await openDatabase({ url, connections: RACERS + 4 })
  const { paid, ended, faults } = await payoutRaces(database, {
    rounds,
    say: (line) => console.log(line),
  })
  await database.close()
  const ends = Object.entries(ended).map(([status, count]) => `${count} ${status}`)
  finish({
    name: 'payout-races',
    lines: [
      `${rounds} rounds of two races of ${RACERS} calls: ${paid} paid, ended as ${ends.join(', ')}`,
      ...faults,
    ],
    on: version,
    passed: faults.length === 0 && paid > 0,
  })
})

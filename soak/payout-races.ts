/**
 * Payouts that race at their locks on PostgreSQL, with one waiting backend per call: requests and confirmations of two sources,
 * then cancelling, take-up, approval and rejection of what it paid.
 *
 * Figure: each source pays at most once and never beyond the number that may be pending, every payout ends exactly once, and
 * `verify` finds nothing: 0 double, 0 over a limit, 0 lost, every currency at zero.
 *
 * Races go on in several databases at once: in one, most of the time all calls wait for the last to come to the lock.
 *
 * Usage: node soak/payout-races.ts [--races 1000] [--databases 2]
 */
import { parseArgs } from 'node:util'

import { openDatabase } from '../apps/server/src/db/database.ts'
import { payoutRaces } from '../apps/server/src/testing/payout-races.ts'
import { RACERS } from '../apps/server/src/testing/races.ts'
import { finish, withCluster } from '../bench/lib/report.ts'
import { faultLines } from './lib/fault-lines.ts'

const { values } = parseArgs({
  options: {
    races: { type: 'string', default: '1000' },
    databases: { type: 'string', default: '2' },
  },
})
const races = Number(values.races)
const databases = Number(values.databases)

const started = performance.now()
await withCluster(async ({ newDatabase, version }) => {
  const runs = await Promise.all(
    Array.from({ length: databases }, (_, at) => raceIn(newDatabase, `payout_races_${at}`)),
  )
  const seconds = ((performance.now() - started) / 1000).toFixed(0)
  const faults = runs.flatMap((run) => run.faults)
  const sum = (counts: readonly (number | undefined)[]) =>
    counts.reduce<number>((total, count) => total + (count ?? 0), 0)
  const statuses = [...new Set(runs.flatMap(({ ended }) => Object.keys(ended)))]
  const ends = statuses.map((status) => `${sum(runs.map(({ ended }) => ended[status]))} ${status}`)
  const paid = sum(runs.map((run) => run.paid))
  finish({
    name: 'payout-races',
    lines: [
      `${sum(runs.map((run) => run.races))} races in ${seconds} s, each of ${RACERS} calls, all at their lock at once on ${RACERS} backends`,
      `${paid} paid, ended as ${ends.join(', ')}`,
      ...faultLines(faults),
    ],
    on: version,
    passed: faults.length === 0 && paid > 0,
  })
})

/** A database's share of the races. */
async function raceIn(newDatabase: (name: string) => Promise<string>, name: string) {
  const database = await openDatabase({
    url: await newDatabase(name),
    connections: RACERS + 4,
  })
  try {
    return await payoutRaces(database, {
      races: Math.ceil(races / databases),
      say: (line) => console.log(`${name}: ${line}`),
    })
  } finally {
    await database.close()
  }
}

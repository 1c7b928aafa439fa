/**
 * Kill the server at random moments of order intake and import, and look after every kill.
 *
 * Figure: nothing acknowledged lost, nothing half, `verify` clean, the next start within 10 s, at least 80 % of the kills
 * with work in flight.
 *
 * Usage: node soak/kills.ts [--rounds 200] [--database embedded|postgres] [--seed 1]
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

import { killRounds } from '../apps/server/src/testing/kill-rounds.ts'
import { finish, withCluster } from '../bench/lib/report.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '200' },
    database: { type: 'string', default: 'embedded' },
    seed: { type: 'string', default: '1' },
  },
})
const rounds = Number(values.rounds)
const seed = Number(values.seed)

const directory = mkdtempSync(join(tmpdir(), 'partner-office-kills-'))
if (values.database === 'postgres') {
  await withCluster(async ({ newDatabase }) => run({ DATABASE_URL: await newDatabase('kills') }))
} else {
  await run({})
}
rmSync(directory, { recursive: true, force: true })

async function run(variables: Readonly<Record<string, string>>): Promise<void> {
  const summary = await killRounds({
    rounds,
    seed,
    variables: { DATA_DIR: directory, ...variables },
    say: (line) => console.log(line),
  })
  const share = Math.round((100 * summary.inFlight) / rounds)
  finish({
    name: `kills, ${values.database}`,
    lines: [
      `${rounds} kills, ${share} % with work in flight, ${summary.acknowledged} orders acknowledged`,
      `longest start ${(summary.longestStartMs / 1000).toFixed(1)} s`,
      ...summary.faults,
    ],
    passed: summary.faults.length === 0,
  })
}

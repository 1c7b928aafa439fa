/**
 * MON-011: kills processes at random moments of closing a month through the console (posting, sealing, statements) and of dry runs,
 * each on a copy of the same data, and goes on as the next process does.
 *
 * Figure: bonuses, balances and the seal's hash equal those of an undisturbed close byte for byte, and as many statements are made; a job is shown as continued,
 * a dry run as interrupted, within 60 s.
 *
 * Usage: node soak/cockpit-kills.ts [--rounds 100] [--database embedded|postgres] [--seed 1] [--orders 1000]
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

import { cockpitKills } from '../apps/server/src/testing/cockpit-kills.ts'
import { finish, withCluster } from '../bench/lib/report.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '100' },
    database: { type: 'string', default: 'embedded' },
    seed: { type: 'string', default: '1' },
    orders: { type: 'string', default: '1000' },
  },
})
const directory = mkdtempSync(join(tmpdir(), 'partner-office-cockpit-kills-'))

if (values.database === 'postgres') {
  await withCluster(({ url, version }) => killCloses(url, version))
} else await killCloses(null, 'embedded database')

async function killCloses(postgresUrl: string | null, kind: string): Promise<void> {
  const { kills, met, longestMs, faults } = await cockpitKills({
    rounds: Number(values.rounds),
    seed: Number(values.seed),
    orders: Number(values.orders),
    directory,
    postgresUrl,
    say: (line) => console.log(line),
  })
  rmSync(directory, { recursive: true, force: true })
  const stages = Object.entries(met).map(([stage, rounds]) => `${rounds} ${stage}`)
  finish({
    name: 'cockpit-kills',
    lines: [
      `${kind}: ${kills} kills in ${values.rounds} rounds (${stages.join(', ')}); continued after ${(longestMs / 1_000).toFixed(1)} s at most`,
      `${faults.length} faults (exactly 0)`,
      ...faults.slice(0, 20),
    ],
    passed: faults.length === 0 && met.posting > 0,
  })
}

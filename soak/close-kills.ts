/**
 * Kills closes at random moments, each on a copy of the same data, and closes again.
 *
 * Figure: every result equals that of an undisturbed close byte for byte, and the kills meet every stage from the beginning
 * to the seal.
 *
 * Usage: node soak/close-kills.ts [--rounds 100] [--database embedded|postgres] [--seed 1] [--orders 5000]
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

import { closeKills } from '../apps/server/src/testing/close-kills.ts'
import { finish, withCluster } from '../bench/lib/report.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '100' },
    database: { type: 'string', default: 'embedded' },
    seed: { type: 'string', default: '1' },
    orders: { type: 'string', default: '5000' },
  },
})
const directory = mkdtempSync(join(tmpdir(), 'partner-office-close-kills-'))

if (values.database === 'postgres') {
  await withCluster(({ url, version }) => killCloses(url, version))
} else await killCloses(null, 'embedded database')

async function killCloses(postgresUrl: string | null, kind: string): Promise<void> {
  const { records, stages, faults } = await closeKills({
    rounds: Number(values.rounds),
    seed: Number(values.seed),
    orders: Number(values.orders),
    directory,
    postgresUrl,
    say: (line) => console.log(line),
  })
  rmSync(directory, { recursive: true, force: true })
  const met = Object.entries(stages).map(([stage, kills]) => `${kills} ${stage}`)
  finish({
    name: 'close-kills',
    lines: [`${kind}: ${records} records, killed when ${met.join(', ')}`, ...faults],
    passed: faults.length === 0 && stages.posting > 0,
  })
}

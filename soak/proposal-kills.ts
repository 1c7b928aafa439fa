/**
 * APR-015: kills a process at each step of approving a proposal of each kind, and approves again what is still open.
 *
 * Figure: a kill leaves the proposal open with nothing done, or done; each act is done exactly once; `verify` is clean
 * after each kill.
 *
 * Usage: node soak/proposal-kills.ts [--rounds 200] [--database embedded|postgres]
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

import { proposalKills } from '../apps/server/src/testing/proposal-kills.ts'
import { finish, withCluster } from '../bench/lib/report.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '200' },
    database: { type: 'string', default: 'postgres' },
  },
})
const directory = mkdtempSync(join(tmpdir(), 'partner-office-proposal-kills-'))

if (values.database === 'postgres') {
  await withCluster(async ({ newDatabase, version }) => {
    await killApprovals({ DATABASE_URL: await newDatabase('proposal_kills') }, version)
  })
} else await killApprovals({}, 'embedded database')

async function killApprovals(variables: Record<string, string>, on: string): Promise<void> {
  const { kills, faults } = await proposalKills({
    kills: Number(values.rounds),
    variables: { DATA_DIR: directory, ...variables },
    say: (line) => console.log(line),
  })
  rmSync(directory, { recursive: true, force: true })
  const met = Object.entries(kills).map(
    ([kind, { killed, steps, open }]) => `${kind} ${killed} (${steps} steps; ${open} left it open)`,
  )
  const killed = Object.values(kills).reduce((sum, each) => sum + each.killed, 0)
  finish({
    name: 'proposal-kills',
    lines: [
      `${killed} kills in ${values.rounds} rounds: ${met.join(', ')}`,
      `${faults.length} faults (exactly 0)`,
      ...faults.slice(0, 20),
    ],
    on,
    passed: faults.length === 0 && killed > 0,
  })
}

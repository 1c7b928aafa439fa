/**
 * Kills a process at each step of confirming, taking up, approving, handing over and settling payouts, and repeats the call.
 *
 * Figure: the fake chain counts each payout at most once and each approved payout exactly once; `verify` is clean after each
 * kill.
 *
 * Usage: node soak/payout-kills.ts [--rounds 100] [--database embedded|postgres]
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

import { payoutKills } from '../apps/server/src/testing/payout-kills.ts'
import { finish, withCluster } from '../bench/lib/report.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '100' },
    database: { type: 'string', default: 'embedded' },
  },
})
const directory = mkdtempSync(join(tmpdir(), 'partner-office-payout-kills-'))

if (values.database === 'postgres') {
  await withCluster(async ({ newDatabase, version }) => {
    await killPayouts({ DATABASE_URL: await newDatabase('payout_kills') }, version)
  })
} else await killPayouts({}, 'embedded database')

async function killPayouts(variables: Record<string, string>, on: string): Promise<void> {
  const { kills, payouts, faults } = await payoutKills({
    kills: Number(values.rounds),
    variables: { DATA_DIR: directory, ...variables },
    say: (line) => console.log(line),
  })
  rmSync(directory, { recursive: true, force: true })
  const met = Object.entries(kills).map(
    ([kind, { killed, steps }]) => `${kind} ${killed} (${steps} steps)`,
  )
  const ended = Object.entries(payouts).map(([status, count]) => `${count} ${status}`)
  const killed = Object.values(kills).reduce((sum, each) => sum + each.killed, 0)
  finish({
    name: 'payout-kills',
    lines: [
      `${killed} kills in ${values.rounds} rounds: ${met.join(', ')}`,
      `payouts: ${ended.join(', ')}; ${faults.length} faults (exactly 0)`,
      ...faults.slice(0, 20),
    ],
    on,
    passed: faults.length === 0 && killed > 0,
  })
}

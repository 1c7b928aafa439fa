/**
 * WHK-003, WHK-006: kills a process at each step of making events and delivering them, on PostgreSQL.
 *
 * Figure: every cause has exactly one event, each event has arrived, those of one partner in order; what came twice came with
 * the same id and the same body.
 *
 * Usage: node soak/webhook-kills.ts [--rounds 500]
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

import { webhookKills } from '../apps/server/src/testing/webhook-kills.ts'
import { finish, withCluster } from '../bench/lib/report.ts'

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '500' } } })

await withCluster(async ({ newDatabase, version }) => {
  const directory = mkdtempSync(join(tmpdir(), 'partner-office-webhook-kills-'))
  const { kills, steps, events, received, again, faults } = await webhookKills({
    rounds: Number(values.rounds),
    variables: { DATA_DIR: directory, DATABASE_URL: await newDatabase('webhook_kills') },
    say: (line) => console.log(line),
  })
  rmSync(directory, { recursive: true, force: true })
  finish({
    name: 'webhook-kills',
    lines: [
      `${kills} kills in ${values.rounds} rounds, at up to ${steps} steps`,
      `${events} events, ${received} received, ${again} of them again`,
      `${faults.length} faults (exactly 0)`,
      ...faults.slice(0, 20),
    ],
    on: version,
    passed: faults.length === 0 && kills > 0,
  })
})

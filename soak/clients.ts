/**
 * Lets 500 clients read for a minute and a warm-up, each on a connection of its own, with a second between its calls.
 *
 * Figures: no call fails; the process's memory is flat after the warm-up: the median of the last quarter is at most 10 % above
 * the median of the second.
 *
 * Usage: node soak/clients.ts [--clients 500] [--seconds 60] [--database embedded|postgres]
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

import { openDatabase } from '../apps/server/src/db/database.ts'
import { measureClients } from '../apps/server/src/testing/clients.ts'
import { finish, withCluster } from '../bench/lib/report.ts'

const { values } = parseArgs({
  options: {
    clients: { type: 'string', default: '500' },
    seconds: { type: 'string', default: '60' },
    database: { type: 'string', default: 'embedded' },
  },
})
const MOST_GROWTH = 1.1
/** The heap grows for some 25 s, until its first full collection. */
const WARM_UP_MS = 30_000

if (values.database === 'postgres') {
  await withCluster(async ({ newDatabase, version }) => {
    await measure({ url: await newDatabase('clients') }, version)
  })
} else {
  const directory = mkdtempSync(join(tmpdir(), 'partner-office-clients-'))
  await measure({ directory }, 'embedded database')
  rmSync(directory, { recursive: true, force: true })
}

async function measure(where: Parameters<typeof openDatabase>[0], on: string): Promise<void> {
  const database = await openDatabase(where)
  const { calls, failed, memory } = await measureClients(database, {
    clients: Number(values.clients),
    forMs: Number(values.seconds) * 1_000,
    pauseMs: 1_000,
    warmUpMs: WARM_UP_MS,
  })
  await database.close()
  const growth = memory[3]! / memory[1]!
  finish({
    name: 'clients',
    lines: [
      `${values.clients} clients for ${values.seconds} s: ${calls} calls, ${failed.length} failed${failed[0] === undefined ? '' : ` (${failed[0]})`}`,
      `memory, medians of the quarters: ${memory.map((mb) => mb.toFixed(0)).join(', ')} MB; the last is ${growth.toFixed(2)} x the second (at most ${MOST_GROWTH})`,
    ],
    on,
    passed: failed.length === 0 && growth <= MOST_GROWTH,
  })
}

/**
 * Updates PostgreSQL of all database nodes under load by `deploy/update-postgres.ts`; the packages stay as they are.
 *
 * Figures: writes stop for at most 5 s, no read fails, 0 acknowledged orders are lost or doubled (UPG-010).
 * Usage: node soak/cluster-update.ts [--rounds 5] [--minutes 8] [--writes 100] [--reads 100]
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

import { soakCluster } from './lib/cluster-rounds.ts'

const PROGRAM = join(import.meta.dirname, '../deploy/update-postgres.ts')
const MOST_PAUSE_MS = 5_000

await soakCluster({
  name: 'cluster, update of PostgreSQL',
  rounds: 5,
  mostBackMs: MOST_PAUSE_MS,
  breakIt: async ({ trial, primary, load, fault }) => {
    const config = join(trial.folder, primary, 'etc/patroni/config.yml')
    const update = spawn(process.execPath, [PROGRAM, '--config', config], { stdio: 'inherit' })
    const [status] = await once(update, 'exit')
    if (status !== 0) fault(`update-postgres ended with ${status}`)
    const pause = load.longestPause()
    if (pause > MOST_PAUSE_MS) fault(`no write was acknowledged for ${Math.round(pause)} ms`)
    return performance.now()
  },
})

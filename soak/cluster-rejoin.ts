/**
 * Deletes the data folder of a standby under load, and starts the machine again.
 *
 * Figures: it comes back as a standby by itself, from the primary (BKP-010); 0 acknowledged orders are lost or doubled.
 * Usage: node soak/cluster-rejoin.ts [--rounds 5] [--minutes 8] [--writes 100] [--reads 200]
 */
import { rmSync } from 'node:fs'
import { join } from 'node:path'

import { kill, startMissing } from '../deploy/lib/cluster.ts'
import { soakCluster, steady } from './lib/cluster-rounds.ts'

await soakCluster({
  name: 'cluster, data folder deleted',
  rounds: 5,
  mostBackMs: 15_000,
  breakIt: async ({ trial, other, synchronous }, round) => {
    const node = round % 2 === 1 ? other : synchronous
    kill(trial, node)
    rmSync(join(trial.folder, node, 'var/lib/postgresql/office'), { recursive: true, force: true })
    const began = performance.now()
    startMissing(trial)
    return began
  },
  mend: async ({ trial }) => void (await steady(trial)),
})

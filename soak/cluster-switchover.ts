/**
 * Switches over to the synchronous standby under load, as a planned update does.
 *
 * Figures: writes are interrupted for at most 5 s, no read fails, 0 acknowledged orders lost or doubled (CLU-017).
 * Usage: node soak/cluster-switchover.ts [--rounds 20] [--minutes 8] [--writes 100] [--reads 200]
 */
import { join } from 'node:path'

import { runOn } from '../deploy/lib/cluster.ts'
import { soakCluster } from './lib/cluster-rounds.ts'

await soakCluster({
  name: 'cluster, switchover',
  rounds: 20,
  mostBackMs: 5_000,
  breakIt: async ({ trial, primary, synchronous }) => {
    const config = join(trial.folder, primary, 'etc/patroni/config.yml')
    const words = ['switchover', '--master', primary, '--candidate', synchronous, '--force']
    runOn(trial, primary, 'patronictl', '-c', config, ...words)
    return performance.now()
  },
  mend: async ({ load, fault }) => {
    const pause = load.longestPause()
    if (pause > 5_000) fault(`no write was acknowledged for ${Math.round(pause)} ms`)
  },
})

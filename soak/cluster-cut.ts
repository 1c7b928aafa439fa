/**
 * Split brain: cuts the primary off from etcd and both standbys, while app processes and balancer still reach it, under load.
 *
 * Figures: the old primary acknowledges nothing from the cut on and takes no writes after 20 s, writes are back within 30 s,
 * 0 acknowledged orders lost or doubled, and it rejoins by itself (CLU-020).
 * Usage: node soak/cluster-cut.ts [--rounds 20] [--minutes 8] [--writes 100] [--reads 200]
 */
import { setTimeout as wait } from 'node:timers/promises'

import { cut, isOk } from '../deploy/lib/cluster.ts'
import { machinesOf } from '../deploy/lib/trial.ts'
import { soakCluster } from './lib/cluster-rounds.ts'

const READ_ONLY_WITHIN_MS = 20_000

await soakCluster({
  name: 'cluster, primary cut off',
  rounds: 20,
  mostBackMs: 30_000,
  breakIt: async ({ trial, primary, synchronous, other, fault }) => {
    cut(trial, primary, synchronous)
    cut(trial, primary, other)
    const began = performance.now()
    const address = machinesOf(trial.site).get(primary)!
    while (await isOk(`http://${address}:8008/primary`)) {
      if (performance.now() - began > READ_ONLY_WITHIN_MS) {
        fault(`${primary} still says after 20 s that it is primary`)
        break
      }
      await wait(200)
    }
    return began
  },
})

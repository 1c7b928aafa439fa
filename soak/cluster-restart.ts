/**
 * Restarts all app processes under load, one after the other, as an upgrade of the product does.
 *
 * Figures: 0 requests fail, and each process ends within 10 s of being asked (UPG-001).
 * Usage: node soak/cluster-restart.ts [--rounds 20] [--minutes 8] [--writes 100] [--reads 100]
 */
import { soakCluster } from './lib/cluster-rounds.ts'
import { rollingRestart } from './lib/rolling-restart.ts'

await soakCluster({
  name: 'cluster, rolling restart',
  rounds: 20,
  mostBackMs: 5_000,
  breakIt: async ({ trial, load, fault }) => {
    const before = load.failed()
    const names = trial.site.apps.map(({ name }) => name)
    await rollingRestart(trial, names, fault)
    const failed = load.failed() - before
    if (failed > 0) fault(`${failed} requests failed`)
    return performance.now()
  },
})

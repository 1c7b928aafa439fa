/**
 * Restarts all app processes under load, one after the other, as an upgrade of the product does.
 *
 * Figures: 0 requests fail, and each process ends within 10 s of being asked (UPG-001).
 * Usage: node soak/cluster-restart.ts [--rounds 20] [--minutes 8] [--writes 100] [--reads 100]
 */
import { setTimeout as wait } from 'node:timers/promises'

import { isOk, startMissing, until } from '../deploy/lib/cluster.ts'
import { runningIn, signal } from '../deploy/lib/processes.ts'
import type { ClusterLoad } from './lib/cluster-load.ts'
import { soakCluster } from './lib/cluster-rounds.ts'

const MOST_END_MS = 10_000
/** The balancer asks each process every second. */
const SEEN_MS = 2_500

const failuresOf = ({ counts }: ClusterLoad): number =>
  counts.refused +
  counts.unknown +
  counts.wrong.length +
  [...counts.failedReads.values()].reduce((sum, count) => sum + count, 0)

await soakCluster({
  name: 'cluster, rolling restart',
  rounds: 20,
  mostBackMs: 5_000,
  breakIt: async ({ trial, load, fault }) => {
    const before = failuresOf(load)
    for (const { name, address, officePort } of trial.site.apps) {
      const part = `${name}/office`
      const asked = performance.now()
      signal(trial.folder, part, 'SIGTERM')
      await until(async () => runningIn(trial.folder).every((one) => one.part !== part), part)
      const tookMs = performance.now() - asked
      if (tookMs > MOST_END_MS) fault(`${name} ended after ${Math.round(tookMs)} ms`)
      startMissing(trial)
      await until(() => isOk(`http://${address}:${officePort}/health/ready`), part)
      await wait(SEEN_MS)
    }
    const failed = failuresOf(load) - before
    if (failed > 0) fault(`${failed} requests failed`)
    return performance.now()
  },
})
